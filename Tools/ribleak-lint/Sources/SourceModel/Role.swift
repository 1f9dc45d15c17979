// SPDX-License-Identifier: Apache-2.0

/// What a class is in the architecture.
package enum Role: String, CaseIterable, Sendable {
    case interactor
    case router
    case builder
    case component
    case presenter
    case worker
    case workflow
    case viewController

    /// The base classes that give the role.
    fileprivate var baseClasses: Set<String> {
        switch self {
        case .interactor: ["Interactor", "PresentableInteractor"]
        case .router: ["Router", "ViewableRouter", "LaunchRouter"]
        case .builder:
            [
                "Builder", "ComponentizedBuilder", "SimpleComponentizedBuilder",
                "MultiStageComponentizedBuilder", "SimpleMultiStageComponentizedBuilder",
            ]
        case .component: ["Component", "BootstrapComponent", "EmptyComponent"]
        case .presenter: ["Presenter"]
        case .worker: ["Worker"]
        case .workflow: ["Workflow"]
        case .viewController:
            [
                "UIViewController", "UITableViewController", "UICollectionViewController",
                "UINavigationController", "UITabBarController", "UIPageViewController",
                "NSViewController", "UIHostingController",
            ]
        }
    }

    /// A member by which a class of the sources is known to be the base class, and not another one
    /// that has the same name.
    fileprivate var mark: String {
        switch self {
        case .interactor: "didBecomeActive"
        case .router: "attachChild"
        case .builder, .component: "dependency"
        case .presenter: "viewController"
        case .worker: "didStart"
        case .workflow: "subscribe"
        case .viewController: "viewDidLoad"
        }
    }

    fileprivate func isMarked(_ facts: TypeFacts) -> Bool {
        facts.properties[mark] != nil || facts.methods.contains { $0.name == mark }
    }

    /// Methods that begin the time in which business logic may run.
    package var activeMethods: Set<String> {
        switch self {
        case .interactor: ["didBecomeActive"]
        case .worker: ["didStart"]
        default: []
        }
    }

    /// Methods that end it.
    package var inactiveMethods: Set<String> {
        switch self {
        case .interactor: ["willResignActive"]
        case .worker: ["didStop"]
        case .viewController: ["viewWillDisappear", "viewDidDisappear"]
        default: []
        }
    }
}

extension TypeTable {
    /// What a class is in the architecture; nil for other classes.
    package func role(of name: String) -> Role? {
        for ancestor in lineage(of: name) where ancestor != name || !isPlain(name) {
            for role in Role.allCases where role.baseClasses.contains(ancestor) {
                return isBaseClass(ancestor, of: role) ? role : nil
            }
        }
        return nil
    }

    /// The declarations that rules skip because another type has the same name.
    ///
    /// Only what rules look for by its type counts: classes that have a role or give one, and listeners.
    /// Many a `State` and `Cell` is there twice, and nothing is missed.
    ///
    /// - Parameter tests: Files that no rule looks at.
    package func skippedNames(except tests: Set<String>) -> [Problem] {
        sharedNames.sorted { $0.key < $1.key }.flatMap { name, all -> [Problem] in
            let checked = all.filter { !tests.contains($0.file) }
            guard checked.contains(where: matters) else { return [] }
            return checked.map { one in
                let others = all.map(\.file).filter { $0 != one.file }.sorted()
                let place = others.first.map { "in \($0) too" } ?? "twice in this file"
                return Problem(
                    file: one.file,
                    message: "\(name) is declared \(place), so that rules cannot tell which one is "
                        + "meant, and skip both; rename one")
            }
        }
    }

    private func matters(_ facts: TypeFacts) -> Bool {
        switch facts.kind {
        case .class:
            return facts.inherited.contains { role(of: $0) != nil }
                || Role.allCases.contains {
                    $0.baseClasses.contains(facts.name) && $0.isMarked(facts)
                }
        case .protocol:
            // A nested `Delegate` is what many views have.
            return ["Listener", "Delegate"].contains {
                facts.name.hasSuffix($0) && facts.name != $0
            } && facts.inherited.contains { isClassBound($0) == true || $0 == "AnyObject" }
        default: return false
        }
    }

    private func isPlain(_ name: String) -> Bool { type(name) != nil }

    private func isBaseClass(_ name: String, of role: Role) -> Bool {
        guard declares(name) else { return role == .viewController || importsRIBs }
        return parts(of: name).contains(where: role.isMarked)
    }
}
