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

    /// A type as part of a variable's name, such as `ArrayInt`, as Mockolo forms it.
    var displayName: String {
        let own: String
        switch kind {
        case .arrayType: own = "Array"
        case .dictionaryType: own = "Dictionary"
        case .optionalType: own = "Optional"
        case .attributeList: return ""
        default: own = self.as(TokenSyntax.self)?.partOfName ?? ""
        }
        return children(viewMode: .sourceAccurate).reduce(own) { $0 + $1.displayName }
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
        return type.as(OptionalTypeSyntax.self)?.wrappedType
            ?? type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self)?.wrappedType
            ?? (type.named?.name == "Optional" ? type.named?.arguments.first : nil)
    }

    /// The type of a closure, without its attributes.
    var closure: FunctionTypeSyntax? {
        let type = bare
        return type.as(AttributedTypeSyntax.self)?.baseType.closure
            ?? type.as(FunctionTypeSyntax.self)
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
        if let existential = type.as(SomeOrAnyTypeSyntax.self) {
            return existential.constraint.named
        }
        let identifier = type.as(IdentifierTypeSyntax.self)
        let member = type.as(MemberTypeSyntax.self)
        guard let name = identifier?.name ?? member?.name else { return nil }
        let clause = identifier?.genericArgumentClause ?? member?.genericArgumentClause
        let arguments = clause?.arguments.compactMap { $0.argument.as(TypeSyntax.self) } ?? []
        return (name.text, arguments)
    }

    /// The name of a type that may be a protocol, without `any` and `some`.
    var protocolName: String? {
        guard composed.count == 1 else { return nil }
        return (bare.as(SomeOrAnyTypeSyntax.self)?.constraint ?? bare).spelling
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

    /// The spelling of a value's type: of one that unwraps itself, that of the optional.
    var plainSpelling: String {
        self.is(ImplicitlyUnwrappedOptionalTypeSyntax.self)
            ? wrapped?.optionalSpelling ?? spelling : spelling
    }

    /// The spelling of the optional of this type.
    var optionalSpelling: String {
        let needsParentheses = [
            .functionType, .attributedType, .someOrAnyType, .compositionType,
        ].contains(kind)
        return needsParentheses ? "(\(spelling))?" : spelling + "?"
    }
}

extension TokenSyntax {
    fileprivate var partOfName: String {
        switch tokenKind {
        case .identifier, .keyword(.Any), .keyword(.Self): text.capitalizedFirst
        default: ""
        }
    }
}

extension String {
    var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
