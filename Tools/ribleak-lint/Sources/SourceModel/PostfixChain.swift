// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// An expression such as `stream.map { … }.sink { … }.store(in: &bag)`, link by link.
package struct PostfixChain {
    package struct Link {
        /// The name of the method or property.
        package let name: String
        /// The call; nil for a property.
        package let call: FunctionCallExprSyntax?
    }

    /// What the chain begins with: `stream`.
    package let base: ExprSyntax
    package let links: [Link]
    /// The whole expression.
    package let whole: ExprSyntax

    /// The chain that an expression is a part of.
    package init(around expression: some ExprSyntaxProtocol) {
        var whole = ExprSyntax(expression)
        while let parent = whole.parent?.as(ExprSyntax.self), Self.continues(parent, from: whole) {
            whole = parent
        }
        self.init(whole)
    }

    /// The chain that an expression is.
    package init(_ whole: ExprSyntax) {
        self.whole = whole
        var links: [Link] = []
        var current = whole
        while true {
            let expression = current.unwrapped
            if let call = expression.as(FunctionCallExprSyntax.self) {
                guard let member = call.calledExpression.unwrapped.as(MemberAccessExprSyntax.self),
                    let next = member.base
                else {
                    current = expression
                    break
                }
                links.append(Link(name: member.declName.baseName.text, call: call))
                current = next
            } else if let member = expression.as(MemberAccessExprSyntax.self),
                let next = member.base
            {
                links.append(Link(name: member.declName.baseName.text, call: nil))
                current = next
            } else {
                current = expression
                break
            }
        }
        base = current
        self.links = links.reversed()
    }

    private static func continues(_ parent: ExprSyntax, from child: ExprSyntax) -> Bool {
        if let call = parent.as(FunctionCallExprSyntax.self) {
            return call.calledExpression.id == child.id
        }
        if let member = parent.as(MemberAccessExprSyntax.self) {
            return member.base?.id == child.id
        }
        return parent.is(OptionalChainingExprSyntax.self) || parent.is(ForceUnwrapExprSyntax.self)
    }

    /// The text of the names, such as `stream.map.sink`, without arguments.
    package var names: String {
        let first = base.variableName ?? base.calledName ?? ""
        return ([first] + links.map(\.name)).filter { !$0.isEmpty }.joined(separator: ".")
    }
}

extension ExprSyntax {
    /// The last name of a chain: `presenter` in `self?.presenter`.
    package var lastName: Syntax {
        let expression = unwrapped
        return expression.as(MemberAccessExprSyntax.self).map { Syntax($0.declName) }
            ?? Syntax(expression)
    }
}
