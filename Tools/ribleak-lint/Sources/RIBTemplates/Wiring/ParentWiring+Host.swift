// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

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
