// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RIBAnalysis

@Suite struct InternedStringsTests {
    @Test func findsTheSameBytesAgain() {
        var strings = InternedStrings()
        for _ in 1...2 {
            for text in ["", "a", "/home/jörg/A.swift", "\u{e9}", "e\u{301}"] {
                let string = strings.string(Array(text.utf8)[...])
                // Equal strings may differ in bytes.
                #expect(string.map { Array($0.utf8) } == Array(text.utf8))
            }
        }
    }

    @Test func takesOnlyUTF8() {
        var strings = InternedStrings()
        for bytes: [UInt8] in [[0xff], [0x61, 0xc3], [0xed, 0xa0, 0x80]] {
            #expect(strings.string(bytes[...]) == nil)
        }
        #expect(strings.string(Array("\u{fffd}".utf8)[...]) == "\u{fffd}")
    }
}
