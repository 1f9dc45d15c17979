// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RIBWatchScreen

@Suite struct KeyReaderTests {
    private func keys(_ text: String) -> [ScreenKey] {
        var reader = KeyReader()
        return reader.keys(from: text.utf8)
    }

    @Test(arguments: [
        ("\u{1B}[A", ScreenKey.up), ("\u{1B}OB", .down), ("\u{1B}[C", .right), ("\u{1B}[D", .left),
        ("\u{1B}[5~", .pageUp), ("\u{1B}[6~", .pageDown), ("\u{1B}[H", .home), ("\u{1B}[F", .end),
        ("\u{1B}[1~", .home), ("\u{1B}[4~", .end), ("\u{1B}[Z", .backTab), ("\r", .enter),
        ("\t", .tab), ("\u{7F}", .backspace), ("\u{8}", .backspace), ("é", .character("é")),
        ("世", .character("世")),
    ])
    func aKeyIsWhatTheTerminalSends(text: String, key: ScreenKey) {
        #expect(keys(text) == [key])
    }

    @Test func keysThatCameTogetherAreReadOneByOne() {
        #expect(keys("/a\u{1B}[Bq") == [.character("/"), .character("a"), .down, .character("q")])
    }

    @Test func aSequenceMayComeInParts() {
        var reader = KeyReader()
        #expect(reader.keys(from: [0x1B]) == [])
        #expect(reader.keys(from: [0x5B]) == [])
        #expect(reader.keys(from: [0x41]) == [.up])
    }

    @Test func aLetterMayComeInParts() {
        var reader = KeyReader()
        #expect(reader.keys(from: [0xC3]) == [])
        #expect(reader.keys(from: [0xA9]) == [.character("é")])
    }

    @Test func anEscapeAfterWhichNothingComesIsThatKey() {
        var reader = KeyReader()
        #expect(reader.keys(from: [0x1B]) == [])
        #expect(reader.flush() == [.escape])
        #expect(reader.flush() == [])
    }

    @Test func unknownSequencesAreNoKeys() {
        #expect(keys("\u{1B}[200~\u{1B}[<0;1;1Mq").last == .character("q"))
        #expect(keys("\u{1}\u{2}q") == [.character("q")])
    }

    @Test func bytesThatAreNoTextAreDropped() {
        var reader = KeyReader()
        #expect(reader.keys(from: [0xFF, 0xC0, 0x80, 0x71]) == [.character("q")])
    }

    @Test func aSequenceWithoutEndIsGivenUp() {
        #expect(keys("\u{1B}[" + String(repeating: "1", count: 40)) == [])
        var reader = KeyReader()
        _ = reader.keys(from: ("\u{1B}[" + String(repeating: "1", count: 40)).utf8)
        #expect(reader.keys(from: "q".utf8) == [.character("q")])
    }
}
