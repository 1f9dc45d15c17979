// SPDX-License-Identifier: Apache-2.0

import RIBRecorder
import RIBTrace
import Testing

@testable import RIBs

/// The events that RIBs without base classes record, read back from the trace.
@Suite(.enabled(if: RecordedFacts.isRecording)) struct PlainRIBTests {
    private let root = SpyRIB()
    private let child = SpyRIB()
    private var facts = RecordedFacts()

    init() {
        facts.name(id(root), "root")
        facts.name(id(child), "child")
        facts.name(.none, "nothing")
    }

    @Test func aRootIsLaunchedAndActive() throws {
        root.didAttach(to: nil)
        #expect(try newLines() == ["root launched", "root activated"])
    }

    @Test func aChildIsAttachedToItsParent() throws {
        root.didAttach(to: nil)
        child.didAttach(to: root)
        #expect(try newLines().suffix(2) == ["child attached to root", "child activated"])
    }

    @Test func aDetachedRIBIsInactiveAndWatched() throws {
        root.didAttach(to: nil)
        child.didAttach(to: root)
        child.didDetach()
        #expect(try newLines().suffix(2) == ["child deactivated", "child detached from root"])
        #expect(isExpected(child))
        #expect(child.ribParts.allSatisfy(isExpected))
        #expect(!isExpected(root))
    }

    @Test func itOwnsItsParts() throws {
        var facts = facts
        facts.name(id(child.ribParts[0], as: .object), "part")
        child.didAttach(to: nil)
        child.didDetach()
        child.didAttach(to: nil)
        #expect(try facts.lines().filter { $0.contains("owned") } == ["part owned by child"])
    }

    @Test func aRIBThatIsAttachedAgainIsNotWatched() {
        root.didAttach(to: nil)
        child.didAttach(to: root)
        child.didDetach()
        #expect(isExpected(child))
        child.didAttach(to: root)
        #expect(!isExpected(child))
        #expect(!child.ribParts.contains(where: isExpected))
    }

    @Test func whatIsBelowADetachedRIBIsInactiveAndWatchedToo() throws {
        root.didAttach(to: nil)
        child.didAttach(to: root)
        root.didDetach()
        #expect(
            try newLines().suffix(3) == [
                "root deactivated", "child deactivated", "root detached from nothing",
            ])
        #expect(isExpected(child))
    }

    @Test func whatIsBelowARIBThatIsAttachedAgainIsActiveAgain() throws {
        root.didAttach(to: nil)
        child.didAttach(to: root)
        root.didDetach()
        root.didAttach(to: nil)
        #expect(
            try newLines().suffix(3) == ["root launched", "root activated", "child activated"])
        #expect(!isExpected(child))
    }

    @Test func aChildThatWasDetachedBeforeIsNotBelowItsParent() throws {
        root.didAttach(to: nil)
        child.didAttach(to: root)
        child.didDetach()
        root.didDetach()
        root.didAttach(to: nil)
        #expect(try newLines().last == "root activated")
        #expect(isExpected(child))
    }

    @Test func aDetachWithoutAnAttachmentIsNothing() throws {
        root.didDetach()
        root.didAttach(to: nil)
        root.didDetach()
        root.didDetach()
        #expect(
            try newLines() == [
                "root launched", "root activated", "root deactivated", "root detached from nothing",
            ])
    }

    @Test func aCircleOfRIBsIsNotClosed() throws {
        root.didAttach(to: child)
        child.didAttach(to: root)
        root.didDetach()
        #expect(
            try newLines().suffix(3) == [
                "child attachedBelowItself: root", "root deactivated", "root detached from child",
            ])
    }

    @Test func aRIBBelowARouterGoesWithIt() throws {
        let (log, parent) = (Log(), SpyRouter.started("parent", Log()))
        let router = SpyRouter("router", log)
        parent.attachChild(router)
        child.didAttach(to: router)
        parent.detachChild(router)
        #expect(try newLines().last == "child deactivated")
        #expect(isExpected(child))
        parent.attachChild(router)
        #expect(try newLines().last == "child activated")
        #expect(!isExpected(child))
    }

    @Test func aRouterBelowARIBIsActiveAndLoaded() throws {
        let router = SpyRouter("router", Log())
        var facts = facts
        facts.name(router.recordedID, "router")
        root.didAttach(to: nil)
        root.attachChild(router)
        #expect(router.interactor.isActive)
        #expect(router.log.take() == ["router active", "router loaded"])
        root.detachChild(router)
        #expect(!router.interactor.isActive)
        #expect(
            try facts.lines().filter { $0.contains("router") } == [
                "router made as router", "router attached to root", "router loaded",
                "router detached from root",
            ])
        #expect(isExpected(router, id: router.recordedID))
    }

    @Test func aRouterBelowARIBIsWatchedWithIt() {
        let router = SpyRouter("router", Log())
        root.didAttach(to: nil)
        root.attachChild(router)
        root.didDetach()
        #expect(isExpected(router, id: router.recordedID))
        root.didAttach(to: nil)
        #expect(!isExpected(router, id: router.recordedID))
        root.detachChild(router)
    }

    @Test func detachingAStrangeRouterOnlyMakesItInactive() {
        let router = SpyRouter.started("router", Log())
        root.didAttach(to: nil)
        #expect(router.interactor.isActive)
        root.detachChild(router)
        #expect(!router.interactor.isActive)
        #expect(!isExpected(router, id: router.recordedID))
    }

    @Test func itMayDetachWhileItIsFreed() throws {
        let part = SpyRIB.StateContainer()
        var facts = facts
        func run() {
            let dying = SpyRIB()
            facts.name(id(dying), "dying")
            dying.ribParts = [part]
            dying.onDeinit = { $0.didDetach() }
            dying.didAttach(to: root)
        }
        root.didAttach(to: nil)
        run()
        #expect(
            // The end of another test may say meanwhile that it is gone.
            try facts.lines().filter { $0.hasPrefix("dying") && $0 != "dying freed" }.suffix(2)
                == ["dying deactivated", "dying detached from root"])
        #expect(isExpected(part))
    }

    @Test func nothingIsKeptAlive() {
        weak var gone: SpyRIB?
        func run() {
            let rib = SpyRIB()
            gone = rib
            rib.didAttach(to: root)
            rib.subscribing {}
            rib.didDetach()
            #expect(isExpected(rib))
        }
        root.didAttach(to: nil)
        run()
        #expect(gone == nil)
    }

    @Test func aTrackedSubscriptionEndsWhenItIsCancelled() throws {
        var isCancelled = false
        child.didAttach(to: nil)
        let tracked = AnyCancellable { isCancelled = true }.tracked(by: child)
        #expect(try newLines().last == "child subscribed: AnyCancellable")
        tracked.cancel()
        #expect(isCancelled)
        #expect(try newLines().last == "child cancelled after 0+0 values")
    }

    @Test func aTrackedSubscriptionEndsWhenItIsFreed() throws {
        child.didAttach(to: nil)
        _ = AnyCancellable {}.tracked(by: child)
        #expect(try newLines().last == "child cancelled after 0+0 values")
    }

    // MARK: -

    private func id(_ object: AnyObject, as kind: ObjectKind = .rib) -> ObjectID {
        Recorder.shared.identify(object, as: kind)
    }

    private func isExpected(_ object: AnyObject) -> Bool {
        isExpected(object, id: id(object))
    }

    private func isExpected(_ object: AnyObject, id: ObjectID) -> Bool {
        Recorder.shared.isExpectedToGo(id)
    }

    /// The facts behind those of the objects' making.
    private func newLines() throws -> [String] {
        try facts.lines().filter { !$0.contains("made as") }
    }
}
