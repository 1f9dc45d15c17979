// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RIBHeap

@Suite struct ReferenceCountTests {
    private final class Object {}

    private let memory = GuardedMemory()

    private func count(_ object: AnyObject) -> ReferenceCount? {
        memory.forget()
        let address = UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
        guard let word = memory.word(at: address + 8) else { return nil }
        return ReferenceCount(word: word, of: address, memory: memory)
    }

    @Test func eachReferenceCounts() throws {
        let object = Object()
        let before = try #require(count(object)).strong
        let more = [object, object, object]
        #expect(count(object)?.strong == before + 3)
        withExtendedLifetime((object, more)) {}
    }

    @Test func theCountMayBeInASideTable() throws {
        let object = Object()
        let before = try #require(count(object)).strong
        weak var weakly: Object?
        weakly = object
        #expect(count(object)?.strong == before)
        #expect(weakly != nil)
    }

    @Test func unownedReferencesAreNoticed() {
        let object = Object()
        #expect(count(object)?.hasUnowned == false)
        unowned let other = object
        #expect(count(object)?.hasUnowned == true)
        withExtendedLifetime((object, other)) {}
    }

    @Test func whatIsBeingFreedHasNone() {
        #expect(ReferenceCount(word: 3, of: 4096, memory: memory) != nil)
        #expect(ReferenceCount(word: 3 | 1 << 32, of: 4096, memory: memory) == nil)
    }

    @Test(arguments: [0, 0x7F00_1234_5678, 0xC000_0000_0000_1000] as [UInt])
    func otherWordsAreNone(word: UInt) {
        #expect(ReferenceCount(word: word, of: 4096, memory: memory) == nil)
        #expect(ReferenceCount(word: 3, of: 4096, memory: memory) != nil)
    }
}
