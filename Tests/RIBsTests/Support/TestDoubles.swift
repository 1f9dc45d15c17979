// SPDX-License-Identifier: Apache-2.0

import RIBs

/// An interactor without a base class.
final class InteractableDouble: Interactable {
    var isActive = false
    var activations = 0
    var deactivations = 0
    let stream = CurrentValueSubject<Bool, Never>(false)
    var isActiveStream: AnyPublisher<Bool, Never> { stream.eraseToAnyPublisher() }

    func activate() {
        activations += 1
        isActive = true
        stream.send(true)
    }

    func deactivate() {
        deactivations += 1
        isActive = false
        stream.send(false)
    }
}

/// A router without a base class.
final class RoutingDouble: ViewableRouting {
    let interactable: any Interactable
    let viewControllable: any ViewControllable = ViewDouble()
    var children: [any Routing] = []
    var loads = 0
    var lifecycle: AnyPublisher<RouterLifecycle, Never> { Empty().eraseToAnyPublisher() }

    init(_ interactable: any Interactable = InteractableDouble()) {
        self.interactable = interactable
    }

    func load() { loads += 1 }
    func attachChild(_ child: any Routing) { children.append(child) }
    func detachChild(_ child: any Routing) { children.removeElementByReference(child) }
}

/// A view.
final class ViewDouble: ViewControllable {}
