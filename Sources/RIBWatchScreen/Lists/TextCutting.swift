// SPDX-License-Identifier: Apache-2.0

import RIBText

/// The end of a text that is cut off when there is no room for all of it.
enum CutEnd: Sendable {
    case start
    case end
}

extension TextLayout {
    /// A line of exactly one row, for a screen that wraps nothing: escaped, in this alphabet, and
    /// cut to its room.
    ///
    /// - Parameters:
    ///   - columns: The most columns; a line without any has no room for the mark of a cut.
    ///   - cut: Where something is left out. The start of a path tells less than its end.
    func row(_ line: TextLine, columns: Int, cutting cut: CutEnd = .end) -> TextLine {
        let shown = shown(line)
        let width = shown.columns
        guard width > columns else { return shown }
        let mark = alphabet.text("…")
        guard columns > mark.count else { return shown.taking(max(0, columns), from: cut) }
        let room = columns - mark.count
        return switch cut {
        case .end: shown.taking(room, from: .end) + TextLine(mark)
        case .start: TextLine(mark) + shown.taking(room, from: .start)
        }
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

    /// As many characters as there is room for. At one end, others are left out.
    fileprivate func taking(_ columns: Int, from end: CutEnd) -> TextLine {
        var room = columns
        var line = TextLine()
        for piece in end == .end ? pieces : pieces.reversed() {
            let all = Array(piece.text)
            var kept: [Character] = []
            for character in end == .end ? all : all.reversed() {
                room -= character.columns
                guard room >= 0 else { break }
                kept.append(character)
            }
            let text = String(end == .end ? kept : kept.reversed())
            let part = TextLine(text, piece.style)
            line = end == .end ? line + part : part + line
            guard room > 0 else { break }
        }
        return line
    }
}
