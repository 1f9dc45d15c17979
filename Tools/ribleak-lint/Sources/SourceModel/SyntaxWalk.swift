// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

extension SyntaxProtocol {
    /// The nodes around it, innermost first.
    package var ancestors: some Sequence<Syntax> {
        sequence(first: Syntax(self)) { $0.parent }.dropFirst()
    }

    /// The innermost node of a kind around it.
    package func nearest<Node: SyntaxProtocol>(_ kind: Node.Type) -> Node? {
        for node in ancestors {
            if let found = node.as(kind) { return found }
        }
        return nil
    }

    /// The nodes of a kind in it, itself too, in the order of the source.
    ///
    /// - Parameter isClosed: Whether to leave out what is inside of a node.
    package func nodes<Node: SyntaxProtocol>(
        _ kind: Node.Type, outside isClosed: (Syntax) -> Bool = { _ in false }
    ) -> [Node] {
        withoutActuallyEscaping(isClosed) { isClosed in
            let finder = NodeFinder<Node>(isClosed)
            finder.walk(self)
            return finder.found
        }
    }
}

/// A visitor takes its nodes from a pool, which a walk over children does not.
private final class NodeFinder<Node: SyntaxProtocol>: SyntaxAnyVisitor {
    private(set) var found: [Node] = []
    private let isClosed: (Syntax) -> Bool

    init(_ isClosed: @escaping (Syntax) -> Bool) {
        self.isClosed = isClosed
        super.init(viewMode: .sourceAccurate)
    }

    override func visitAny(_ node: Syntax) -> SyntaxVisitorContinueKind {
        if let node = node.as(Node.self) { found.append(node) }
        return isClosed(node) ? .skipChildren : .visitChildren
    }
}

extension SyntaxProtocol {
    /// The types and extensions in it, outer ones first.
    package var typeDeclarations: [any DeclGroupSyntax] {
        nodes(DeclSyntax.self).compactMap { $0.asProtocol((any DeclGroupSyntax).self) }
    }

    /// The `return` statements of its own code, and not of closures and functions inside.
    package var returns: [ReturnStmtSyntax] {
        nodes(ReturnStmtSyntax.self) {
            $0.is(ClosureExprSyntax.self) || $0.is(FunctionDeclSyntax.self)
        }
    }

    /// The call that an expression is an argument or a closure of.
    package var takingCall: FunctionCallExprSyntax? {
        if let call = parent?.as(FunctionCallExprSyntax.self) {
            return call.calledExpression.id == id ? nil : call
        }
        let isArgument =
            parent?.is(LabeledExprSyntax.self) == true
            || parent?.is(MultipleTrailingClosureElementSyntax.self) == true
        return isArgument ? parent?.parent?.parent?.as(FunctionCallExprSyntax.self) : nil
    }
}

extension DeclReferenceExprSyntax {
    /// Whether it is the name of a member: `b` in `a.b`.
    package var isMemberName: Bool { parent?.as(MemberAccessExprSyntax.self)?.declName.id == id }
}

extension PatternSyntax {
    /// The name of a pattern that is a name and no more.
    package var name: String? { self.as(IdentifierPatternSyntax.self)?.identifier.text }
}

extension FunctionParameterSyntax {
    /// The name that the body has for it.
    package var innerName: String { (secondName ?? firstName).text }
}

extension DeclModifierListSyntax {
    /// Whether one of them is among some names.
    package func has(_ names: String...) -> Bool { contains { names.contains($0.name.text) } }
}

extension DeclGroupSyntax {
    /// The name of the type that it declares or extends, without outer types.
    package var typeName: String? {
        if let named = asProtocol((any NamedDeclSyntax).self) { return named.name.text }
        return self.as(ExtensionDeclSyntax.self)?.extendedType.name
    }
}
