// SPDX-License-Identifier: Apache-2.0

import RIBs
import Testing

@Suite struct RouterAttachTests {
    private let log = Log()
    private let root: SpyRouter
    private let child: SpyRouter

    init() {
        root = .started("root", log)
        child = SpyRouter("child", log)
    }

    @Test func attachActivatesThenLoads() {
        let stream = child.logStream()
        defer { stream.cancel() }
        child.interactor.onActive = { [log, root, child] _ in
            log.add("is child: \(root.children.contains { $0 === child })")
        }
        defer { child.interactor.onActive = { _ in } }
        root.attachChild(child)
        #expect(
            log.take() == ["child stream true", "child active", "is child: true", "child loaded"])
        #expect(child.interactor.isActive)
    }

    @Test func detachResignsEndsSubscriptionsGoesSilentThenRemoves() {
        root.attachChild(child)
        _ = log.take()
        AnyCancellable { [log] in log.add("child subscription ends") }
            .cancelOnDeactivate(interactor: child.interactor)
        let stream = child.interactor.isActiveStream.dropFirst().sink { [log, root] isActive in
            log.add("child stream \(isActive), parent has \(root.children.count)")
        }
        defer { stream.cancel() }
        root.detachChild(child)
        #expect(
            log.take() == [
                "child resigns", "child subscription ends", "child stream false, parent has 1",
            ])
        #expect(root.children.isEmpty)
        #expect(!child.interactor.isActive)
    }

    @Test func childrenAttachedInDidLoadFindTheirParentActive() {
        let grandchild = SpyRouter("grandchild", log)
        child.onLoad = { [log] child in
            log.add("parent active: \(child.interactor.isActive)")
            child.attachChild(grandchild)
        }
        root.attachChild(child)
        #expect(
            log.take() == [
                "child active", "child loaded", "parent active: true", "grandchild active",
                "grandchild loaded",
            ])
    }

    @Test func childrenStandInTheOrderOfTheirAttach() {
        let second = SpyRouter("second", log)
        root.attachChild(child)
        root.attachChild(second)
        #expect(
            root.children.map { ObjectIdentifier($0) }
                == [child, second].map(ObjectIdentifier.init))
    }

    @Test func reattachActivatesAgainButLoadsNoSecondTime() {
        root.attachChild(child)
        root.detachChild(child)
        _ = log.take()
        root.attachChild(child)
        #expect(log.take() == ["child active"])
        #expect(root.children.count == 1)
    }

    @Test func aDetachedSubtreeGoesInactiveParentsFirstAndComesBackWhole() {
        let grandchild = SpyRouter("grandchild", log)
        let other = SpyRouter("other", log)
        root.attachChild(child)
        child.attachChild(grandchild)
        grandchild.attachChild(SpyRouter("leaf", log))
        child.attachChild(other)
        _ = log.take()
        root.detachChild(child)
        #expect(
            log.take() == ["child resigns", "grandchild resigns", "leaf resigns", "other resigns"])
        #expect(child.children.count == 2)
        root.attachChild(child)
        // Each level follows its interactor's stream, which speaks before `didBecomeActive`.
        #expect(log.take() == ["leaf active", "grandchild active", "other active", "child active"])
    }

    /// Attaching it finds the child active, which it is not any more right afterwards.
    ///
    /// Again and again, since a change in any other tree of the process makes up for a mistake.
    @Test func aSubtreeThatIsAttachedWhileItsChildResignsBecomesActiveAsAWhole() {
        let found = (0..<100).map { _ in
            let (top, parent) = (SpyRouter("top", log), SpyRouter("parent", log))
            let child = SpyRouter("child", log)
            parent.attachChild(child)
            child.interactor.onResign = { _ in top.attachChild(parent) }
            child.interactor.deactivate()
            child.interactor.onResign = { _ in }
            top.interactor.activate()
            _ = log.take()
            top.load()
            return log.take()
        }
        #expect(Set(found) == [["child active", "top loaded"]])
    }

    @Test func detachingAStrangerMakesItInactiveAndRemovesNothing() {
        root.attachChild(child)
        let stranger = SpyRouter.started("stranger", log)
        root.detachChild(stranger)
        #expect(log.take() == ["stranger resigns"])
        #expect(root.children.count == 1)
        #expect(child.interactor.isActive)
    }

    @Test func willResignActiveMayDetachChildren() {
        root.attachChild(child)
        let grandchild = SpyRouter("grandchild", log)
        child.attachChild(grandchild)
        child.interactor.onResign = { [child] _ in child.detachChild(grandchild) }
        _ = log.take()
        root.detachChild(child)
        #expect(log.take() == ["child resigns", "grandchild resigns"])
        #expect(child.children.isEmpty)
    }

    @Test func willResignActiveMayDetachItsOwnRouter() {
        root.attachChild(child)
        child.interactor.onResign = { [root, child] _ in root.detachChild(child) }
        _ = log.take()
        root.detachChild(child)
        #expect(log.take() == ["child resigns"])
        #expect(root.children.isEmpty)
        #expect(!child.interactor.isActive)
    }

    @Test func didBecomeActiveMayDetachItsOwnRouter() {
        child.interactor.onActive = { [root, child] _ in root.detachChild(child) }
        root.attachChild(child)
        #expect(log.take() == ["child active", "child resigns", "child loaded"])
        #expect(root.children.isEmpty)
        #expect(!child.interactor.isActive)
    }

    @Test func aRouterMayMoveToAnotherParentWhileItIsDetached() {
        root.attachChild(child)
        let other = SpyRouter.started("other", log)
        let stream = child.interactor.isActiveStream.dropFirst().sink { [child] isActive in
            if !isActive { other.attachChild(child) }
        }
        defer { stream.cancel() }
        root.detachChild(child)
        #expect(root.children.isEmpty)
        #expect(other.children.count == 1)
        #expect(child.interactor.isActive)
    }

    @Test func attachingTwiceChangesNothing() {
        root.attachChild(child)
        _ = log.take()
        root.attachChild(child)
        #expect(log.take().isEmpty)
        #expect(root.children.count == 1)
    }
}
