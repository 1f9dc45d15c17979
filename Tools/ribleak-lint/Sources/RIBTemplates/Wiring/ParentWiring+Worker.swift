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
            guard !found.node.hasMember(worker), let base = found.node.interactorBase,
                let start = starting(found)
            else { return nil }
            let (source, interactor) = (found.source, found.node)
            let parameter = "\(worker): \(workerType) = \(child.name.text)Worker()"
            let property = "private let \(worker): \(workerType)"
            guard let initializer = interactor.initializers.first else {
                let lines = "\(property)\n\n\(base.initializer(worker, parameter))"
                let keep =
                    interactor.lastStoredProperty.map {
                        source.insert("\n" + lines, below: $0, afterBlank: false)
                    } ?? source.prepend(lines, to: interactor.memberBlock, of: interactor)
                return [source.path: [keep, start]]
            }
            guard interactor.initializers.count == 1,
                let pass = initializer.adding(parameter, assigning: worker, in: source)
            else { return nil }
            let keep =
                interactor.lastStoredProperty(before: initializer).map {
                    source.insert(property, below: $0, afterBlank: false)
                } ?? source.prepend(property, to: interactor.memberBlock, of: interactor)
            return [source.path: [keep] + pass + [start]]
        }
    }

    /// The start, right after the call of `super`.
    private func starting(_ found: Found<ClassDeclSyntax>) -> EditableSource.Edit? {
        let call = "\(worker).start(self)"
        let (source, interactor) = (found.source, found.node)
        guard interactor.hasMember("didBecomeActive") else {
            let isPublic = interactor.modifiers.isPublic ? "public " : ""
            return source.append(
                """

                override \(isPublic)func didBecomeActive() {
                    super.didBecomeActive()
                    \(call)
                }
                """, to: interactor.memberBlock, of: interactor)
        }
        let method = interactor.memberBlock.members
            .compactMap { $0.decl.as(FunctionDeclSyntax.self) }
            .first { $0.name.text == "didBecomeActive" }
        guard
            let statement = method?.body?.statements.first(where: {
                $0.trimmedDescription == "super.didBecomeActive()"
            })
        else { return nil }
        return source.insert(call, below: statement, afterBlank: false)
    }
}

/// The class that an interactor inherits from.
private struct InteractorBase {
    /// The type of its presenter; nil when it has none.
    let presenter: String?

    /// The initialiser for an interactor that has inherited one.
    func initializer(_ name: String, _ parameter: String) -> String {
        let passed = presenter == nil ? "" : "presenter: presenter"
        let presented = presenter.map { "presenter: \($0), " } ?? ""
        return """
            init(\(presented)\(parameter)) {
                self.\(name) = \(name)
                super.init(\(passed))
            }
            """
    }
}

extension ClassDeclSyntax {
    fileprivate var interactorBase: InteractorBase? {
        guard
            let found = superclass?.wholeMatch(
                of: /(?:RIBs\.)?(?:Interactor|PresentableInteractor<(\w+)>)/)
        else { return nil }
        return InteractorBase(presenter: found.1.map(String.init))
    }

    /// The last property with storage.
    fileprivate var lastStoredProperty: VariableDeclSyntax? {
        memberBlock.members.compactMap { $0.decl.as(VariableDeclSyntax.self) }
            .last { $0.bindings.allSatisfy { $0.accessorBlock == nil } }
    }
}
