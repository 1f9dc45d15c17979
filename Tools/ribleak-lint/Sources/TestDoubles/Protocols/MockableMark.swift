// SPDX-License-Identifier: Apache-2.0

import Foundation
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

    /// The names in the types that it says.
    var namedTypes: [String] {
        let types = (values[.typealias] ?? [:]).values.flatMap {
            $0.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
        }
        return types + [module].compactMap { $0?.split(separator: ".").first.map(String.init) }
    }

    /// What would not be Swift in a double; nil when all is. A mark is a comment, so no parser has seen
    /// it.
    var fault: String? {
        for section in [Section.override, .module, .combine, .typealias] {
            for (name, text) in (values[section] ?? [:]).sorted(by: { $0.key < $1.key }) {
                guard let what = Self.missing(in: text, of: name, section) else { continue }
                return "its mark says `\(section.rawValue): \(name) = \(text)`, which is not "
                    + "\(what) in Swift"
            }
        }
        return nil
    }

    /// What a text of a section should be and is not.
    private static func missing(
        in text: String, of name: String, _ section: Section
    ) -> String? {
        switch section {
        case .override, .module:
            return !["name", "prefix"].contains(name) || text.isSwiftName ? nil : "a name"
        case .combine:
            let wrapper = text.dropFirst().split(separator: " ").first.map(String.init)
            let isAttribute = wrapper?.isSwiftName != false
            return !text.hasPrefix("@") || isAttribute ? nil : "an attribute"
        default:
            var parser = Parser(text)
            return TypeSyntax.parse(from: &parser).hasError ? "a type" : nil
        }
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
            let name = statement[..<equals].trimmingCharacters(in: .whitespacesAndNewlines)
            values[current, default: [:]][name] = statement[equals...].dropFirst()
                .trimmingCharacters(in: .whitespacesAndNewlines)
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
