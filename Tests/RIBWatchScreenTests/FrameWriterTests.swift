// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RIBWatchScreen

@Suite struct FrameWriterTests {
    private let scene = ScreenSamples.leaking
    private let size = ScreenSize(columns: 80, rows: 24)

    private func frame(_ state: ScreenState = ScreenState(), rows: Int = 24) -> ScreenFrame {
        state.screen(of: scene, ScreenSize(columns: 80, rows: rows)).frame
    }

    /// The numbers of the rows that a text writes.
    private func rows(_ text: String) -> [Int] {
        text.matches(of: /\u{1B}\[(\d+);1H/).compactMap { Int($0.1) }
    }

    @Test func theFirstFrameClearsTheScreen() {
        var writer = FrameWriter()
        let text = writer.changes(to: frame())
        #expect(text.contains("\u{1B}[2J"))
        #expect(rows(text).first == 1)
        #expect(rows(text).last == 24)
    }

    @Test func anEqualFrameWritesNothing() {
        var writer = FrameWriter()
        _ = writer.changes(to: frame())
        #expect(writer.changes(to: frame()) == "")
    }

    @Test func onlyRowsThatChangedAreWritten() {
        var writer = FrameWriter()
        _ = writer.changes(to: frame())
        let moved = ScreenSamples.pressed([.down])
        #expect(rows(writer.changes(to: frame(moved))) == [3, 4])
    }

    @Test func aFullRowKeepsItsLastCharacter() {
        var writer = FrameWriter()
        let rule = "── Findings (1) " + String(repeating: "─", count: 64)
        #expect(writer.changes(to: frame()).contains("\u{1B}[K\(rule)\u{1B}["))
    }

    @Test func anotherHeightWritesAllAnew() {
        var writer = FrameWriter()
        _ = writer.changes(to: frame())
        #expect(writer.changes(to: frame(rows: 20)).contains("\u{1B}[2J"))
    }

    @Test func aForgottenScreenIsWrittenAnew() {
        var writer = FrameWriter()
        let first = writer.changes(to: frame())
        writer.forget()
        #expect(writer.changes(to: frame()) == first)
    }

    @Test func theCursorIsSeenOnlyInTheSearch() {
        var writer = FrameWriter()
        #expect(!writer.changes(to: frame()).contains("\u{1B}[?25h"))
        let typing = ScreenSamples.pressed([.character("/"), .character("o")])
        #expect(writer.changes(to: frame(typing)).contains("\u{1B}[24;3H\u{1B}[?25h"))
        #expect(writer.changes(to: frame()).contains("\u{1B}[?25l"))
    }

    @Test func whatIsTurnedOnAtTheStartIsTurnedOffAtTheEnd() {
        let on = FrameWriter.enter.matches(of: /\?(\d+)h/).map { String($0.1) }
        #expect(on == ["1049"])
        #expect(FrameWriter.leave.description.contains("\u{1B}[?1049l"))
        let off = FrameWriter.enter.matches(of: /\?(\d+)l/).map { String($0.1) }
        #expect(off.allSatisfy { FrameWriter.leave.description.contains("\u{1B}[?\($0)h") })
    }
}
