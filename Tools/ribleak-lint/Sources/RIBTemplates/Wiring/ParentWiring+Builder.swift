// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// The parent's builder, which makes the child's.
extension ParentWiring {
    func builderStep() -> Step {
        let made = "\(child.name.text)Builder(dependency: component)"
        let text = "pass \(builder): \(made) to \(parent.text)Router"
        return step(in: oneClass("Builder"), text) { found in
            let calls = found.node.calls(of: "\(parent.text)Router")
            guard calls.count == 1, let call = calls.first, call.trailingClosure == nil,
                let last = call.arguments.last, let opening = call.leftParen,
                let closing = call.rightParen, let component = component(for: call)
            else { return nil }
            var value = "\(child.name.text)Builder(dependency: \(component))"
            var edits: [EditableSource.Edit] = []
            // Where the others are variables, this one is, too.
            let sibling = call.enclosing(FunctionDeclSyntax.self)?.body?.statements.last {
                $0.trimmedDescription.hasPrefix("let ")
                    && $0.trimmedDescription.hasSuffix("Builder(dependency: \(component))")
            }
            if let sibling, sibling.position < call.position {
                let line = "let \(builder) = \(value)"
                edits = [found.source.insert(line, below: sibling, afterBlank: false)]
                value = builder
            }
            return edits
                + found.source.add(
                    "\(builder): \(value)", after: last, in: opening, closing,
                    closesOnOwnLine: false)
        }
    }

    /// The variable that has the parent's component where its router is made.
    private func component(for call: FunctionCallExprSyntax) -> String? {
        let type = "\(parent.text)Component"
        let function = call.enclosing(FunctionDeclSyntax.self)
        let parameter = function?.signature.parameterClause.parameters.first {
            $0.type.trimmedDescription == type
        }
        if let parameter { return (parameter.secondName ?? parameter.firstName).text }
        let made = function?.body?.variable(madeBy: type)
        return made.flatMap { $0.position < call.position ? $0.name : nil }
    }

    /// Other code that makes the parent's router, and must pass one more argument.
    func otherCalls() -> [Todo] {
        guard child.kind != .worker else { return [] }
        let router = "\(parent.text)Router"
        let text = "pass \(builder) to \(router)"
        return (sources + (testsDeclare(router) ? [] : tests)).flatMap { source in
            source.tree.calls(of: router)
                .filter { $0.enclosing(ClassDeclSyntax.self)?.name.text != "\(parent.text)Builder" }
                .map { Todo(place: source.place(of: $0), text: text) }
        }
    }
}

extension SyntaxProtocol {
    /// The calls in it of a function or type by its name.
    fileprivate func calls(of name: String) -> [FunctionCallExprSyntax] {
        tokens(viewMode: .sourceAccurate).compactMap { token in
            guard token.text == name, let used = token.parent,
                let call = used.parent?.as(FunctionCallExprSyntax.self),
                call.calledExpression.id == used.id
            else { return nil }
            return call
        }
    }

    fileprivate func enclosing<Node: SyntaxProtocol>(_ kind: Node.Type) -> Node? {
        ancestorOrSelf { $0.as(kind) }
    }
}

extension CodeBlockSyntax {
    /// The first of its own statements that is `let name = Type(…)`.
    func variable(
        madeBy type: String
    ) -> (name: String, call: FunctionCallExprSyntax, position: AbsolutePosition)? {
        for statement in statements {
            guard let variable = statement.item.as(VariableDeclSyntax.self),
                let binding = variable.bindings.first, variable.bindings.count == 1,
                let call = binding.initializer?.value.as(FunctionCallExprSyntax.self),
                call.calledExpression.trimmedDescription == type,
                let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
            else { continue }
            return (name, call, statement.position)
        }
        return nil
    }
}
