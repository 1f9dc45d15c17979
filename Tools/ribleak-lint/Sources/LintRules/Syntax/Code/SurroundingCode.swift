// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

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
                if child.id != branch.conditions.id { before.append(Syntax(branch.conditions)) }
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
