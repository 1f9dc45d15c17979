// SPDX-License-Identifier: Apache-2.0

@testable import RIBs

#if !canImport(UIKit)
    /// The root of a small tree.
    final class RootRouter: LaunchRouter<SpyInteractor, any ViewControllable> {
        init() {
            super.init(interactor: SpyInteractor("root", Log()), viewController: ViewDouble())
        }
    }
#endif

/// A RIB of a small tree.
final class HomeRouter: Router<Interactor> {
    var onLoad: (HomeRouter) -> Void = { _ in }

    init() { super.init(interactor: Interactor()) }

    override func didLoad() { onLoad(self) }
}

/// A RIB of a small tree, below another one.
final class DetailRouter: Router<Interactor> {
    init() { super.init(interactor: Interactor()) }
}

/// A RIB without base classes, in a small tree.
final class CounterRIB: PlainRIB {}

/// A router without base class.
final class MockRouter<Type>: Routing {
    let interactable: any Interactable = InteractableDouble()
    var children: [any Routing] = []
    var lifecycle: AnyPublisher<RouterLifecycle, Never> { Empty().eraseToAnyPublisher() }

    func load() {}
    func attachChild(_ child: any Routing) { children.append(child) }
    func detachChild(_ child: any Routing) { children.removeElementByReference(child) }
}
