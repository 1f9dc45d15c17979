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

    /// The spelling of a value's type: of one that unwraps itself, that of the optional.
    var plainSpelling: String {
        self.is(ImplicitlyUnwrappedOptionalTypeSyntax.self)
            ? wrapped?.optionalSpelling ?? spelling : spelling
    }

    /// The spelling of the optional of this type.
    var optionalSpelling: String {
        let isLong =
            self.is(FunctionTypeSyntax.self) || self.is(AttributedTypeSyntax.self)
            || self.is(SomeOrAnyTypeSyntax.self) || self.is(CompositionTypeSyntax.self)
        return isLong ? "(\(spelling))?" : spelling + "?"
    }

    /// The type as part of a variable's name, such as `ArrayInt`, as Mockolo forms it.
    var displayName: String {
        let namer = TypeNamer(viewMode: .sourceAccurate)
        namer.walk(self)
        return namer.name
    }
}

/// Puts the names in a type one after the other.
private final class TypeNamer: SyntaxVisitor {
    private(set) var name = ""

    private func add(_ kind: String) -> SyntaxVisitorContinueKind {
        name += kind
        return .visitChildren
    }

    override func visit(_ node: ArrayTypeSyntax) -> SyntaxVisitorContinueKind { add("Array") }
    override func visit(_ node: DictionaryTypeSyntax) -> SyntaxVisitorContinueKind {
        add("Dictionary")
    }
    override func visit(_ node: OptionalTypeSyntax) -> SyntaxVisitorContinueKind { add("Optional") }
    override func visit(_ node: AttributeListSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

    override func visit(_ token: TokenSyntax) -> SyntaxVisitorContinueKind {
        switch token.tokenKind {
        case .identifier, .keyword(.Any), .keyword(.Self): name += token.text.capitalizedFirst
        default: break
        }
        return .visitChildren
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
