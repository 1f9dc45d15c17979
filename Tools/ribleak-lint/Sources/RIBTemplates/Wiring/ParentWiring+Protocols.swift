// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// What the parent's parts ask of each other.
extension ParentWiring {
    /// The interactor asks the router to attach and detach the child.
    func routingStep() -> Step {
        let lines = "func \(attach)()\nfunc \(detach)()"
        return step(in: routing(), "add\n\(lines)") { found in
            let text = found.node.memberBlock.trimmedDescription
            guard !text.contains("\(attach)("), !text.contains("\(detach)(") else { return nil }
            return [found.source.append(lines, to: found.node.memberBlock, of: found.node)]
        }
    }

    /// The interactor listens to the child.
    func listenerStep() -> Step {
        let listener = "\(child.name.text)Listener"
        return step(in: oneProtocol("Interactable"), "conform it to \(listener)") {
            $0.source.inherit(listener, in: $0.node.inheritanceClause)
        }
    }

    /// The doubles of the parent's router in its tests, which must be able to do as much.
    func doubleEdits() -> [EditableSource.Edit] {
        guard child.kind != .worker, !testsDeclare(routingName) else { return [] }
        return tests.filter { !$0.tree.hasError && !isGenerated($0) }.flatMap { source in
            doubles(in: source).filter { !$0.hasMember(attach) && !$0.hasMember(detach) }.map {
                let text = "\n\(counted(attach))\n\n\(counted(detach))"
                return source.append(text, to: $0.memberBlock, of: $0)
            }
        }
    }

    /// Doubles that a program writes, and must write anew.
    func generatedDoubles() -> [Todo] {
        tests.filter { isGenerated($0) && !doubles(in: $0).isEmpty }
            .map { Todo(place: $0.path, text: "have the doubles written anew") }
    }

    /// Whether tests have a type of their own in place of one of the parent's.
    func testsDeclare(_ name: String) -> Bool {
        tests.contains { source in
            source.tree.statements.contains {
                $0.item.asProtocol((any NamedDeclSyntax).self)?.name.text == name
            }
        }
    }

    /// Whether the marks of Mockolo, Sourcery or `ribleak doubles` are in its first lines.
    private func isGenerated(_ source: EditableSource) -> Bool {
        ["@Generated", "Generated using", "made by `ribleak doubles`"]
            .contains { source.text.prefix(400).contains($0) }
    }

    private func doubles(in source: EditableSource) -> [ClassDeclSyntax] {
        source.tree.statements.compactMap { $0.item.as(ClassDeclSyntax.self) }.filter { type in
            type.inheritanceClause?.inheritedTypes.contains { $0.type.plainName == routingName }
                ?? false
        }
    }

    private func counted(_ method: String) -> String {
        """
        private(set) var \(method)CallCount = 0

        func \(method)() { \(method)CallCount += 1 }
        """
    }
}

/// The parent's interactor, which keeps a worker and starts it.
extension ParentWiring {
    private var worker: String { "\(child.name.variable)Worker" }
    private var workerType: String { "\(child.name.text)Working" }

    /// The worker is a parameter with a default, so that all who make the interactor stay as they are.
    func workerStep() -> Step {
        let text = """
            keep \(worker): \(workerType), and start it in didBecomeActive
            \(worker).start(self)
            """
        return step(in: oneClass("Interactor"), text) { found in
            // The type of a presenter, where the base class has one.
            let base = found.node.superclass?.wholeMatch(
                of: /Interactor|PresentableInteractor<(\w+)>/)
            guard !found.node.hasMember(worker), let base, let start = starting(found),
                let injected = found.source.inject(
                    "private let \(worker): \(workerType)",
                    "\(worker): \(workerType) = \(child.name.text)Worker()", into: found.node,
                    passing: base.1.map { [("presenter", String($0))] } ?? [])
            else { return nil }
            return injected + [start]
        }
    }

    /// The start, right after the call of `super`.
    private func starting(_ found: Found<ClassDeclSyntax>) -> EditableSource.Edit? {
        let call = "\(worker).start(self)"
        let (source, interactor) = (found.source, found.node)
        guard let method = interactor.methods("didBecomeActive").first else {
            let isPublic = interactor.modifiers.isPublic ? "public " : ""
            return source.append(
                """

                override \(isPublic)func didBecomeActive() {
                    super.didBecomeActive()
                    \(call)
                }
                """, to: interactor.memberBlock, of: interactor)
        }
        return method.body?.statements.first {
            $0.trimmedDescription == "super.didBecomeActive()"
        }.map { source.insert(call, below: $0, afterBlank: false) }
    }
}
