// SPDX-License-Identifier: Apache-2.0

/// Reads the declarations of a Swift file without a parser: words, braces, strings and comments.
///
/// It knows in which type's braces a word is. Where a file is not what Swift accepts, it finds
/// fewer declarations, never another type's.
struct DeclarationReader {
    private static let typeWords: Set = [
        "actor", "class", "enum", "extension", "protocol", "struct",
    ]
    private static let members: Set = ["func", "let", "var"]
    /// What may stand before the word that declares something, without attributes.
    private static let modifiers: Set = [
        "distributed", "dynamic", "fileprivate", "final", "indirect", "internal", "lazy",
        "nonisolated", "open", "override", "package", "private", "public", "required", "safe",
        "set", "static", "unowned", "unsafe", "weak",
    ]
    /// Deeper nesting is not read on.
    private static let deepest = (braces: 256, strings: 16)

    private let text: [UInt8]
    private let wanted: SourceDeclaration
    private var index = 0
    /// The open braces, the outermost first. Each is a type's, or nil.
    private var braces: [String?] = []
    /// The type whose brace comes next.
    private var announced: String?
    /// The first two words since the start of a line or a brace, without modifiers. The second is
    /// empty if something else comes after the first.
    private var words: [String] = []
    private var found: [Int] = []

    init(_ text: [UInt8], wanted: SourceDeclaration) {
        self.text = text
        self.wanted = wanted
    }

    /// - Returns: The lines of the wanted declaration, two at most: then it is not known which.
    mutating func readAll() -> [Int] {
        while index < text.count, braces.count < Self.deepest.braces, found.count < 2 { readNext() }
        return found
    }

    /// The line of a place, counted from 1.
    private func line(at index: Int) -> Int {
        1 + text[..<index].count { $0 == UInt8(ascii: "\n") }
    }

    private func byte(_ offset: Int = 0) -> UInt8 {
        index + offset < text.count ? text[index + offset] : 0
    }

    private mutating func readNext() {
        switch byte() {
        case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "/"): skipLine()
        case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "*"): skipComment()
        case UInt8(ascii: "\""), UInt8(ascii: "#"): skipString()
        case UInt8(ascii: "{"):
            braces.append(announced)
            announced = nil
            beginStatement()
        case UInt8(ascii: "}"):
            _ = braces.popLast()
            beginStatement()
        case UInt8(ascii: ";"), UInt8(ascii: "\n"): beginStatement()
        case UInt8(ascii: "@"): skipAttribute()
        case UInt8(ascii: "."), UInt8(ascii: "`"): take(word())
        case let other:
            if Self.isOfName(other) { return take(word()) }
            if other > UInt8(ascii: " "), words.count == 1 { words.append("") }
            index += 1
        }
    }

    private mutating func beginStatement() {
        index += 1
        words = []
    }

    /// Takes the next word of a statement: the second one may be what it declares.
    private mutating func take(_ word: String) {
        if words.count == 2 || words.isEmpty && Self.modifiers.contains(word) { return }
        // The word `class` may also be a modifier.
        if words == ["class"], Self.members.contains(word) || Self.modifiers.contains(word) {
            words = [word]
            return
        }
        words.append(word)
        guard words.count == 2, let keyword = words.first else { return }
        var isWanted = false
        if keyword == "let" || keyword == "var" {
            // Outside of all braces, it is a global variable.
            let isThere = wanted.type.map { braces.last == $0 } ?? braces.isEmpty
            isWanted = word == wanted.property && isThere
        } else if Self.typeWords.contains(keyword) {
            // An extension may name the type around its own.
            announced = word.split(separator: ".").last.map(String.init)
            isWanted =
                wanted.property == nil && keyword != "extension" && keyword != "protocol"
                && announced == wanted.type
        }
        if isWanted { found.append(line(at: index)) }
    }

    private mutating func skipAttribute() {
        index += 1
        _ = word()
        // Where its strings do not end, it is unknown where it ends.
        if byte() == UInt8(ascii: "("), !skipParentheses() { index = text.count }
    }

    /// Reads a name or several with dots between them, without the marks around a keyword.
    private mutating func word() -> String {
        let (start, mark) = (index, UInt8(ascii: "`"))
        while Self.isOfName(byte()) || byte() == UInt8(ascii: ".") || byte() == mark { index += 1 }
        return String(decoding: text[start..<index].filter { $0 != mark }, as: UTF8.self)
    }

    private mutating func skipLine() {
        while index < text.count, text[index] != UInt8(ascii: "\n") { index += 1 }
    }

    private mutating func skipComment() {
        let (slash, star) = (UInt8(ascii: "/"), UInt8(ascii: "*"))
        var depth = 0
        repeat {
            let isStart = byte() == slash && byte(1) == star
            let isEnd = byte() == star && byte(1) == slash
            depth += isStart ? 1 : isEnd ? -1 : 0
            index += isStart || isEnd ? 2 : 1
        } while depth > 0 && index < text.count
    }

    /// Skips a string with all that it interpolates, or `#` that begins none.
    ///
    /// - Parameter depth: In how many strings it is: a hostile file may nest them without end.
    /// - Returns: False for one that does not end as it should.
    @discardableResult private mutating func skipString(_ depth: Int = 0) -> Bool {
        let hashes = text[index...].prefix { $0 == UInt8(ascii: "#") }
        let quotes = text[hashes.endIndex...].prefix(3).prefix { $0 == UInt8(ascii: "\"") }
        // Two are a short string without letters.
        let end = quotes.prefix(quotes.count == 3 ? 3 : 1) + hashes
        index += max(end.count, 1)
        if quotes.isEmpty { return true }
        while index < text.count {
            switch byte() {
            case UInt8(ascii: "\"") where text[index...].starts(with: end):
                index += end.count
                return true
            case UInt8(ascii: "\\") where text[(index + 1)...].starts(with: hashes):
                index += 1 + hashes.count
                if byte() != UInt8(ascii: "(") {
                    index += 1
                } else if depth >= Self.deepest.strings || !skipParentheses(depth + 1) {
                    return false
                }
            case UInt8(ascii: "\n") where quotes.count < 3:
                // A short string ends with its line, in a file that is not complete.
                index += 1
                return false
            default: index += 1
            }
        }
        return false
    }

    /// Skips what is in parentheses, and the strings there.
    ///
    /// - Returns: False where a string does not end as it should.
    private mutating func skipParentheses(_ depth: Int = 0) -> Bool {
        var open = 0
        repeat {
            switch byte() {
            case UInt8(ascii: "\""), UInt8(ascii: "#"):
                if !skipString(depth) { return false }
            case UInt8(ascii: "("), UInt8(ascii: ")"):
                open += byte() == UInt8(ascii: "(") ? 1 : -1
                index += 1
            default: index += 1
            }
        } while open > 0 && index < text.count
        return true
    }

    /// Whether a byte may be part of a name. All bytes of letters beyond ASCII may.
    private static func isOfName(_ byte: UInt8) -> Bool {
        byte.isLetter || byte.isDigit || byte == UInt8(ascii: "_") || byte >= 0x80
    }
}
