// SPDX-License-Identifier: Apache-2.0

import SwiftParser
import SwiftSyntax

/// What all members of a protocol have in common.
struct MemberTraits: Sendable {
    let isStatic: Bool
    let isNonisolated: Bool
    /// The attributes that the double's member needs too.
    let attributes: [String]
    /// Attributes that only the whole class can have, as a stored variable cannot.
    let classAttributes: [String]
    /// The condition of the `#if` around the member.
    let condition: String?
    /// The mark of the protocol that declares the member.
    let mark: MockableMark?

    init(_ member: some DeclSyntaxProtocol, condition: String?, mark: MockableMark?) {
        let modifiers = member.asProtocol((any WithModifiersSyntax).self)?.modifiers ?? []
        let names = Set(modifiers.map(\.name.text))
        isStatic = names.contains("static") || names.contains("class")
        isNonisolated = names.contains("nonisolated")
        let attributes = member.asProtocol((any WithAttributesSyntax).self)?.attributes ?? []
        let all = attributes.compactMap(\.attribute)
        classAttributes = all.filter(\.limitsPlatforms).map(\.spelling)
        self.attributes = all.filter { $0.belongsToMembers && !$0.limitsPlatforms }.map(\.spelling)
        (self.condition, self.mark) = (condition, mark)
    }
}

extension AttributeSyntax {
    /// Whether it names platforms and versions, such as `@available(iOS 17, *)`.
    var limitsPlatforms: Bool {
        attributeName.spelling == "available"
            && !["deprecated", "noasync", "renamed", "(*"].contains(where: spelling.contains)
    }

    /// Whether it says how a member is called. Others, such as result builders, change its body.
    fileprivate var belongsToMembers: Bool {
        let name = attributeName.spelling
        return isGlobalActor
            || ["available", "discardableResult", "objc", "Sendable"].contains(name)
    }

    /// Whether its name is one of a global actor.
    var isGlobalActor: Bool { attributeName.spelling.hasSuffix("Actor") }
}

/// What follows the parameters: `async`, and `throws` with its type.
struct Effects: Sendable {
    let isAsync: Bool
    /// `throws`, `throws(E)`, or nothing.
    let throwing: String?

    init(_ specifiers: (any EffectSpecifiersSyntax)?) {
        let throwing = specifiers?.throwsClause
        isAsync = specifiers?.asyncSpecifier != nil
        // What only rethrows has nothing of its own to throw, and may be met by what never throws.
        let only = throwing?.throwsSpecifier.text == "throws" ? throwing?.spelling : nil
        self.throwing = only?.replacing("throws (", with: "throws(")
    }

    /// Before the arrow of a function type: ` async throws`.
    var spelling: String { (isAsync ? " async" : "") + (throwing.map { " " + $0 } ?? "") }

    /// Before a call: `try await `.
    var callMarks: String {
        let throwsNothing = throwing == nil || throwing == "throws(Never)"
        return (throwsNothing ? "" : "try ") + (isAsync ? "await " : "")
    }

    var isNone: Bool { !isAsync && throwing == nil }
}

/// A property that a protocol requires.
struct PropertyRequirement: Sendable {
    let name: String
    let type: TypeSyntax
    var isSettable: Bool
    let effects: Effects
    let traits: MemberTraits

    /// The name without the backticks of a keyword.
    var plainName: String { name.filter { $0 != "`" } }

    /// Equal for two properties that are the same one.
    var identity: String { "\(traits.isStatic) \(name) \(traits.condition ?? "")" }
}

/// A method, subscript or initialiser that a protocol requires.
struct FunctionRequirement: Sendable {
    enum Kind: Equatable, Sendable {
        case method
        case `subscript`(isSettable: Bool)
        case initializer

        var isCalledByName: Bool {
            if case .subscript = self { false } else { true }
        }
    }

    let kind: Kind
    let name: String
    let generics: [(name: String, constraint: TypeSyntax?)]
    /// The generic parameters in angle brackets, as they are spelled.
    let genericClause: String
    /// The `where` clause, with its keyword, or nothing.
    let whereClause: String
    var parameters: [FunctionParameter]
    var effects: Effects
    /// Nothing for `Void`.
    var result: TypeSyntax?
    let traits: MemberTraits

    var genericNames: Set<String> { Set(generics.map(\.name)) }

    /// Equal for two functions that are the same one.
    var identity: String {
        let labels = parameters.map { "\($0.label ?? "_"): \($0.type.spelling)" }
        return "\(traits.isStatic) \(name)\(genericClause)(\(labels.joined(separator: ", "))) "
            + "\(result?.spelling ?? "") \(whereClause) \(traits.condition ?? "")"
    }
}

/// A parameter of a required function.
struct FunctionParameter: Sendable {
    /// The argument's label; nothing for `_`.
    let label: String?
    /// The name within the function.
    let name: String
    let type: TypeSyntax
    let isVariadic: Bool

    init(named name: String, _ type: TypeSyntax) {
        (label, self.name, self.type, isVariadic) = (nil, name, type, false)
    }

    init(_ node: FunctionParameterSyntax, at index: Int, labelsAreNames: Bool) {
        let first = node.firstName.text
        let second = node.secondName?.text
        // A subscript's parameter with one name has no label.
        label = first == "_" || (labelsAreNames && second == nil) ? nil : first
        let name = second ?? first
        self.name = name == "_" ? "argument\(index)" : name
        type = node.type
        isVariadic = node.ellipsis != nil
    }

    /// The name as an expression within the function.
    var reference: String {
        let isWord = name.first == "`" || name.isValidSwiftIdentifier(for: .variableName)
        return isWord ? name : "`\(name)`"
    }
}

/// An associated type of a protocol.
struct AssociatedType: Sendable {
    let name: String
    /// What it must conform to.
    var constraints: [String]
    var defaultType: String?
}

extension AttributeListSyntax.Element {
    /// The attribute, if it is not in an `#if`.
    var attribute: AttributeSyntax? { self.as(AttributeSyntax.self) }
}
