// SPDX-License-Identifier: Apache-2.0

import RIBText

extension TextLayout {
    /// A line of exactly one row, for a screen that wraps nothing: escaped, in this alphabet, and
    /// cut to its room.
    ///
    /// - Parameter columns: The most columns. Without any, the row is empty, with no mark of a cut.
    func row(_ line: TextLine, columns: Int) -> TextLine {
        let shown = shown(line)
        guard shown.columns > columns else { return shown }
        let mark = alphabet.text("…")
        guard columns > mark.count else { return shown.prefix(columns) }
        return shown.prefix(columns - mark.count) + TextLine(mark)
    }

    /// The same for a path, which loses its start: its end tells more.
    func row(ofPath line: TextLine, columns: Int) -> TextLine {
        row(shown(line).reversed, columns: columns).reversed
    }

    /// The columns that a line takes when it is not cut.
    func columns(of line: TextLine) -> Int { shown(line).columns }
}

extension TextLine {
    /// The line with blanks after it, up to a column.
    func padded(to columns: Int) -> TextLine {
        let missing = columns - self.columns
        return missing > 0 ? self + TextLine(String(repeating: " ", count: missing)) : self
    }

    /// The same text in another style.
    func restyled(_ style: TextStyle) -> TextLine { TextLine(pieces.map(\.text).joined(), style) }

    /// As many characters as there is room for.
    fileprivate func prefix(_ columns: Int) -> TextLine {
        var room = columns
        return pieces.reduce(TextLine()) { line, piece in
            let kept = piece.text.prefix { character in
                room -= character.columns
                return room >= 0
            }
            return line + TextLine(String(kept), piece.style)
        }
    }

    fileprivate var reversed: TextLine {
        pieces.reversed().reduce(TextLine()) { line, piece in
            line + TextLine(String(piece.text.reversed()), piece.style)
        }
    }

    /// Lines after each other, with blanks between them.
    static func spaced(_ lines: [TextLine]) -> TextLine {
        lines.dropFirst().reduce(lines.first ?? TextLine()) { $0 + TextLine("  ") + $1 }
    }
}
