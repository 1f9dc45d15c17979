// SPDX-License-Identifier: Apache-2.0

import SwiftParser
import SwiftSyntax

/// The mark `/// @mockable` of a protocol, with its parameters in parentheses.
///
/// The form is Mockolo's: sections such as `rx: x = BehaviorSubject; y = ReplaySubject`.
struct MockableMark: Equatable, Sendable {
    /// The parts of a mark that change a double.
    enum Section: String, CaseIterable, Sendable {
        case override, `typealias`, rx, combine, history, module, modifiers
    }

    private var values: [Section: [String: String]] = [:]

    /// Finds the mark in the comments before a protocol.
    init?(comments: String) {
        guard let mark = comments.firstRange(of: "@mockable") else { return nil }
        let rest = comments[mark.upperBound...]
        if let next = rest.first, next.isLetter || next == "_" { return nil }
        guard rest.first == "(" else { return }
        read(Self.inParentheses(rest))
    }

    /// What a section says of a member, or of `all` members.
    subscript(section: Section, member: String) -> String? {
        values[section]?[member] ?? values[section]?["all"]
    }

    /// The name that the double gets instead of its usual one.
    var name: String? { values[.override]?["name"] }

    /// The module that the protocol's name is qualified with.
    var module: String? { values[.module]?["prefix"] }

    /// What would not be Swift in a double; nil when all is. A mark is a comment, so no parser has seen
    /// it.
    var fault: String? {
        let names = [("override: name", name), ("module: prefix", module)]
        for case (let section, let text?) in names where !text.isSwiftName {
            return "its mark says `\(section) = \(text)`, which is not a name in Swift"
        }
        for (member, text) in (values[.combine] ?? [:]).sorted(by: { $0.key < $1.key }) {
            guard text.hasPrefix("@"), let wrapper = text.dropFirst().split(separator: " ").first,
                !String(wrapper).isSwiftName
            else { continue }
            return
                "its mark says `combine: \(member) = \(text)`, which is not an attribute in Swift"
        }
        let types = (values[.typealias] ?? [:]).sorted { $0.key < $1.key }
        guard let wrong = types.first(where: { !Self.isType($0.value) }) else { return nil }
        return
            "its mark says `typealias: \(wrong.key) = \(wrong.value)`, which is not a type in Swift"
    }

    private static func isType(_ text: String) -> Bool {
        let tree = Parser.parse(source: "typealias T = \(text)")
        let isAlias = tree.statements.first?.item.is(TypeAliasDeclSyntax.self) == true
        return isAlias && tree.statements.count == 1 && !tree.hasError
    }

    private mutating func read(_ text: Substring) {
        var text = String(text)
        // The next section may begin after a comma too.
        for section in Section.allCases {
            text = text.replacing(", \(section.rawValue):", with: "; \(section.rawValue):")
        }
        var current: Section?
        for statement in text.split(separator: ";") {
            var statement = statement.drop(while: \.isWhitespace)
            for section in Section.allCases where statement.hasPrefix(section.rawValue + ":") {
                current = section
                statement = statement.dropFirst(section.rawValue.count + 1)
            }
            guard let current, let equals = statement.firstIndex(of: "=") else { continue }
            let name = statement[..<equals].trimmed
            values[current, default: [:]][name] = statement[equals...].dropFirst().trimmed
        }
    }

    private static func inParentheses(_ text: Substring) -> Substring {
        var depth = 0
        for index in text.indices {
            if text[index] == "(" { depth += 1 }
            if text[index] == ")" { depth -= 1 }
            if depth == 0 { return text[..<index].dropFirst() }
        }
        return text.dropFirst()
    }
}

extension String {
    /// Whether it can name a type or a module: names with dots between them.
    package var isSwiftName: Bool {
        split(separator: ".", omittingEmptySubsequences: false).allSatisfy {
            String($0).isValidSwiftIdentifier(for: .variableName)
        }
    }
}

extension Substring {
    fileprivate var trimmed: String {
        var text = drop(while: \.isWhitespace)
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
