// SPDX-License-Identifier: Apache-2.0

import SourceModel
import SwiftSyntax

/// Where a piece of code stands.
package struct EnclosingCode {
    /// The type, without outer types; nil at the top level.
    package let type: String?
    /// The name of the method, initializer or property without arguments; nil outside of them.
    package let member: String?
    /// The member with the labels of its arguments, such as `build(withListener:)`.
    package let signature: String?
    /// The body of the member.
    package let body: Syntax?
    /// The innermost closure around it, within the member.
    package let closure: ClosureExprSyntax?
    /// Whether the member belongs to the type itself.
    package let isStatic: Bool

    /// Looks outwards from a node.
    package init(of node: some SyntaxProtocol) {
        var closure: ClosureExprSyntax?
        var member: (name: String, signature: String, body: Syntax?, isStatic: Bool)?
        var current = Syntax(node).parent
        var type: String?
        while let next = current {
            if member == nil {
                if closure == nil { closure = next.as(ClosureExprSyntax.self) }
                // A function inside of a function is a part of it.
                if next.isMember { member = Self.member(next) }
            }
            if let group = next.asProtocol((any DeclGroupSyntax).self) {
                type = group.typeName
                break
            }
            current = next.parent
        }
        (self.type, self.closure) = (type, closure)
        self.member = member?.name
        signature = member?.signature
        body = member?.body
        isStatic = member?.isStatic ?? false
    }

    private static func member(
        _ node: Syntax
    ) -> (name: String, signature: String, body: Syntax?, isStatic: Bool)? {
        if let function = node.as(FunctionDeclSyntax.self) {
            let name = function.name.text
            return (
                name, name + labels(function.signature.parameterClause),
                function.body.map(Syntax.init), isStatic(function.modifiers)
            )
        }
        if let initializer = node.as(InitializerDeclSyntax.self) {
            return (
                "init", "init" + labels(initializer.signature.parameterClause),
                initializer.body.map(Syntax.init), false
            )
        }
        if let end = node.as(DeinitializerDeclSyntax.self) {
            return ("deinit", "deinit", end.body.map(Syntax.init), false)
        }
        if let variable = node.as(VariableDeclSyntax.self),
            let name = variable.bindings.first?.pattern.as(IdentifierPatternSyntax.self)
        {
            return (
                name.identifier.text, name.identifier.text,
                variable.bindings.first.flatMap { $0.accessorBlock.map(Syntax.init) },
                isStatic(variable.modifiers)
            )
        }
        return nil
    }

    private static func labels(_ clause: FunctionParameterClauseSyntax) -> String {
        "(" + clause.parameters.map { $0.firstName.text + ":" }.joined() + ")"
    }

    private static func isStatic(_ modifiers: DeclModifierListSyntax) -> Bool {
        modifiers.contains { ["static", "class"].contains($0.name.text) }
    }
}

extension Syntax {
    /// Whether it is declared directly in a type or at the top level of a file.
    fileprivate var isMember: Bool {
        guard
            self.is(FunctionDeclSyntax.self) || self.is(InitializerDeclSyntax.self)
                || self.is(DeinitializerDeclSyntax.self) || self.is(VariableDeclSyntax.self)
        else { return false }
        var current = parent
        while let next = current {
            if next.is(MemberBlockItemSyntax.self) { return true }
            if next.is(CodeBlockSyntax.self) || next.is(ClosureExprSyntax.self)
                || next.is(AccessorBlockSyntax.self)
            {
                return false
            }
            current = next.parent
        }
        return true
    }
}

/// What runs before and after a piece of code within its method, on the ways that pass by it.
///
/// Other branches of an `if` or `switch` are left out. What stands in a branch, loop or closure
/// beside the code counts as if it ran.
package struct SurroundingCode {
    package private(set) var before: [Syntax] = []
    package private(set) var after: [Syntax] = []

    /// Looks outwards from a node, up to its method.
    package init(of node: some SyntaxProtocol) {
        var child = Syntax(node)
        var hasLeft = false
        while let parent = child.parent, !parent.is(MemberBlockSyntax.self) {
            if let list = parent.as(CodeBlockItemListSyntax.self) {
                // As an array: what a syntax list filters is a tree of its own.
                let items = Array(list)
                let following = items.filter { $0.position > child.position }
                before += items.filter { $0.position < child.position }.map(Syntax.init)
                if !hasLeft { after += following.map(Syntax.init) }
                hasLeft = hasLeft || following.contains { $0.leaves }
            } else if let branch = parent.as(IfExprSyntax.self) {
                if child.id != branch.conditions.id {
                    before.append(Syntax(branch.conditions))
                } else {
                    after.append(Syntax(branch.body))
                }
            } else if parent.is(ClosureExprSyntax.self) {
                // What it was passed to decides when it runs.
                hasLeft = false
            }
            child = parent
        }
    }

    /// All of it.
    package var all: [Syntax] { before + after }
}

extension CodeBlockItemSyntax {
    /// Whether nothing behind it in the method runs.
    var leaves: Bool {
        if item.is(ReturnStmtSyntax.self) || item.is(ThrowStmtSyntax.self) { return true }
        return ["fatalError", "preconditionFailure"]
            .contains(item.as(FunctionCallExprSyntax.self)?.functionName ?? "")
    }
}
