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

extension Role {
    /// The names of all base classes.
    static let allBaseClasses = allCases.reduce(into: Set<String>()) {
        $0.formUnion($1.baseClasses)
    }
}

extension TypeTable {
    /// What a class is in the architecture; nil for other classes.
    package func role(of name: String) -> Role? {
        let lineage = lineage(of: name)
        for (index, ancestor) in lineage.enumerated()
        where index > 0 || type(name) == nil {
            // Where the sources have RIBs itself, the class above may have what makes it a base class.
            for role in Role.allCases
            where role.baseClasses.contains(NameResolver.shown(ancestor))
                && isBaseClass(ancestor, of: role)
            {
                return role
            }
        }
        return nil
    }

    /// What rules skip because a name may mean several types.
    ///
    /// Only what rules look for by its type counts: classes that have a role or give one, and listeners.
    /// Many a `State` and `Cell` is there twice, and nothing is missed.
    ///
    /// - Parameter tests: Files that no rule looks at.
    package func skippedNames(except tests: Set<String>) -> [Problem] {
        let twins = sharedNames.filter { $0.contains(where: matters) }.flatMap { $0 }
            .filter { !tests.contains($0.scope.file) }
        let twice = Set(twins.map { [$0.scope.file, NameResolver.shown($0.name)] }).map {
            Problem(
                file: $0[0],
                message:
                    "\($0[1]) is declared twice in this file, so that rules cannot tell which one "
                    + "is meant, and skip both; rename one")
        }
        let doubts = Set(doubtfulNames).filter { doubt in
            !tests.contains(doubt.file)
                && doubt.meanings.contains { parts(inherited: $0).contains(where: matters) }
        }
        return
            (twice
            + doubts.map { doubt in
                let files = doubt.files.joined(separator: " or that of ")
                return Problem(
                    file: doubt.file,
                    message:
                        "\(doubt.name) may be that of \(files), which rules cannot tell, and skip; "
                        + "rename one")
            }).sorted { ($0.file, $0.message) < ($1.file, $1.message) }
    }

    private func matters(_ facts: TypeFacts) -> Bool {
        let name = NameResolver.shown(facts.name)
        switch facts.kind {
        case .class:
            return facts.inherited.contains { role(of: $0) != nil }
                || Role.allCases.contains { $0.baseClasses.contains(name) && $0.isMarked(facts) }
        case .protocol:
            // A nested `Delegate` is what many views have.
            return ["Listener", "Delegate"].contains { name.hasSuffix($0) && name != $0 }
                && facts.inherited.contains { isClassBound($0) == true || $0 == "AnyObject" }
        default: return false
        }
    }

    private func isBaseClass(_ name: String, of role: Role) -> Bool {
        guard isDeclared(inherited: name) else { return role == .viewController || importsRIBs }
        return parts(inherited: name).contains(where: role.isMarked)
    }
}
