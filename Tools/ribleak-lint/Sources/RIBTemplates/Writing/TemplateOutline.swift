// SPDX-License-Identifier: Apache-2.0

/// What templates nest and include.
///
/// Mustache's parser calls itself for each section, and its renderer for each section and each
/// included template, both without a limit. So all templates are measured before it gets them.
struct TemplateOutline {
    /// The deepest sections and included templates together. The package's own nest 3 deep; a test's
    /// thread, which has the smallest stack, holds some hundred.
    static let deepest = 40
    /// The most characters of a template with all that it includes: a hundred times a long source.
    /// Templates that include each other several times double with each step.
    static let longest = 1 << 20

    /// The longest name in a tag, many times ours. The parser calls itself for each `(` in it.
    static let longestName = 200

    /// A template, or a block: `$name`, whose text templates replace for each other.
    private struct Part {
        var includes: [(name: String, depth: Int, place: String)] = []
        var depth = 0
        var length = 0
    }

    /// A section that is open, and the delimiters that hold in it.
    private struct Level {
        let part: String
        let depth: Int
        var start: [Character] = ["{", "{"]
        var end: [Character] = ["}", "}"]
    }

    private var parts: [String: Part] = [:]
    private var measured: [String: (depth: Int, length: Int)] = [:]

    /// Reads a template, in place of the one that had its name.
    ///
    /// - Throws: `NewError` when it nests too deeply.
    mutating func read(_ text: String, of name: String, from path: String) throws(NewError) {
        parts[name] = Part()
        var reader = TagReader(text)
        var levels = [Level(part: name, depth: 0)]
        while true {
            let level = levels[levels.count - 1]
            let before = reader.index
            let kind = reader.nextTag(after: level.start)
            parts[level.part, default: Part()].length += reader.index - before
            guard let kind else { return }
            switch kind {
            case "#", "^", "$", "<":
                let tag = reader.readName(before: level.end)
                let isBlock = kind == "$"
                if isBlock || kind == "<" {
                    include(isBlock ? "$\(tag)" : tag, in: level, at: "\(path):\(reader.line)")
                }
                guard levels.count <= Self.deepest else {
                    throw Self.tooDeep("\(path):\(reader.line)")
                }
                let part = isBlock ? "$\(tag)" : level.part
                let depth = isBlock ? 0 : level.depth + 1
                levels.append(Level(part: part, depth: depth, start: level.start, end: level.end))
                parts[part, default: Part()].depth = max(parts[part]?.depth ?? 0, depth)
            case "/":
                _ = reader.readName(before: level.end)
                if levels.count > 1 { levels.removeLast() }
            case ">":
                include(reader.readName(before: level.end), in: level, at: "\(path):\(reader.line)")
            case "=":
                let last = levels.count - 1
                (levels[last].start, levels[last].end) = reader.readDelimiters(before: level.end)
            case "!", "%": reader.skip(through: level.end)
            default: _ = reader.readName(before: level.end)
            }
            guard reader.longestName <= Self.longestName else {
                throw .files(
                    "\(path):\(reader.line): has a name of more than \(Self.longestName) characters; "
                        + "shorten it")
            }
        }
    }

    private mutating func include(_ name: String, in level: Level, at place: String) {
        parts[level.part, default: Part()].includes.append((name, level.depth, place))
    }

    /// Checks that a template ends, however templates include each other.
    ///
    /// - Throws: `NewError` with the place of the first include that is too much.
    mutating func check(_ name: String) throws(NewError) {
        _ = try measure(name, below: [], at: name)
    }

    /// Calls itself at most `deepest` times.
    private mutating func measure(
        _ name: String, below path: [String], at place: String
    ) throws(NewError) -> (depth: Int, length: Int) {
        if let known = measured[name] { return known }
        if let start = path.firstIndex(of: name) {
            let circle = (path[start...] + [name]).joined(separator: " > ")
            throw .files("\(place): includes itself (\(circle)); take out one of these includes")
        }
        guard !name.hasPrefix("*") else {
            throw .files("\(place): a value names the template to include; write its name")
        }
        guard path.count <= Self.deepest else { throw Self.tooDeep(place) }
        // Mustache writes nothing for a template that is missing.
        var (depth, length) = parts[name].map { ($0.depth, $0.length) } ?? (0, 0)
        for include in parts[name]?.includes ?? [] {
            let inner = try measure(include.name, below: path + [name], at: include.place)
            depth = max(depth, include.depth + 1 + inner.depth)
            length += inner.length
            guard depth <= Self.deepest else { throw Self.tooDeep(include.place) }
            guard length <= Self.longest else {
                throw .files(
                    "\(include.place): makes more than \(Self.longest >> 20) MB with all that it "
                        + "includes; include less")
            }
        }
        measured[name] = (depth, length)
        return (depth, length)
    }

    private static func tooDeep(_ place: String) -> NewError {
        .files(
            "\(place): nests more than \(deepest) sections and includes; take some of them apart")
    }
}

/// Finds tags where Mustache's parser finds them.
private struct TagReader {
    private let text: [Character]
    private(set) var index = 0
    private(set) var line = 1
    private(set) var longestName = 0

    init(_ text: String) { self.text = Array(text) }

    /// Goes behind the start of the next tag and the sign of its kind, which it returns.
    mutating func nextTag(after start: [Character]) -> Character? {
        while index < text.count {
            guard has(start) else {
                advance(1)
                continue
            }
            advance(start.count)
            // At the end of a line, it is text.
            if index < text.count, !text[index].isNewline {
                advance(1)
                return text[index - 1]
            }
        }
        return nil
    }

    /// Reads a name up to the end of its tag. A name may begin with the sign that `nextTag` took.
    mutating func readName(before end: [Character]) -> String {
        skipSpaces()
        let start = index
        while index < text.count, Self.isOfName(text[index]) { advance(1) }
        let name = String(text[start..<index])
        longestName = max(longestName, index - start)
        skipSpaces()
        if has(end) { advance(end.count) }
        return name
    }

    mutating func readDelimiters(
        before end: [Character]
    ) -> (start: [Character], end: [Character]) {
        skipSpaces()
        let first = read { $0.isWhitespace }
        skipSpaces()
        let second = read { $0 == "=" || $0.isWhitespace }
        skip(through: end)
        return (first, second)
    }

    mutating func skip(through end: [Character]) {
        while index < text.count, !has(end) { advance(1) }
        advance(end.count)
    }

    private mutating func skipSpaces() { _ = read { !$0.isWhitespace } }

    private mutating func read(until isEnd: (Character) -> Bool) -> [Character] {
        let start = index
        while index < text.count, !isEnd(text[index]) { advance(1) }
        return Array(text[start..<index])
    }

    private func has(_ part: [Character]) -> Bool {
        !part.isEmpty && index + part.count <= text.count
            && part.indices.allSatisfy { text[index + $0] == part[$0] }
    }

    private mutating func advance(_ count: Int) {
        let next = min(index + count, text.count)
        for character in text[index..<next] where character.isNewline { line += 1 }
        index = next
    }

    private static func isOfName(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber)
            || [".", "-", "_", "?", "(", ")", "*", "/"].contains(character)
    }
}
