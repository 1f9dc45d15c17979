// SPDX-License-Identifier: Apache-2.0

/// Finds code that nests so deeply that walking its tree would overflow the stack, and expressions so long
/// that reading them takes minutes.
///
/// The parser limits some kinds of nesting, and no kind of chain: `a.b().c()` is a tree as deep as
/// the chain is long. So the text is looked at before it is parsed, in one pass and without
/// recursion. What counts is at least as deep as the tree; brackets in strings and comments do not.
struct NestingLimit {
    /// The deepest code that is read: several times what people and generators write.
    static let deepest = 1_000

    /// The most operators of an expression: a hundred times what the compiler gives up at.
    static let mostOperators = 20_000

    /// What an open bracket, `#if` or string holds.
    private struct Level {
        /// The byte that closes it; `#` for `#if`, `"` for a string.
        let end: UInt8
        /// The quotes and number signs of a string.
        var quotes = 0
        var signs = 0
        /// Members, calls and subscripts of the value that is being read.
        var links = 0
        /// What the parser's tries cost, as levels.
        var cost = 0
        /// Words such as `else` and `try` of the statement that is being read.
        var words = 0
        /// Operators of the expression that is being read.
        var operators = 0

        var depth: Int { 1 + cost + links + words }
    }

    /// What a bracket counts that begins an element of another one: `[[`, `[(`. The parser reads
    /// such brackets several times, as a type and as a value, so that each doubles its time.
    private static let costOfTries = deepest / 12

    private static let nestingWords: Set = [
        "else", "try", "await", "return", "throw", "any", "some", "inout", "consume", "copy",
        "borrowing", "consuming", "sending", "each", "repeat", "defer", "do",
    ]
    private static let ends: [UInt8: UInt8] = [
        UInt8(ascii: "("): UInt8(ascii: ")"), UInt8(ascii: "["): UInt8(ascii: "]"),
        UInt8(ascii: "{"): UInt8(ascii: "}"),
    ]

    private let bytes: UnsafeBufferPointer<UInt8>
    private var index = 0
    private var levels = [Level(end: 0)]
    private var depth = 1
    /// Whether a line began since the last code.
    private var isNewLine = false
    /// The last byte of code before.
    private var last: UInt8 = 0
    /// Whether the last code was a word that the next line goes on from.
    private var goesOn = false

    private init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// What is too much in a text, in one line; nil if it can be read. Linear in its length.
    static func fault(of text: String) -> String? {
        var text = text
        return text.withUTF8 { bytes in
            var scan = NestingLimit(bytes)
            while scan.index < bytes.count {
                scan.step()
                if scan.depth > deepest { return "the code nests deeper than \(deepest) levels" }
                if scan.levels[scan.levels.count - 1].operators > mostOperators {
                    return "an expression has more than \(mostOperators) operators"
                }
            }
            return nil
        }
    }

    private mutating func step() {
        if levels[levels.count - 1].end == UInt8(ascii: "\"") {
            stepInString()
        } else if !skipSpace() {
            stepInCode()
        }
    }

    // MARK: Code

    private mutating func stepInCode() {
        let byte = bytes[index]
        let isWord = Self.isWord(byte)
        let word = isWord || byte == UInt8(ascii: "#") ? readWord() : ""
        let isOperator = Self.isOperator(byte)
        if isNewLine {
            if !isOperator, !Self.isOperator(last) { levels[levels.count - 1].operators = 0 }
            if !goesOn, word != "else", !".?!)]}".utf8.contains(byte) { endStatement() }
            isNewLine = false
        }
        if isOperator, !Self.isOperator(previous) { levels[levels.count - 1].operators += 1 }
        goesOn = Self.nestingWords.contains(word)
        switch byte {
        case _ where goesOn: change { $0.words += 1 }
        case UInt8(ascii: "#"): readSign(word)
        case _ where isWord: break
        case UInt8(ascii: "\""): openString(signs: 0)
        case UInt8(ascii: ","), UInt8(ascii: ";"):
            endStatement()
            levels[levels.count - 1].operators = 0
        case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
            change { $0.links += 1 }
            let isTried = byte == UInt8(ascii: "[") && "[(<".utf8.contains(last)
            open(Level(end: Self.ends[byte] ?? 0, cost: isTried ? Self.costOfTries : 0))
        case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): close(byte)
        case UInt8(ascii: ">") where previous == UInt8(ascii: "-"):
            change { $0.words += 1 }
            goesOn = true
        case UInt8(ascii: "."), UInt8(ascii: "?"), UInt8(ascii: "!"), UInt8(ascii: "<"):
            if !Self.isSpace(previous) || isLineStart {
                change { $0.links += 1 }
            } else if byte == UInt8(ascii: "<"), !isBeforeSpace {
                // No Swift, which the parser takes for generic arguments again and again.
                change { $0.words += Self.costOfTries }
            }
        case _ where Self.isSpace(previous):
            // An operator between two values, which are beside each other.
            change { $0.links = 0 }
        default: break
        }
        last = byte
        if !isWord, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "#") { index += 1 }
    }

    private var previous: UInt8 { index > 0 ? bytes[index - 1] : UInt8(ascii: "\n") }

    private var isBeforeSpace: Bool {
        index + 1 >= bytes.count || Self.isSpace(bytes[index + 1])
            || "<=.".utf8.contains(bytes[index + 1])
    }

    /// Whether only spaces are before the code of this line.
    private var isLineStart: Bool {
        var place = index - 1
        while place >= 0, bytes[place] == UInt8(ascii: " ") || bytes[place] == UInt8(ascii: "\t") {
            place -= 1
        }
        return place < 0 || bytes[place] == UInt8(ascii: "\n") || bytes[place] == UInt8(ascii: "\r")
    }

    /// `#if`, `#endif`, and the number signs before a string.
    private mutating func readSign(_ word: String) {
        switch word {
        case "#if": open(Level(end: UInt8(ascii: "#")))
        case "#endif": close(UInt8(ascii: "#"))
        default:
            let signs = word.utf8.prefix { $0 == UInt8(ascii: "#") }.count
            if signs == word.utf8.count, index < bytes.count, bytes[index] == UInt8(ascii: "\"") {
                openString(signs: signs)
            }
        }
    }

    private mutating func readWord() -> String {
        let start = index
        while index < bytes.count, bytes[index] == UInt8(ascii: "#") { index += 1 }
        while index < bytes.count, Self.isWord(bytes[index]) { index += 1 }
        // No word that matters is longer.
        return String(decoding: bytes[start..<min(index, start + 16)], as: UTF8.self)
    }

    /// Skips spaces and comments; false when there are none.
    private mutating func skipSpace() -> Bool {
        let byte = bytes[index]
        if Self.isSpace(byte) {
            isNewLine = isNewLine || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
            index += 1
            return true
        }
        guard byte == UInt8(ascii: "/") else { return false }
        if has("//") {
            while index < bytes.count, bytes[index] != UInt8(ascii: "\n"),
                bytes[index] != UInt8(ascii: "\r")
            {
                index += 1
            }
            return true
        }
        guard has("/*") else { return false }
        var open = 0
        repeat {
            if has("/*") {
                open += 1
                index += 2
            } else if has("*/") {
                open -= 1
                index += 2
            } else {
                index += 1
            }
        } while open > 0 && index < bytes.count
        return true
    }

    private func has(_ text: StaticString, at offset: Int = 0) -> Bool {
        let start = index + offset
        guard start + text.utf8CodeUnitCount <= bytes.count else { return false }
        return (0..<text.utf8CodeUnitCount).allSatisfy { bytes[start + $0] == text.utf8Start[$0] }
    }

    // MARK: Strings

    private mutating func openString(signs: Int) {
        let quotes = has("\"\"\"") ? 3 : 1
        index += quotes
        open(Level(end: UInt8(ascii: "\""), quotes: quotes, signs: signs))
    }

    private mutating func stepInString() {
        let string = levels[levels.count - 1]
        let byte = bytes[index]
        index += 1
        switch byte {
        case UInt8(ascii: "\\"):
            guard skip(UInt8(ascii: "#"), times: string.signs), index < bytes.count else { return }
            if bytes[index] == UInt8(ascii: "(") { open(Level(end: UInt8(ascii: ")"))) }
            index += 1
        case UInt8(ascii: "\""):
            guard skip(byte, times: string.quotes - 1),
                skip(UInt8(ascii: "#"), times: string.signs)
            else { return }
            close(byte)
        case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
            guard string.quotes == 1 else { return }
            isNewLine = true
            close(UInt8(ascii: "\""))
        default: break
        }
    }

    private mutating func skip(_ byte: UInt8, times: Int) -> Bool {
        guard index + times <= bytes.count,
            bytes[index..<index + times].allSatisfy({ $0 == byte })
        else { return false }
        index += times
        return true
    }

    // MARK: Levels

    private mutating func open(_ level: Level) {
        levels.append(level)
        depth += level.depth
    }

    /// Closes the innermost level that a byte ends, and those in it that were left open.
    private mutating func close(_ end: UInt8) {
        guard let place = levels.lastIndex(where: { $0.end == end }) else { return }
        while levels.count > place { depth -= levels.removeLast().depth }
    }

    private mutating func endStatement() {
        change { ($0.links, $0.words) = (0, 0) }
    }

    private mutating func change(_ body: (inout Level) -> Void) {
        let last = levels.count - 1
        depth -= levels[last].depth
        body(&levels[last])
        depth += levels[last].depth
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || (9...13).contains(byte)
    }

    private static func isOperator(_ byte: UInt8) -> Bool { "+-*/%=<>&|^~?:!".utf8.contains(byte) }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
            true
        default: false
        }
    }
}
