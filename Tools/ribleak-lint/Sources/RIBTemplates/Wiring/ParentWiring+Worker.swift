// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

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
