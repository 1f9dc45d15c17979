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

    private func isPlain(_ name: String) -> Bool { type(name) != nil }

    private func isBaseClass(_ name: String, of role: Role) -> Bool {
        guard declares(name) else { return role == .viewController || importsRIBs }
        return parts(of: name).contains { part in
            part.properties[role.mark] != nil || part.methods.contains { $0.name == role.mark }
        }
    }
}
