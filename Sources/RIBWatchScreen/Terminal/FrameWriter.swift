// SPDX-License-Identifier: Apache-2.0

/// Writes frames to a terminal, of each only the rows that changed.
///
/// Sequences are those of ECMA-48 and of xterm's private modes. A terminal that does not know one
/// of them ignores it.
struct FrameWriter {
    /// Shows the alternate screen, without a cursor; too long lines end at the edge.
    static let enter = "\u{1B}[?1049h\u{1B}[?7l\u{1B}[?25l"
    /// Shows what was there before.
    static let leave: StaticString = "\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

    // A terminal that knows these shows a frame as a whole.
    private static let begin = "\u{1B}[?2026h"
    private static let finish = "\u{1B}[?2026l"

    private var shown: [String] = []
    private var shownCursor: Int?

    /// Forgets what the terminal shows, after it was cleared or resized.
    mutating func forget() { (shown, shownCursor) = ([], nil) }

    /// What turns the terminal's rows into those of a frame; empty when it shows them already.
    mutating func changes(to frame: ScreenFrame) -> String {
        var text = shown.count == frame.rows.count ? "" : "\u{1B}[2J"
        let isNew = !text.isEmpty
        for (index, row) in frame.rows.enumerated()
        where isNew ? !row.isEmpty : row != shown[index] {
            // Erased first: at the end of a full row, that would take its last character.
            text += "\u{1B}[\(index + 1);1H\u{1B}[K\(row)"
        }
        if frame.cursor != shownCursor || (frame.cursor != nil && !text.isEmpty) {
            text +=
                frame.cursor.map { "\u{1B}[\(frame.rows.count);\($0 + 1)H\u{1B}[?25h" }
                ?? "\u{1B}[?25l"
        }
        (shown, shownCursor) = (frame.rows, frame.cursor)
        return text.isEmpty ? "" : Self.begin + text + Self.finish
    }
}
