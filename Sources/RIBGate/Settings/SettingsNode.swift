// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
import RIBText
import Yams

/// One value of the settings file, with its line.
struct SettingsNode {
    private let node: Node
    private let file: String

    init(_ node: Node, in file: String) {
        self.node = node
        self.file = file
    }

    /// The file and line of the value, such as `.ribleak.yml:12`.
    var place: String { "\(file):\(node.mark?.line ?? 1)" }

    func error(_ explanation: String) -> UserError { UserError(.settings, place, explanation) }

    /// Refuses anchors, which can turn a small file into endless data.
    ///
    /// Visits nodes in the order of the text, so that it meets an anchor before its aliases.
    func refuseAnchors() throws(UserError) {
        var left = [node]
        while let next = left.popLast() {
            guard next.anchor == nil else {
                throw SettingsNode(next, in: file).error(
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

    /// The values of a mapping with their keys, in file order.
    ///
    /// - Parameters:
    ///   - what: The name of the mapping, for errors.
    ///   - keys: The allowed keys; nil when any name is allowed.
    ///   - earlier: Keys that are still read, and not suggested.
    func entries(
        _ what: String, keys: [String]? = nil, also earlier: [String] = []
    ) throws(UserError) -> [Entry] {
        if isNothing { return [] }
        guard case .mapping(let mapping) = node else {
            throw error("\(what) must be a mapping of keys to values")
        }
        var entries: [Entry] = []
        var lines: [String: Int] = [:]
        for (keyNode, value) in mapping {
            let key = SettingsNode(keyNode, in: file)
            guard case .scalar(let scalar) = keyNode else {
                throw key.error("a key of \(what) must be a word")
            }
            let name = scalar.string
            if let keys, !keys.contains(name), !earlier.contains(name) {
                throw key.unknown(name, "key", in: what, keys)
            }
            if let line = lines[name] {
                throw key.error("\(name) appears twice, first in line \(line)")
            }
            lines[name] = scalar.mark?.line ?? 1
            entries.append((name, key, SettingsNode(value, in: file)))
        }
        return entries
    }

    /// A value of a mapping, the name of its key and the key itself.
    typealias Entry = (name: String, key: SettingsNode, value: SettingsNode)

    /// The values of a list.
    func items(_ what: String) throws(UserError) -> [SettingsNode] {
        if isNothing { return [] }
        guard case .sequence(let sequence) = node else {
            throw error("\(what) must be a list; start each entry with -")
        }
        return sequence.map { SettingsNode($0, in: file) }
    }

    func text(_ what: String) throws(UserError) -> String {
        guard case .scalar(let scalar) = node, !isNothing,
            scalar.string.contains(where: { !$0.isWhitespace })
        else { throw error("\(what) must be text") }
        return scalar.string
    }

    /// What a text stands for.
    ///
    /// - Parameter expected: What it must be, for the error when it stands for nothing.
    func text<Value>(
        _ what: String, _ expected: String, _ reading: (String) -> Value?
    ) throws(UserError) -> Value {
        if let value = reading(try text(what)) { return value }
        throw error("\(what) must be \(expected)")
    }

    func pattern<Pattern>(
        _ what: String, _ reading: (String) throws(MalformedPattern) -> Pattern
    ) throws(UserError) -> Pattern {
        let text = try text(what)
        do throws(MalformedPattern) {
            return try reading(text)
        } catch {
            throw self.error("\(what) \(error.explanation)")
        }
    }

    /// One of the words for something.
    ///
    /// - Parameters:
    ///   - noun: What the words stand for.
    ///   - mapping: What the value is in.
    func choice<Choice: RawRepresentable<String>>(
        _ what: String, _ noun: String, of all: [Choice], in mapping: String
    ) throws(UserError) -> Choice {
        let text = try text(what)
        if let choice = all.first(where: { $0.rawValue == text }) { return choice }
        throw unknown(text, noun, in: mapping, all.map(\.rawValue))
    }

    func count(_ what: String) throws(UserError) -> Int {
        guard case .scalar(let scalar) = node, scalar.style == .plain,
            let count = Int(scalar.string), count >= 0
        else { throw error("\(what) must be a whole number, 0 or more") }
        return count
    }

    func flag(_ what: String) throws(UserError) -> Bool {
        guard case .scalar(let scalar) = node, scalar.style == .plain,
            let flag = Bool(scalar.string)
        else { throw error("\(what) must be true or false") }
        return flag
    }

    /// One of a few words.
    func word(_ what: String, of words: [String]) throws(UserError) -> String {
        guard case .scalar(let scalar) = node, words.contains(scalar.string) else {
            throw error("\(what) must be \(words.joined(separator: " or "))")
        }
        return scalar.string
    }

    /// An error for an unknown word that suggests the nearest known one.
    private func unknown(
        _ word: String, _ noun: String, in what: String, _ known: [String]
    ) -> UserError {
        let all = "there are \(known.joined(separator: ", "))"
        return error(UserError.unknown(word, noun, in: what, known, orElse: all))
    }

    /// Whether the key has no value.
    private var isNothing: Bool {
        guard case .scalar(let scalar) = node, scalar.style == .plain else { return false }
        return ["", "~", "null"].contains(scalar.string)
    }
}

extension UserError {
    /// Says that a word is unknown, and which known one is nearest.
    static func unknown(
        _ word: String, _ noun: String, in what: String, _ known: [String], orElse advice: String
    ) -> String {
        let near = known.nearest(to: word).map { "did you mean \($0)?" }
        let shown = word.count > 64 ? "\(word.prefix(64))…" : word
        return "unknown \(noun) '\(shown)' in \(what); \(near ?? advice)"
    }
}
