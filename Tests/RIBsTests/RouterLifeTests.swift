// SPDX-License-Identifier: Apache-2.0

import RIBs
import Testing

@Suite struct RouterLifeTests {
    private let log = Log()

    @Test func loadHappensOnce() {
        let router = SpyRouter("root", log)
        router.load()
        router.load()
        #expect(log.take() == ["root loaded"])
    }

    @Test func lifecycleSaysDidLoadBeforeTheHookAndCompletesWhenFreed() {
        var router: SpyRouter? = SpyRouter("root", log)
        let subscription = router?.lifecycle.sink { [log] _ in
            log.add("lifecycle ends")
        } receiveValue: { [log] in
            log.add("lifecycle \($0)")
        }
        router?.load()
        #expect(log.take() == ["lifecycle didLoad", "root loaded"])
        router = nil
        #expect(log.take() == ["root router freed", "lifecycle ends", "root interactor freed"])
        subscription?.cancel()
    }

    @Test func freeingARouterDetachesItsChildrenFirst() {
        var root: SpyRouter? = .started("root", log)
        let child = SpyRouter("child", log)
        root?.attachChild(child)
        _ = log.take()
        root = nil
        #expect(
            log.take() == [
                "root router freed", "root resigns", "child resigns", "root interactor freed",
            ])
        #expect(!child.interactor.isActive)
    }

    @Test func freeingADetachedSubtreeFreesAllOfIt() {
        let root = SpyRouter.started("root", log)
        var child: SpyRouter? = SpyRouter("child", log)
        child.map(root.attachChild)
        child?.attachChild(SpyRouter("grandchild", log))
        _ = log.take()
        child.map(root.detachChild)
        child = nil
        #expect(
            log.take() == [
                "child resigns", "grandchild resigns", "child router freed",
                "grandchild router freed", "grandchild interactor freed", "child interactor freed",
            ])
    }

    @Test func freeingAWholeTreeResignsParentsFirstAndFreesAllOfIt() {
        var root: SpyRouter? = .started("root", log)
        func attachTwoLevels() {
            let child = SpyRouter("child", log)
            root?.attachChild(child)
            child.attachChild(SpyRouter("grandchild", log))
        }
        attachTwoLevels()
        _ = log.take()
        root = nil
        #expect(
            log.take() == [
                "root router freed", "root resigns", "child resigns", "grandchild resigns",
                "child router freed", "grandchild router freed", "grandchild interactor freed",
                "child interactor freed", "root interactor freed",
            ])
    }

    @Test func theLifecycleEndsAfterTheChildrenAreInactive() {
        var root: SpyRouter? = .started("root", log)
        let child = SpyRouter("child", log)
        root?.attachChild(child)
        let subscription = root?.lifecycle.sink { [log] _ in
            log.add("lifecycle ends")
        } receiveValue: { _ in
        }
        _ = log.take()
        root = nil
        #expect(
            log.take() == [
                "root router freed", "root resigns", "child resigns", "lifecycle ends",
                "root interactor freed",
            ])
        subscription?.cancel()
    }

    @Test func freeingAnActiveInteractorResignsIt() {
        var interactor: SpyInteractor? = SpyInteractor("lone", log)
        interactor?.activate()
        interactor = nil
        #expect(log.take() == ["lone active", "lone interactor freed", "lone resigns"])
    }

    @Test func aRoutersInteractorMayOutliveIt() {
        var router: SpyRouter? = .started("root", log)
        let interactor = router?.interactor
        router = nil
        #expect(log.take() == ["root router freed", "root resigns"])
        #expect(interactor?.isActive == false)
    }

    @Test func theRuntimeKeepsNothingAlive() {
        weak var weakRouter: SpyRouter?
        weak var weakInteractor: SpyInteractor?
        weak var weakGrandchild: SpyRouter?
        let root = SpyRouter.started("root", log)
        func run() {
            let child = SpyRouter("child", log)
            let grandchild = SpyRouter("grandchild", log)
            (weakRouter, weakInteractor, weakGrandchild) = (child, child.interactor, grandchild)
            root.attachChild(child)
            child.attachChild(grandchild)
            root.detachChild(child)
            root.attachChild(child)
            root.detachChild(child)
        }
        run()
        #expect(log.take().contains("grandchild loaded"))
        #expect(weakRouter == nil)
        #expect(weakInteractor == nil)
        #expect(weakGrandchild == nil)
    }

    @Test func aRouterAttachedBelowItselfDoesNotHangTheWalk() {
        let root = SpyRouter.started("root", log)
        let child = SpyRouter("child", log)
        root.attachChild(child)
        child.attachChild(root)
        _ = log.take()
        root.interactor.deactivate()
        #expect(log.take() == ["root resigns", "child resigns"])
        child.detachChild(root)
    }

    @Test func aRouterNeedsAnInteractable() async {
        await #expect(processExitsWith: .failure) {
            _ = Router(interactor: "no interactor")
        }
    }
}
