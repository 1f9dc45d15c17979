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
        var values: [String: Any] = [:]
        let text = "provide \(child.name.variable)ViewController: \(viewProtocol)"
        let step = step(in: oneClass("Component"), text) { found in
            guard let (edits, new) = host(found) else { return nil }
            values = new
            return edits
        }
        return (step, values)
    }

    private typealias Host = (edits: [String: [EditableSource.Edit]], values: [String: Any])

    private func host(_ component: Found<ClassDeclSyntax>) -> Host? {
        guard let type = component.node.type(of: viewName) else { return madeByBuilder(component) }
        if type == viewClass, !component.node.isPrivate(viewName),
            case .success = oneClass("ViewController")
        {
            return ([:], ["hostView": viewName, "hostViewClass": viewClass])
        }
        return type == "\(parent.text)ViewControllable" ? given(component) : nil
    }

    /// A view of another RIB, which the parent only passes on.
    private func given(_ component: Found<ClassDeclSyntax>) -> Host? {
        guard case .success(let view) = oneProtocol("ViewControllable"),
            let clause = view.node.inheritanceClause,
            let edits = view.source.inherit(viewProtocol, in: clause)
        else { return nil }
        // Another file does not see what is private to the component's.
        guard component.node.isPrivate(viewName) else {
            return ([view.source.path: edits], ["hostView": viewName])
        }
        guard case .success(let dependency) = oneProtocol("Dependency"),
            dependency.node.memberBlock.trimmedDescription.contains("var \(viewName):")
        else { return nil }
        return ([view.source.path: edits], ["hostView": "dependency.\(viewName)"])
    }

    /// A view that the builder makes. From now on the component does, so that it can pass it on.
    private func madeByBuilder(_ component: Found<ClassDeclSyntax>) -> Host? {
        guard case .success(let builder) = oneClass("Builder"),
            case .success = oneClass("ViewController"),
            let body = builder.node.bodyOfBuild,
            let made = body.variable(madeBy: "\(parent.text)Component"),
            let view = body.variable(madeBy: viewClass), view.call.arguments.isEmpty,
            view.call.trailingClosure == nil, made.position < view.position
        else { return nil }
        let lines = "var \(viewName): \(viewClass) {\n    shared { \(viewClass)() }\n}"
        let edits = [
            (
                component.source.path,
                component.source.append(lines, to: component.node.memberBlock, of: component.node)
            ),
            (
                builder.source.path,
                EditableSource.Edit(
                    range: view.call.positionAfterSkippingLeadingTrivia
                        .utf8Offset..<view.call.endPositionBeforeTrailingTrivia.utf8Offset,
                    text: "\(made.name).\(viewName)")
            ),
        ]
        return (
            Dictionary(grouping: edits, by: \.0).mapValues { $0.map(\.1) },
            ["hostView": viewName, "hostViewClass": viewClass]
        )
    }
}

extension ClassDeclSyntax {
    private func variable(_ name: String) -> VariableDeclSyntax? {
        memberBlock.members.compactMap { $0.decl.as(VariableDeclSyntax.self) }
            .first { $0.bindings.first?.pattern.trimmedDescription == name }
    }

    /// The type that is written at a property.
    fileprivate func type(of property: String) -> String? {
        guard let variable = variable(property) else { return nil }
        return variable.bindings.first?.typeAnnotation?.type.trimmedDescription ?? ""
    }

    fileprivate func isPrivate(_ property: String) -> Bool {
        variable(property)?.modifiers.contains {
            ["private", "fileprivate"].contains($0.name.text) && $0.detail == nil
        } ?? false
    }

    /// The body of its only method that makes a RIB.
    fileprivate var bodyOfBuild: CodeBlockSyntax? {
        let builds = memberBlock.members.compactMap { $0.decl.as(FunctionDeclSyntax.self) }
            .filter { $0.name.text == "build" }
        return builds.count == 1 ? builds.first?.body : nil
    }
}
