// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RIBText

@Suite struct TerminalEscapeTests {
    @Test(arguments: [
        ("plain → ünïcödé 🎲 ┬─╰", "plain → ünïcödé 🎲 ┬─╰"),
        ("\u{1B}[31mred", "\\u{1B}[31mred"),
        ("c1 \u{9B}31m", "c1 \\u{9B}31m"),
        ("a\nb\r\tc", "a\\nb\\r\\tc"),
        ("\u{202E}gnp.exe", "\\u{202E}gnp.exe"),
        ("\u{2066}x\u{2069}", "\\u{2066}x\\u{2069}"),
        ("zero\u{200B}width\u{FEFF}", "zero\\u{200B}width\\u{FEFF}"),
        ("line\u{2028}paragraph\u{2029}", "line\\u{2028}paragraph\\u{2029}"),
        ("\u{0}\u{7F}", "\\u{0}\\u{7F}"),
        ("", ""),
    ])
    func showsWhatHidesItself(text: String, shown: String) {
        #expect(TerminalEscape.escaped(text) == shown)
    }

    @Test func cutsWhatWouldBuryTheReport() {
        let shown = TerminalEscape.escaped(String(repeating: "x", count: 100_000))
        #expect(shown == String(repeating: "x", count: 1000) + "…")
    }

    @Test func leavesEscapedTextAlone() {
        let once = TerminalEscape.escaped("\u{1B}\n\\")
        #expect(TerminalEscape.escaped(once) == once)
    }
}
