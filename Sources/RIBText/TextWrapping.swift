// SPDX-License-Identifier: Apache-2.0

extension TextLine {
    /// Breaks the line between words. A word longer than a line is broken where a name or a path
    /// has parts, and within a part only if that alone is longer than a line. Each line after the
    /// first begins with the continuation.
    package func wrapped(width: Int, continuation: String) -> [TextLine] {
        var wrapping = Wrapping(width: width, continuation: continuation)
        for word in words { wrapping.add(word) }
        return wrapping.lines
    }

    /// Runs of blanks, and runs of other characters. A run may have several styles.
    fileprivate var words: [TextLine] {
        parts { before, after in (before == " ") != (after == " ") }
    }

    fileprivate mutating func append(_ character: Character, like piece: Piece) {
        if let last = pieces.last, last.style == piece.style, last.isMarked == piece.isMarked {
            pieces[pieces.count - 1].text.append(character)
        } else {
            var part = piece
            part.text = String(character)
            pieces.append(part)
        }
    }

    fileprivate var isBlank: Bool { pieces.allSatisfy { $0.text.allSatisfy { $0 == " " } } }

    /// The parts of a path, each with the `/` after it; for other words those of a member or a
    /// type, each with the `,`, `(` or `<` after it, or the `.` before it.
    fileprivate var parts: [TextLine] {
        let folders = parts { before, _ in before == "/" }
        // A path stays in one piece with the `/` that it begins with.
        let isAbsolute = folders.count > 1 && folders[0].columns == 1
        let path = isAbsolute ? [folders[0] + folders[1]] + folders.dropFirst(2) : folders
        return path.count > 1 ? path : names
    }

    fileprivate var names: [TextLine] {
        parts { before, after in ",(<".contains(before) || after == "." && before != "." }
    }

    private func parts(_ isBreak: (Character, Character) -> Bool) -> [TextLine] {
        var parts: [TextLine] = []
        var last: Character?
        for piece in pieces {
            for character in piece.text {
                if last.map({ isBreak($0, character) }) ?? true { parts.append(TextLine()) }
                parts[parts.count - 1].append(character, like: piece)
                last = character
            }
        }
        return parts
    }

    fileprivate var characters: [TextLine] { parts { _, _ in true } }
}

/// The lines so far, and the one that words are added to.
private struct Wrapping {
    let width: Int
    let continuation: String
    private var done: [TextLine] = []
    private var line = TextLine()
    private var column = 0
    /// Whether the line has nothing but blanks and the drawing of a tree.
    private var isEmpty = true

    init(width: Int, continuation: String) {
        self.width = width
        self.continuation = continuation
    }

    var lines: [TextLine] { done + [line] }

    private var room: Int { width - continuation.columns }

    /// Adds a word or the blanks between two.
    mutating func add(_ word: TextLine) {
        let length = word.columns
        if word.isBlank {
            // Blanks at the end of a line are as good as a break.
            if column + length > width, !isEmpty { breakLine() } else { append(word, length) }
        } else if column + length <= width {
            append(word, length)
        } else if length <= room {
            breakLine()
            append(word, length)
        } else {
            for part in word.parts where !place(part) {
                for name in part.names where !place(name) {
                    for character in name.characters where !place(character) {
                        append(character, character.columns)
                    }
                }
            }
        }
    }

    /// Adds a part where there is room for it.
    ///
    /// - Returns: False when it is longer than a line.
    private mutating func place(_ part: TextLine) -> Bool {
        let length = part.columns
        if column + length > width, !isEmpty {
            guard length <= room || part.pieces.first?.text.count == 1 else { return false }
            breakLine()
        }
        guard column + length <= width else { return false }
        append(part, length)
        return true
    }

    private mutating func append(_ word: TextLine, _ length: Int) {
        // After a break, blanks would only shift the text.
        if word.isBlank, isEmpty, !done.isEmpty { return }
        line = line + word
        column += length
        if !done.isEmpty || !word.isDrawing { isEmpty = false }
    }

    private mutating func breakLine() {
        guard !isEmpty else { return }
        done.append(line.withoutTrailingBlanks)
        line = TextLine(continuation)
        column = continuation.columns
        isEmpty = true
    }
}

extension TextLine {
    /// Whether it may be part of the drawing that a tree's line begins with.
    fileprivate var isDrawing: Bool {
        pieces.allSatisfy { $0.text.allSatisfy { " │├─└╰→┬↓|`+->".contains($0) } }
    }

    fileprivate var withoutTrailingBlanks: TextLine {
        var line = self
        while let last = line.pieces.last, last.text.hasSuffix(" ") {
            line.pieces[line.pieces.count - 1].text.removeLast()
            if line.pieces[line.pieces.count - 1].text.isEmpty { line.pieces.removeLast() }
        }
        return line
    }
}

extension String {
    /// The columns of a terminal that the text takes as it is shown, with invisible characters as
    /// their escapes.
    package var columns: Int {
        let shown = TerminalEscape.escaped(self)
        return TerminalEscape.isPlain(shown)
            ? shown.utf8.count : shown.reduce(0) { $0 + $1.columns }
    }

    /// The text in lines, broken between words. A word longer than a line gets its own line.
    package func wrapped(width: Int) -> [String] {
        var lines: [String] = []
        for word in split(whereSeparator: \.isWhitespace).map(String.init) {
            if let last = lines.last, last.columns + 1 + word.columns <= width {
                lines[lines.count - 1] += " \(word)"
            } else {
                lines.append(word)
            }
        }
        return lines
    }
}

extension Character {
    /// 1, or 2 for a wide character. What combines with a letter takes no column of its own.
    package var columns: Int {
        guard let first = unicodeScalars.first else { return 0 }
        if first.value < 0x300 { return 1 }
        // The selector asks for the coloured form of a sign that also has a narrow one.
        let isEmoji =
            first.properties.isEmojiPresentation || unicodeScalars.contains("\u{FE0F}")
        return isEmoji || Self.wide.contains { $0.contains(first.value) } ? 2 : 1
    }

    /// The wide and full-width characters of Unicode's East Asian Width (UAX #11), in blocks.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3,
        0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
        0x1B000...0x1B2FB, 0x1F200...0x1F320, 0x20000...0x3FFFD,
    ]
}
