// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RIBHeap

@Suite struct GuardedStringTests {
    private let memory = GuardedMemory()

    private func text(_ string: String) -> String? {
        memory.forget()
        return withUnsafePointer(to: string) {
            memory.string(at: UInt(bitPattern: $0))
        }
    }

    @Test(arguments: [
        "", "key", "fifteen letters", "äöü", "a literal of more than fifteen letters",
        "eine Zeichenkette mit Umlauten: äöüß",
    ])
    func readsWhatAStringSays(string: String) {
        #expect(text(string) == string)
        #expect(text(string + String(string.count)) == string + String(string.count))
    }

    @Test func longTextIsCut() {
        let long = String(repeating: "x", count: 1000)
        #expect(text(long) == String(repeating: "x", count: 64) + "…")
    }

    @Test func whatIsNoStringHasNoText() {
        #expect(text("text") == "text")
        #expect(memory.string(at: 8) == nil)
        let words: (UInt, UInt) = (1000, 0x0000_0000_0000_1000)
        memory.forget()
        withUnsafePointer(to: words) {
            #expect(memory.string(at: UInt(bitPattern: $0)) == nil)
        }
    }
}
