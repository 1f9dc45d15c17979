// SPDX-License-Identifier: Apache-2.0

import RIBRecorder
import Testing

@testable import RIBs

/// The events that the base classes record, read back from the trace.
@Suite(.enabled(if: RecordedFacts.isRecording)) struct RecordingTests {
    private let log = Log()
    private let root: SpyRouter
    private let child: SpyRouter
    private var facts = RecordedFacts()

    init() {
        root = .started("root", log)
        child = SpyRouter("child", log)
        facts.name(root.recordedID, "root")
        facts.name(root.interactor.recordedID, "root interactor")
        facts.name(child.recordedID, "child")
        facts.name(child.interactor.recordedID, "child interactor")
    }

    private let made = [
        "root interactor made as interactor", "root made as router",
        "root interactor owned by root", "root interactor activated", "root loaded",
        "child interactor made as interactor", "child made as router",
        "child interactor owned by child",
    ]

    private func newLines() throws -> [String] {
        let lines = try facts.lines()
        #expect(Array(lines.prefix(made.count)) == made)
        return Array(lines.dropFirst(made.count))
    }

    @Test func attachComesBeforeActivationAndLoad() throws {
        root.attachChild(child)
        #expect(
            try newLines() == [
                "child attached to root", "child interactor activated", "child loaded",
            ])
    }

    @Test func whatIsAttachedInDidLoadFindsItsParent() throws {
        child.onLoad = { [log] in $0.attachChild(SpyRouter("grandchild", log)) }
        var facts = facts
        root.attachChild(child)
        let grandchild = try #require(child.children.first as? SpyRouter)
        facts.name(grandchild.recordedID, "grandchild")
        #expect(
            try facts.lines().suffix(5) == [
                "child interactor activated", "child loaded", "grandchild made as router",
                "grandchild attached to child", "grandchild loaded",
            ])
    }

    @Test func detachComesBeforeDeactivation() throws {
        root.attachChild(child)
        root.detachChild(child)
        #expect(
            try newLines().suffix(2) == [
                "child detached from root", "child interactor deactivated",
            ])
    }

    @Test func aRIBThatWasInactiveBeforeItsDetachHasItsTimeFromThatOn() throws {
        root.attachChild(child)
        child.interactor.deactivate()
        let deactivation = try #require(child.interactor.activity.deactivatedAt)
        root.detachChild(child)
        #expect(deactivation < child.record.since)
        #expect(child.timeOfDeactivation(since: child.record.since) == nil)
    }

    @Test func aDetachInsideADetachIsRecordedOnce() throws {
        root.attachChild(child)
        child.interactor.onResign = { [root, child] _ in root.detachChild(child) }
        root.detachChild(child)
        #expect(
            try newLines().suffix(2) == [
                "child detached from root", "child interactor deactivated",
            ])
    }

    @Test func detachingAStrangerIsNoDetach() throws {
        child.interactor.activate()
        root.detachChild(child)
        #expect(
            try newLines() == [
                "child interactor activated", "child detachedNonChild: root",
                "child interactor deactivated",
            ])
    }

    @Test func aMoveDuringADetachEndsActiveAndAttached() throws {
        let other = SpyRouter.started("other", log)
        var facts = facts
        facts.name(other.recordedID, "other")
        root.attachChild(child)
        let stream = child.interactor.isActiveStream.dropFirst().sink { [child] in
            if !$0 { other.attachChild(child) }
        }
        defer { stream.cancel() }
        root.detachChild(child)
        #expect(
            try facts.lines().suffix(4) == [
                "child detached from root", "child attached to other",
                "child interactor deactivated", "child interactor activated",
            ])
    }

    @Test func freeingIsRecordedOwnersFirst() throws {
        var facts = RecordedFacts()
        func run() {
            let lone = SpyRouter.started("lone", log)
            facts.name(lone.recordedID, "lone")
            facts.name(lone.interactor.recordedID, "lone interactor")
        }
        run()
        #expect(
            try facts.lines().suffix(3) == [
                "lone interactor deactivated", "lone freed", "lone interactor freed",
            ])
    }

    @Test func aViewThatIsItsOwnPresenterIsOneView() throws {
        final class Screen: ViewControllable {}
        let screen = Screen()
        let interactor = PresentableInteractor(presenter: screen)
        let router = ViewableRouter(interactor: interactor, viewController: screen)
        var facts = RecordedFacts()
        facts.name(interactor.recordedID, "interactor")
        facts.name(router.recordedID, "router")
        facts.name(Recorder.shared.identify(screen, as: .view), "screen")
        screen.viewDidShow()
        screen.viewDidLeave()
        #expect(
            try facts.lines() == [
                "screen made as view", "interactor made as interactor",
                "screen owned by interactor", "router made as router",
                "interactor owned by router", "screen owned by router", "screen appeared",
                "screen left",
            ])
    }

    @Test func aPresenterWithABaseClassIsMadeAndFreed() throws {
        var facts = RecordedFacts()
        func run() {
            let presenter = Presenter(viewController: ViewDouble())
            let interactor = PresentableInteractor(presenter: presenter)
            facts.name(presenter.recordedID, "presenter")
            facts.name(interactor.recordedID, "interactor")
        }
        run()
        #expect(
            try facts.lines() == [
                "presenter made as presenter", "interactor made as interactor",
                "presenter owned by interactor", "interactor freed", "presenter freed",
            ])
    }

    #if !canImport(UIKit)
        @Test func launchIsRecordedBeforeAnythingRuns() throws {
            let router = LaunchRouter(
                interactor: SpyInteractor("it", log), viewController: ViewDouble())
            var facts = RecordedFacts()
            facts.name(router.recordedID, "router")
            facts.name(router.interactor.recordedID, "interactor")
            router.launch()
            #expect(
                try facts.lines().suffix(3) == [
                    "router launched", "interactor activated", "router loaded",
                ])
        }
    #endif
}
