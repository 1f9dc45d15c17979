// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBText
import Yams

/// One value of the settings file, with its line.
struct SettingsNode {
    /// What errors call it: its key, or what an entry of a list is, such as `a suppression`.
    let name: String
    private let node: Node
    /// Nil for an entry of a list.
    private let key: Node?
    private let file: String

    init(_ name: String, _ node: Node, key: Node? = nil, in file: String) {
        (self.name, self.node, self.key, self.file) = (name, node, key, file)
    }

    /// The file and line of the value, such as `.ribleak.yml:12`.
    var place: String { place(of: node) }

    /// The file and line of its key.
    var placeOfKey: String { place(of: key ?? node) }

    private func place(of node: Node) -> String { "\(file):\(node.mark?.line ?? 1)" }

    func error(_ explanation: String) -> UserError { UserError(.settings, place, explanation) }

    /// An error in the line of the key.
    func errorOfKey(_ explanation: String) -> UserError {
        UserError(.settings, placeOfKey, explanation)
    }

    /// Refuses anchors, which can turn a small file into endless data.
    ///
    /// Visits nodes in the order of the text, so that it meets an anchor before its aliases.
    func refuseAnchors() throws(UserError) {
        var left = [node]
        while let next = left.popLast() {
            guard next.anchor == nil else {
                throw SettingsNode("", next, in: file).error(
                    "anchors and aliases are not supported; write the value where you use it")
            }
            switch next {
            case .mapping(let mapping):
                left += mapping.reversed().flatMap { [$0.value, $0.key] }
            case .sequence(let sequence): left += sequence.reversed()
            case .scalar, .alias: break
            }
        }
    }

    // MARK: - Values

    /// The values of a mapping, each named by its key, in file order.
    ///
    /// - Parameters:
    ///   - keys: The allowed keys; nil when any name is allowed.
    ///   - earlier: Keys that are still read, and not suggested.
    func entries(
        _ keys: [String]?, also earlier: [String] = []
    ) throws(UserError) -> [SettingsNode] {
        if isNothing { return [] }
        guard case .mapping(let mapping) = node else {
            throw error("\(name) must be a mapping of keys to values")
        }
        var entries: [SettingsNode] = []
        var lines: [String: Int] = [:]
        for (key, value) in mapping {
            let entry = SettingsNode(key.scalar?.string ?? "", value, key: key, in: file)
            guard case .scalar = key else {
                throw entry.errorOfKey("a key of \(name) must be a word")
            }
            if let keys, !(keys + earlier).contains(entry.name) {
                throw entry.errorOfKey(Self.unknown(entry.name, "key", in: name, keys))
            }
            if let line = lines[entry.name] {
                throw entry.errorOfKey("\(entry.name) appears twice, first in line \(line)")
            }
            lines[entry.name] = key.mark?.line ?? 1
            entries.append(entry)
        }
        return entries
    }

    /// The same by their keys.
    func members(_ keys: [String]) throws(UserError) -> [String: SettingsNode] {
        Dictionary(try entries(keys).map { ($0.name, $0) }) { first, _ in first }
    }

    /// The values of a list.
    ///
    /// - Parameter what: What each of them is.
    func items(_ what: String) throws(UserError) -> [SettingsNode] {
        if isNothing { return [] }
        guard case .sequence(let sequence) = node else {
            throw error("\(name) must be a list; start each entry with -")
        }
        return sequence.map { SettingsNode(what, $0, in: file) }
    }

    func text() throws(UserError) -> String {
        try word("text", isPlain: false) { text in
            isNothing || text.allSatisfy(\.isWhitespace) ? nil : text
        }
    }

    /// What a text stands for.
    ///
    /// - Parameter expected: What it must be, for the error when it stands for nothing.
    func text<Value>(
        _ expected: String, _ reading: (String) -> Value?
    ) throws(UserError) -> Value {
        if let value = reading(try text()) { return value }
        throw error("\(name) must be \(expected)")
    }

    func pattern<Pattern>(
        _ reading: (String) throws(MalformedPattern) -> Pattern
    ) throws(UserError) -> Pattern {
        let text = try text()
        do throws(MalformedPattern) {
            return try reading(text)
        } catch {
            throw self.error("\(name) \(error.explanation)")
        }
    }

    /// One of the words for something.
    ///
    /// - Parameters:
    ///   - noun: What the words stand for.
    ///   - mapping: What the value is in.
    func choice<Choice: RawRepresentable<String>>(
        of all: [Choice], _ noun: String, in mapping: String
    ) throws(UserError) -> Choice {
        let text = try text()
        if let choice = all.first(where: { $0.rawValue == text }) { return choice }
        throw error(Self.unknown(text, noun, in: mapping, all.map(\.rawValue)))
    }

    func count() throws(UserError) -> Int {
        try word("a whole number, 0 or more") { Int($0).flatMap { $0 >= 0 ? $0 : nil } }
    }

    func flag() throws(UserError) -> Bool { try word("true or false", Bool.init) }

    /// What a word stands for.
    ///
    /// - Parameters:
    ///   - expected: What it must be, for the error when it stands for nothing.
    ///   - isPlain: Whether it must have no quotes.
    func word<Value>(
        _ expected: String, isPlain: Bool = true, _ reading: (String) -> Value?
    ) throws(UserError) -> Value {
        guard case .scalar(let scalar) = node, !isPlain || scalar.style == .plain,
            let value = reading(scalar.string)
        else { throw error("\(name) must be \(expected)") }
        return value
    }

    /// Says that a word is unknown, and which known one is nearest.
    ///
    /// - Parameter advice: What to say when none is near; nil to list the known ones.
    static func unknown(
        _ word: String, _ noun: String, in what: String, _ known: [String],
        orElse advice: String? = nil
    ) -> String {
        let near = known.nearest(to: word).map { "did you mean \($0)?" }
        let shown = word.count > 64 ? "\(word.prefix(64))…" : word
        return "unknown \(noun) '\(shown)' in \(what); "
            + (near ?? advice ?? "there are \(known.joined(separator: ", "))")
    }

    /// Whether the key has no value.
    private var isNothing: Bool {
        guard case .scalar(let scalar) = node, scalar.style == .plain else { return false }
        return ["", "~", "null"].contains(scalar.string)
    }
}

extension SettingsNode {
    /// This many aliases cannot multiply to much data.
    private static let mostAliases = 8

    /// Calls a function with the outermost value, or not at all when the text is empty.
    ///
    /// - Throws: `UserError` with the line where the text stops being YAML, or an error of the
    ///   function.
    static func read(
        _ yaml: String, file: String, _ body: (SettingsNode) throws(UserError) -> Void
    ) throws(UserError) {
        try refuseManyAliases(in: yaml, file)
        let parsed: (parser: Parser, root: Node?)
        do {
            // Our own rules decide what is a number or a date, so the parser resolves nothing.
            let parser = try Parser(yaml: yaml, resolver: .basic, encoding: .utf8)
            parsed = (parser, try parser.singleRoot())
        } catch {
            throw Self.error(error, file)
        }
        guard let root = parsed.root else { return }
        let node = SettingsNode("the settings", root, in: file)
        // The nodes' anchors live only as long as their parser.
        try withExtendedLifetime(parsed.parser) { () throws(UserError) in
            try node.refuseAnchors()
        }
        try body(node)
    }

    /// Refuses a text with many aliases before Yams sees it. Yams hashes keys while composing, and
    /// aliases can make this endless.
    private static func refuseManyAliases(in yaml: String, _ file: String) throws(UserError) {
        var (anchors, aliases, line) = (0, 0, 1)
        var sign: UInt8 = 0
        for byte in yaml.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
                if sign == UInt8(ascii: "&") { anchors += 1 }
                if sign == UInt8(ascii: "*") { aliases += 1 }
            case UInt8(ascii: "\n"): line += 1
            default: break
            }
            if anchors > 0, aliases > mostAliases {
                throw UserError(
                    .settings, "\(file):\(line)",
                    "anchors and aliases are not supported; this file has too many")
            }
            sign = byte
        }
    }

    private static func error(_ error: any Error, _ file: String) -> UserError {
        func settings(_ line: Int?, _ text: String) -> UserError {
            UserError(.settings, line.map { "\(file):\($0)" } ?? file, text)
        }
        guard let error = error as? YamlError else { return settings(nil, "is not YAML") }
        switch error {
        case .scanner(let context, let problem, let mark, _),
            .parser(let context, let problem, let mark, _),
            .composer(let context, let problem, let mark, _):
            let text = [context?.text, problem].compactMap { $0 }.joined(separator: ": ")
            let advice =
                ["alias", "anchor"].contains { text.contains($0) }
                ? "; a text that begins with * or & needs quotes" : ""
            return settings(mark.line, "is not YAML: \(text)\(advice)")
        case .duplicatedKeysInMapping(let keys, let context):
            return settings(
                context.mark.line,
                "\(keys.first?.prefix(64) ?? "a key") appears twice, first in this line")
        case .reader(let problem, _, _, _): return settings(nil, "is not YAML: \(problem)")
        default: return settings(nil, "is not YAML")
        }
    }
}
