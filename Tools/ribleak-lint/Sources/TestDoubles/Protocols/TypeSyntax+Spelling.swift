// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

extension SyntaxProtocol {
    /// The text on one line, without comments.
    var spelling: String {
        var text = ""
        var hadSpace = false
        for token in tokens(viewMode: .sourceAccurate) {
            let isSpaced = hadSpace || !token.leadingTrivia.isEmpty
            let opens = text.isEmpty || "([<".contains(text.last ?? "(")
            let closes = [")", "]", ",", ">"].contains(token.text) && text.last != "="
            if isSpaced, !opens, !closes { text += " " }
            text += token.text
            hadSpace = !token.trailingTrivia.isEmpty
        }
        return text
    }

    /// Whether one of some names is used in it.
    func mentions(_ names: Set<String>) -> Bool {
        !names.isEmpty && tokens(viewMode: .sourceAccurate).contains { names.contains($0.text) }
    }
}

extension TypeSyntax {
    /// The type without parentheses around it.
    var bare: TypeSyntax {
        guard let tuple = self.as(TupleTypeSyntax.self), tuple.elements.count == 1,
            let only = tuple.elements.first, only.firstName == nil
        else { return self }
        return only.type.bare
    }

    /// What an optional may hold; nothing for other types.
    var wrapped: TypeSyntax? {
        let type = bare
        if let optional = type.as(OptionalTypeSyntax.self) { return optional.wrappedType }
        if let optional = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
            return optional.wrappedType
        }
        let named = type.named
        return named?.name == "Optional" ? named?.arguments.first : nil
    }

    /// The type of a closure, without its attributes.
    var closure: FunctionTypeSyntax? {
        let type = bare
        if let attributed = type.as(AttributedTypeSyntax.self) {
            return attributed.baseType.closure
        }
        return type.as(FunctionTypeSyntax.self)
    }

    /// Names before the type, such as `inout` or `sending`, and its attributes without their `@`.
    var specifiers: [String] {
        guard let attributed = bare.as(AttributedTypeSyntax.self) else { return [] }
        let specifiers = attributed.specifiers.map { $0.spelling }
        let attributes = attributed.attributes.map { String($0.spelling.dropFirst()) }
        return specifiers + attributes
    }

    /// The type without specifiers and attributes.
    var unattributed: TypeSyntax { self.as(AttributedTypeSyntax.self)?.baseType ?? self }

    /// The name of a nominal type and its generic arguments; of `Module.Name` the last name.
    var named: (name: String, arguments: [TypeSyntax])? {
        let type = bare
        if let identifier = type.as(IdentifierTypeSyntax.self) {
            return (identifier.name.text, identifier.genericArgumentClause.types)
        }
        if let member = type.as(MemberTypeSyntax.self) {
            return (member.name.text, member.genericArgumentClause.types)
        }
        if let existential = type.as(SomeOrAnyTypeSyntax.self) {
            return existential.constraint.named
        }
        return nil
    }

    /// The parts of a composition, or the type itself.
    var composed: [TypeSyntax] {
        bare.as(CompositionTypeSyntax.self)?.elements.flatMap(\.type.composed) ?? [bare]
    }

    /// Whether it is `Void` or `()`.
    var isVoid: Bool {
        if let tuple = self.as(TupleTypeSyntax.self), tuple.elements.isEmpty { return true }
        return named?.name == "Void"
    }

    /// Whether the type must be in parentheses before a `?`.
    var needsParentheses: Bool {
        self.is(FunctionTypeSyntax.self) || self.is(AttributedTypeSyntax.self)
            || self.is(SomeOrAnyTypeSyntax.self) || self.is(CompositionTypeSyntax.self)
    }

    /// The spelling of the optional of this type.
    var optionalSpelling: String { needsParentheses ? "(\(spelling))?" : spelling + "?" }

    /// The type as part of a variable's name, such as `ArrayInt`, as Mockolo forms it.
    var displayName: String {
        let type = bare
        if let array = type.as(ArrayTypeSyntax.self) { return "Array" + array.element.displayName }
        if let dictionary = type.as(DictionaryTypeSyntax.self) {
            return "Dictionary" + dictionary.key.displayName + dictionary.value.displayName
        }
        if type.is(OptionalTypeSyntax.self), let wrapped {
            return "Optional" + wrapped.displayName
        }
        if let attributed = type.as(AttributedTypeSyntax.self) {
            return attributed.baseType.displayName
        }
        if let tuple = type.as(TupleTypeSyntax.self) {
            return tuple.elements.map {
                ($0.firstName?.text.capitalizedFirst ?? "") + $0.type.displayName
            }.joined()
        }
        if let function = type.as(FunctionTypeSyntax.self) {
            return function.parameters.map(\.type.displayName).joined()
                + function.returnClause.type.displayName
        }
        if let named = type.named {
            let base = type.as(MemberTypeSyntax.self)?.baseType.displayName ?? ""
            let arguments = named.arguments.map(\.displayName).joined()
            return base + named.name.capitalizedFirst + arguments
        }
        return type.composed.count > 1
            ? type.composed.map(\.displayName).joined()
            : spelling.filter(\.isLetter).capitalizedFirst
    }
}

extension GenericArgumentClauseSyntax? {
    fileprivate var types: [TypeSyntax] {
        self?.arguments.compactMap { argument in
            guard case .type(let type) = argument.argument else { return nil }
            return type
        } ?? []
    }
}

extension String {
    var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
