// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RIBs

@Suite struct TestDoubleTests {
    private let log = Log()

    @Test func aRouterDrivesAnInteractorWithoutBaseClass() {
        let interactor = InteractableDouble()
        let root = SpyRouter.started("root", log)
        let router = Router<any Interactable>(interactor: interactor)
        root.attachChild(router)
        #expect(interactor.activations == 1)
        root.detachChild(router)
        #expect(interactor.deactivations == 1)
    }

    @Test func aChildWithoutBaseClassIsActivatedLoadedAndRemoved() {
        let interactor = InteractableDouble()
        let child = RoutingDouble(interactor)
        let root = SpyRouter.started("root", log)
        root.attachChild(child)
        #expect(interactor.activations == 1)
        #expect(child.loads == 1)
        root.detachChild(child)
        #expect(interactor.deactivations == 1)
        #expect(root.children.isEmpty)
    }

    @Test func freeingARouterDeactivatesItsDoubleAndItsChildrensOnce() {
        let (interactor, childInteractor) = (InteractableDouble(), InteractableDouble())
        var router: Router<any Interactable>? = Router(interactor: interactor)
        router?.attachChild(RoutingDouble(childInteractor))
        router = nil
        #expect(interactor.deactivations == 1)
        #expect(childInteractor.deactivations == 1)
    }

    @Test func activityReachesRealRoutersBelowATestDouble() {
        let double = RoutingDouble()
        let leaf = SpyRouter("leaf", log)
        let root = SpyRouter.started("root", log)
        root.attachChild(double)
        double.attachChild(leaf)
        root.interactor.deactivate()
        root.interactor.activate()
        #expect(log.take() == ["root resigns", "leaf active", "root active"])
    }

    @Test func testDoublesAreNeitherRecordedNorWatched() {
        let router = Router<any Interactable>(interactor: InteractableDouble())
        let leaf = SpyRouter("leaf", log)
        let double = RoutingDouble(leaf.interactor)
        double.attachChild(leaf)
        router.attachChild(double)
        var parts: [ObjectIdentifier] = []
        router.forEachRecordedPartInSubtree(router) { parts.append(ObjectIdentifier($0.object)) }
        #expect(parts == [router, leaf, leaf.interactor].map(ObjectIdentifier.init))
    }
}
