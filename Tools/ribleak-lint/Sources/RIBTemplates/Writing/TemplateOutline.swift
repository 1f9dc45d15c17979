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
        var start = "{{"
        var end = "}}"
    }

    private var parts: [String: Part] = [:]
    private var measured: [String: (depth: Int, length: Int)] = [:]

    /// Reads a template, in place of the one that had its name.
    ///
    /// - Throws: `NewError` when it nests too deeply.
    mutating func read(_ text: String, of name: String, from path: String) throws(NewError) {
        parts[name] = Part()
        var reader = TagReader(rest: text[...])
        var levels = [Level(part: name, depth: 0)]
        while let level = levels.last {
            let before = reader.count
            let kind = reader.nextTag(after: level.start)
            parts[level.part]?.length += reader.count - before
            guard let kind else { return }
            let place = "\(path):\(reader.line)"
            switch kind {
            case "!", "%": reader.skip(through: level.end)
            case "=":
                let delimiters = reader.delimiters(before: level.end)
                (levels[levels.count - 1].start, levels[levels.count - 1].end) = delimiters
            default:
                let tag = reader.name(before: level.end)
                guard tag.count <= Self.longestName else {
                    throw .files(
                        "\(place): has a name of more than \(Self.longestName) characters; shorten it"
                    )
                }
                if kind == "/", levels.count > 1 { levels.removeLast() }
                let block = kind == "$" ? "$\(tag)" : nil
                if [">", "<", "$"].contains(kind) {
                    parts[level.part]?.includes.append((block ?? tag, level.depth, place))
                }
                guard ["#", "^", "$", "<"].contains(kind) else { continue }
                guard levels.count <= Self.deepest else { throw Self.tooDeep(place) }
                let (part, depth) = block.map { ($0, 0) } ?? (level.part, level.depth + 1)
                levels.append(Level(part: part, depth: depth, start: level.start, end: level.end))
                parts[part, default: Part()].depth = max(parts[part]?.depth ?? 0, depth)
            }
        }
    }

    /// Measures a template with all that it includes, and so checks that it ends. Calls itself at most
    /// `deepest` times.
    ///
    /// - Throws: `NewError` with the place of the first include that is too much.
    @discardableResult
    mutating func measure(
        _ name: String, below path: [String] = [], at place: String
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
    /// What is not read yet.
    var rest: Substring
    /// How many characters are read, and the number of the next one's line.
    private(set) var count = 0
    private(set) var line = 1

    /// Goes behind the start of the next tag and the sign of its kind, which it returns.
    mutating func nextTag(after start: String) -> Character? {
        while !start.isEmpty, let found = rest.firstRange(of: start) {
            read(to: found.upperBound)
            // At the end of a line, it is text.
            if let kind = rest.first, !kind.isNewline {
                read(to: rest.index(after: rest.startIndex))
                return kind
            }
        }
        read(to: rest.endIndex)
        return nil
    }

    /// Reads a name up to the end of its tag. A name may begin with the sign that `nextTag` took.
    mutating func name(before end: String) -> String {
        _ = word(\.isWhitespace)
        let name = word { character in
            character.isASCII && (character.isLetter || character.isNumber)
                || ".-_?()*/".contains(character)
        }
        _ = word(\.isWhitespace)
        if rest.hasPrefix(end) { skip(through: end) }
        return name
    }

    mutating func delimiters(before end: String) -> (start: String, end: String) {
        _ = word(\.isWhitespace)
        let first = word { !$0.isWhitespace }
        _ = word(\.isWhitespace)
        let second = word { $0 != "=" && !$0.isWhitespace }
        skip(through: end)
        return (first, second)
    }

    mutating func skip(through end: String) {
        read(to: rest.firstRange(of: end)?.upperBound ?? rest.endIndex)
    }

    private mutating func word(_ isPart: (Character) -> Bool) -> String {
        let word = rest.prefix(while: isPart)
        read(to: word.endIndex)
        return String(word)
    }

    private mutating func read(to index: Substring.Index) {
        let read = rest[..<index]
        count += read.count
        line += read.count { $0.isNewline }
        rest = rest[index...]
    }
}
