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
        var member: Member?
        var type: String?
        for next in node.ancestors {
            if let group = next.asProtocol((any DeclGroupSyntax).self) {
                type = group.typeName
                break
            }
            if closure == nil { closure = next.as(ClosureExprSyntax.self) }
            // A function inside of a function is a part of it.
            member = Self.member(next) ?? member
        }
        (self.type, self.closure) = (type, closure)
        self.member = member?.name
        signature = member.map { $0.name + $0.labels }
        body = member?.body
        isStatic = member?.modifiers?.has("static", "class") ?? false
    }

    private typealias Member = (
        name: String, labels: String, body: Syntax?, modifiers: DeclModifierListSyntax?
    )

    private static func member(_ node: Syntax) -> Member? {
        switch node.as(SyntaxEnum.self) {
        case .functionDecl(let function):
            let labels = labels(function.signature.parameterClause)
            return (function.name.text, labels, function.body.map(Syntax.init), function.modifiers)
        case .initializerDecl(let initializer):
            let labels = labels(initializer.signature.parameterClause)
            return ("init", labels, initializer.body.map(Syntax.init), nil)
        case .deinitializerDecl(let end): return ("deinit", "", end.body.map(Syntax.init), nil)
        case .subscriptDecl(let element):
            return ("subscript", "", element.accessorBlock.map(Syntax.init), element.modifiers)
        case .variableDecl(let variable):
            let binding = variable.bindings.first
            return binding?.pattern.name.map {
                ($0, "", binding?.accessorBlock.map(Syntax.init), variable.modifiers)
            }
        default: return nil
        }
    }

    private static func labels(_ clause: FunctionParameterClauseSyntax) -> String {
        "(" + clause.parameters.map { $0.firstName.text + ":" }.joined() + ")"
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
    /// The `if` that it is.
    var branch: IfExprSyntax? {
        item.as(ExpressionStmtSyntax.self)?.expression.as(IfExprSyntax.self)
    }

    /// Whether nothing behind it in the method runs.
    var leaves: Bool {
        item.is(ReturnStmtSyntax.self) || item.is(ThrowStmtSyntax.self) || Syntax(item).neverReturns
    }
}
