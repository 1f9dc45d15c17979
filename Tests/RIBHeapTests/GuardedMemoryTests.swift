// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RIBHeap

#if canImport(Glibc)
    import Glibc
#endif

@Suite struct GuardedMemoryTests {
    private let memory = GuardedMemory()

    @Test func readsWhatIsThere() {
        var value: UInt = 42
        #expect(withUnsafePointer(to: &value) { memory.word(at: UInt(bitPattern: $0)) } == 42)
    }

    @Test(arguments: [0, 8, 1 << 47, UInt.max - 7, UInt.max])
    func saysThatThereIsNothing(address: UInt) {
        #expect(memory.word(at: address) == nil)
        #expect(memory.withBytes(at: address, count: 100) { $0.count } == nil)
        withBytes(0..<100) { start in
            #expect(memory.withBytes(at: start, count: 100) { $0.count } == 100)
        }
    }

    @Test func readsWordsThatAreNotAligned() {
        withBytes(0..<16) { start in
            #expect(memory.word(at: start + 1) == 0x0807_0605_0403_0201)
        }
    }

    @Test func lendsBytesThatLieInSeveralPages() {
        let bytes = (0..<20_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
        withBytes(bytes) { start in
            #expect(memory.withBytes(at: start, count: bytes.count) { Array($0) } == bytes)
        }
    }

    /// Whoever goes through malloc's memory would take the copy of an object for an object.
    @Test func lendsNoMemoryOfMalloc() throws {
        let mapping = try Mapping(pages: 2)
        let lent = memory.withBytes(at: mapping.start + 4_080, count: 64) {
            UInt(bitPattern: $0.baseAddress)
        }
        let chunks = HeapChunks(memory: GuardedMemory(), maps: ProcessMaps())
        #expect(chunks.size(of: try #require(lent)) == nil)
    }

    @Test func lendsNothingWhenTheEndIsMissing() throws {
        let mapping = try Mapping(pages: 2)
        mapping.unmapLastPage()
        #expect(memory.withBytes(at: mapping.start + 4_000, count: 96) { $0.count } == 96)
        #expect(memory.withBytes(at: mapping.start + 4_000, count: 97) { $0.count } == nil)
    }

    @Test func lendsNothingThatIsAbsurdlyLong() {
        withBytes(0..<16) { start in
            #expect(memory.withBytes(at: start, count: .max) { $0.count } == nil)
            #expect(memory.withBytes(at: start, count: 16) { $0.count } == 16)
        }
    }

    @Test func keepsWhatItReadUntilForget() throws {
        let mapping = try Mapping(pages: 1)
        mapping.fill(1)
        #expect(memory.word(at: mapping.start) == 0x0101_0101_0101_0101)
        mapping.fill(2)
        #expect(memory.word(at: mapping.start) == 0x0101_0101_0101_0101)
        memory.forget()
        #expect(memory.word(at: mapping.start) == 0x0202_0202_0202_0202)
    }

    @Test func readsAgainPastWhatIsKept() throws {
        let mapping = try Mapping(pages: 1)
        mapping.fill(1)
        _ = memory.word(at: mapping.start)
        mapping.fill(2)
        var byte: UInt8 = 0
        #expect(withUnsafeMutableBytes(of: &byte) { memory.readAgain(mapping.start, into: $0) })
        #expect(byte == 2)
    }

    @Test func distinguishesPagesThatShareASlot() throws {
        let memory = GuardedMemory(capacity: 4096, mostCapacity: 4096)
        let mapping = try Mapping(pages: 2)
        mapping.fill(1)
        mapping.unmapLastPage()
        for _ in 0..<3 {
            #expect(memory.word(at: mapping.start) == 0x0101_0101_0101_0101)
            #expect(memory.word(at: mapping.start + 4096) == nil)
        }
    }

    @Test func preparesPagesTogetherThoughSomeAreMissing() throws {
        let mapping = try Mapping(pages: 200)
        mapping.fill(3)
        mapping.unmapLastPage()
        let addresses = (0..<200).reversed().map { mapping.start + UInt($0) * 4096 }
        memory.prepare([8] + addresses)
        let read = memory.pagesRead
        #expect(
            addresses.map { memory.word(at: $0) != nil } == [false]
                + [Bool](repeating: true, count: 199))
        #expect(memory.pagesRead == read)
    }

    @Test func preparesNoMoreThanItHasRoomFor() throws {
        let memory = GuardedMemory(capacity: 4096, mostCapacity: 4096)
        let mapping = try Mapping(pages: 100)
        mapping.fill(4)
        let addresses = (0..<100).map { mapping.start + UInt($0) * 4096 }
        memory.prepare(addresses)
        #expect(addresses.allSatisfy { memory.word(at: $0) == 0x0404_0404_0404_0404 })
    }

    @Test func keepsMorePagesWhenTheSameAreReadAgainAndAgain() throws {
        let memory = GuardedMemory(capacity: 4 * 4096, mostCapacity: 64 * 4096)
        let mapping = try Mapping(pages: 32)
        for _ in 0..<3 {
            for page in 0..<UInt(32) { _ = memory.word(at: mapping.start + page * 4096) }
        }
        let read = memory.pagesRead
        for page in 0..<UInt(32) { _ = memory.word(at: mapping.start + page * 4096) }
        #expect(memory.pagesRead == read)
    }

    @Test func readsByTheFileWhereTheCallIsForbidden() throws {
        let memory = GuardedMemory(byFile: true)
        let mapping = try Mapping(pages: 1)
        mapping.fill(1)
        memory.prepare([8, mapping.start])
        #expect(memory.word(at: mapping.start) == 0x0101_0101_0101_0101)
        #expect(memory.word(at: 8) == nil)
    }

    private func withBytes(_ bytes: some Sequence<UInt8>, _ body: (UInt) -> Void) {
        Array(bytes).withUnsafeBytes { body(UInt(bitPattern: $0.baseAddress)) }
    }
}

/// Mapped pages that can be unmapped.
final class Mapping {
    struct NoMemory: Error {}

    let start: UInt
    private let whole: Int
    private var count: Int

    init(pages: Int) throws {
        whole = pages * 4096
        count = whole
        let flags = MAP_PRIVATE | MAP_ANONYMOUS
        guard let memory = mmap(nil, whole, PROT_READ | PROT_WRITE, flags, -1, 0),
            memory != MAP_FAILED
        else { throw NoMemory() }
        start = UInt(bitPattern: memory)
    }

    deinit {
        if let memory = UnsafeMutableRawPointer(bitPattern: start) { munmap(memory, whole) }
    }

    func fill(_ byte: UInt8) {
        if let memory = UnsafeMutableRawPointer(bitPattern: start) {
            memset(memory, Int32(byte), count)
        }
    }

    /// Leaves a hole that nothing else is given: other threads of the process map memory too.
    func unmapLastPage() {
        count -= 4096
        if let last = UnsafeMutableRawPointer(bitPattern: start + UInt(count)) {
            mprotect(last, 4096, PROT_NONE)
        }
    }
}
