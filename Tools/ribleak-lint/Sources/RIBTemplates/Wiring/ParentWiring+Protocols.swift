// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// What the parent's parts ask of each other.
extension ParentWiring {
    /// The interactor asks the router to attach and detach the child.
    func routingStep() -> Step {
        let lines = "func \(attach)()\nfunc \(detach)()"
        let found = oneProtocol("Routing")
        if case .failure = found, sources.allSatisfy({ !$0.text.contains("\(parent.text)Routing") })
        {
            // The interactor knows the router's class, and sees its methods.
            return Step(
                todo: Todo(place: "\(parent.text)Routing", text: "add\n\(lines)"), edits: [:])
        }
        return step(in: found, "add\n\(lines)") { found in
            let text = found.node.memberBlock.trimmedDescription
            guard !text.contains("\(attach)("), !text.contains("\(detach)(") else { return nil }
            return [
                found.source.path: [
                    found.source.append(lines, to: found.node.memberBlock, of: found.node)
                ]
            ]
        }
    }

    /// The interactor listens to the child.
    func listenerStep() -> Step {
        let listener = "\(child.name.text)Listener"
        let text = "conform it to \(listener)"
        let found = oneProtocol("Interactable")
        if case .failure = found,
            sources.allSatisfy({ !$0.text.contains("\(parent.text)Interactable") })
        {
            return step(in: oneClass("Interactor"), text) { found in
                found.node.inheritanceClause.flatMap { found.source.inherit(listener, in: $0) }
                    .map { [found.source.path: $0] }
            }
        }
        return step(in: found, text) { found in
            found.node.inheritanceClause.flatMap { found.source.inherit(listener, in: $0) }
                .map { [found.source.path: $0] }
        }
    }

    /// The doubles of the parent's router in its tests, which must be able to do as much.
    func doubleEdits() -> [String: [EditableSource.Edit]] {
        guard child.kind != .worker else { return [:] }
        var edits: [String: [EditableSource.Edit]] = [:]
        for source in tests where !source.tree.hasError && !isGenerated(source) {
            for statement in source.tree.statements {
                guard let double = statement.item.as(ClassDeclSyntax.self), isDouble(double),
                    !double.hasMember(attach), !double.hasMember(detach)
                else { continue }
                let text = "\n\(counted(attach))\n\n\(counted(detach))"
                edits[source.path, default: []].append(
                    source.append(text, to: double.memberBlock, of: double))
            }
        }
        return edits
    }

    /// Doubles that a program writes, and must write anew.
    func generatedDoubles() -> [Todo] {
        tests.filter { source in
            isGenerated(source)
                && source.tree.statements.contains { statement in
                    statement.item.as(ClassDeclSyntax.self).map(isDouble) ?? false
                }
        }.map { Todo(place: $0.path, text: "have the doubles written anew") }
    }

    /// Whether the marks of Mockolo, Sourcery or `ribleak doubles` are in its first lines.
    private func isGenerated(_ source: EditableSource) -> Bool {
        let beginning = source.text.prefix(400)
        return beginning.contains("@Generated") || beginning.contains("Generated using")
            || beginning.contains("made by `ribleak doubles`")
    }

    private func isDouble(_ type: ClassDeclSyntax) -> Bool {
        type.inheritanceClause?.inheritedTypes.contains {
            $0.type.trimmedDescription == "\(parent.text)Routing"
        } ?? false
    }

    private func counted(_ method: String) -> String {
        """
        private(set) var \(method)CallCount = 0

        func \(method)() { \(method)CallCount += 1 }
        """
    }
}
