// SPDX-License-Identifier: Apache-2.0

/// How many columns of a terminal a text takes.
package enum TextWidth {
    /// The columns of a text as it is shown, with invisible characters as their escapes.
    package static func columns(_ text: String) -> Int {
        let shown = TerminalEscape.escaped(text)
        return TerminalEscape.isPlain(shown)
            ? shown.utf8.count : shown.reduce(0) { $0 + columns(of: $1) }
    }

    /// 1, or 2 for a wide character. What combines with a letter takes no column of its own.
    static func columns(of character: Character) -> Int {
        guard let first = character.unicodeScalars.first else { return 0 }
        if first.value < 0x300 { return 1 }
        // The selector asks for the coloured form of a sign that also has a narrow one.
        let isEmoji =
            first.properties.isEmojiPresentation || character.unicodeScalars.contains("\u{FE0F}")
        return isEmoji || wide.contains { $0.contains(first.value) } ? 2 : 1
    }

    /// The wide and full-width characters of Unicode's East Asian Width (UAX #11), in blocks.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3,
        0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
        0x1B000...0x1B2FB, 0x1F200...0x1F320, 0x20000...0x3FFFD,
    ]
}
