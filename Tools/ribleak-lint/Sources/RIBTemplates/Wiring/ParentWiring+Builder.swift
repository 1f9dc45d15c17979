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

/// The view in which a child without a view shows those of its own children: the parent's, or the one
/// that the parent itself was given.
extension ParentWiring {
    private var viewName: String { "\(parent.variable)ViewController" }
    private var viewClass: String { "\(parent.text)ViewController" }
    private var viewProtocol: String { "\(child.name.text)ViewControllable" }

    /// What the component passes on as the child's view, and how the parent changes for that.
    func hostStep() -> (step: Step, values: [String: Any]) {
        let text = "provide \(child.name.variable)ViewController: \(viewProtocol)"
        let component = oneClass("Component")
        let host = component.found.flatMap(host)
        return (step(in: component, text) { _ in host?.edits }, host?.values ?? [:])
    }

    private typealias Host = (edits: [EditableSource.Edit], values: [String: Any])

    private func host(_ component: Found<ClassDeclSyntax>) -> Host? {
        guard let type = component.node.variables.first(where: { $0.name == viewName })?.type
        else { return madeByBuilder(component) }
        if type == viewClass, !component.node.isPrivate(viewName),
            oneClass("ViewController").found != nil
        {
            return ([], ["hostView": viewName, "hostViewClass": viewClass])
        }
        return type == "\(parent.text)ViewControllable" ? given(component) : nil
    }

    /// A view of another RIB, which the parent only passes on.
    private func given(_ component: Found<ClassDeclSyntax>) -> Host? {
        guard let view = oneProtocol("ViewControllable").found,
            let edits = view.source.inherit(viewProtocol, in: view.node.inheritanceClause)
        else { return nil }
        // Another file does not see what is private to the component's.
        guard component.node.isPrivate(viewName) else {
            return (edits, ["hostView": viewName])
        }
        guard let dependency = oneProtocol("Dependency").found,
            dependency.node.memberBlock.trimmedDescription.contains("var \(viewName):")
        else { return nil }
        return (edits, ["hostView": "dependency.\(viewName)"])
    }

    /// A view that the builder makes. From now on the component does, so that it can pass it on.
    private func madeByBuilder(_ component: Found<ClassDeclSyntax>) -> Host? {
        guard let builder = oneClass("Builder").found, oneClass("ViewController").found != nil,
            builder.node.methods("build").count == 1,
            let body = builder.node.methods("build")[0].body,
            let made = body.variable(madeBy: "\(parent.text)Component"),
            let view = body.variable(madeBy: viewClass), view.call.arguments.isEmpty,
            view.call.trailingClosure == nil, made.position < view.position
        else { return nil }
        let lines = "var \(viewName): \(viewClass) {\n    shared { \(viewClass)() }\n}"
        let edits = [
            component.source.append(lines, to: component.node.memberBlock, of: component.node),
            builder.source.replace(view.call, by: "\(made.name).\(viewName)"),
        ]
        return (edits, ["hostView": viewName, "hostViewClass": viewClass])
    }
}

extension ClassDeclSyntax {
    fileprivate func isPrivate(_ property: String) -> Bool {
        variables.first { $0.name == property }?.node.modifiers.contains {
            ["private", "fileprivate"].contains($0.name.text) && $0.detail == nil
        } ?? false
    }
}
