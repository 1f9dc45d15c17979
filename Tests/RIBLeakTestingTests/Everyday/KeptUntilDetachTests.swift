// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
import RIBLeakTesting
import RIBs
import XCTest

/// What a RIB keeps of its detached children, and lets go of only when it is detached itself.
final class KeptUntilDetachTests: XCTestCase {
    private func gists(_ body: () -> Void) -> [String] {
        findLeaksOfRecorded(body).map(FreedWithTreeTests.gist)
    }

    private static let kept =
        "TabRouter at Flow/Flow/Tab was kept until Flow was detached, dragging TabInteractor, "
        + "by FlowRouter.previous[0]"

    /// A tree with a flow in the middle, which is detached at the end.
    private func inFlow(_ body: (FlowRouter) -> Void) -> [String] {
        gists {
            let root = FlowRouter()
            let middle = FlowRouter()
            root.attachChild(middle)
            body(middle)
            root.detachChild(middle)
        }
    }

    func testARouterThatTheFlowKeepsInAnArray() {
        XCTAssertEqual(inFlow { $0.visit(TabRouter()) { $0.previous.append($1) } }, [Self.kept])
    }

    func testARouterThatTheFlowsInteractorKeeps() {
        XCTAssertEqual(
            inFlow { $0.visit(TabRouter()) { $0.interactor.lastTab = $1 } },
            [
                "TabRouter at Flow/Flow/Tab was kept until Flow was detached, "
                    + "dragging TabInteractor, by FlowInteractor.lastTab"
            ])
    }

    func testAnInteractorThatTheFlowKeeps() {
        XCTAssertEqual(
            inFlow { $0.visit(TabRouter()) { $0.kept = $1.interactor } },
            [
                "TabInteractor at Flow/Flow/Tab was kept until Flow was detached, "
                    + "by FlowRouter.kept"
            ])
    }

    func testAViewThatTheFlowsViewKeeps() {
        let found = gists {
            let root = FlowRouter()
            let screen = ScreenFlow()
            root.attachChild(screen)
            screen.visit()
            root.detachChild(screen)
        }
        XCTAssertEqual(
            found,
            [
                "SampleView at Flow/ScreenFlow/Sample was kept until ScreenFlow was detached, "
                    + "by ScreenView.shown[0]"
            ])
    }

    func testAViewWhoseHolderStaysOnTheScreen() {
        let found = gists {
            let root = FlowRouter()
            let screen = ScreenFlow()
            root.kept = screen.viewController
            root.attachChild(screen)
            screen.visit()
            root.detachChild(screen)
            root.kept = nil
        }
        XCTAssertEqual(
            found,
            [
                "SampleView at Flow/ScreenFlow/Sample was kept until ScreenFlow was detached, "
                    + "by ScreenView.shown[0]"
            ])
    }

    func testWhatAnInteractorKeepsThatIsAtWorkWhileItsRIBIsDetached() {
        let found = gists {
            let root = FlowRouter()
            var middle: FlowRouter? = FlowRouter()
            let interactor = middle?.interactor
            middle.map(root.attachChild)
            middle?.visit(TabRouter()) { $0.interactor.lastTab = $1 }
            middle.map(root.detachChild)
            middle = nil
            interactor?.lastTab = nil
        }
        XCTAssertEqual(
            found,
            [
                "TabRouter at Flow/Flow/Tab was kept until Flow was detached, "
                    + "dragging TabInteractor, by FlowInteractor.lastTab"
            ])
    }

    func testWhatIsKeptBelowAFlowThatIsDetachedWithItsOwnParent() {
        let found = gists {
            let root = FlowRouter()
            let outer = FlowRouter()
            let inner = FlowRouter()
            root.attachChild(outer)
            outer.attachChild(inner)
            inner.visit(TabRouter()) { $0.previous.append($1) }
            root.detachChild(outer)
        }
        XCTAssertEqual(
            found, [Self.kept.replacing("Flow/Flow/Tab", with: "Flow/Flow/Flow/Tab")])
    }

    func testWhatAFlowFurtherUpKeepsIsFoundWhenThatIsDetached() {
        let found = gists {
            let root = FlowRouter()
            let outer = FlowRouter()
            let inner = FlowRouter()
            root.attachChild(outer)
            outer.attachChild(inner)
            inner.visit(TabRouter()) { outer.previous.append($1) }
            outer.detachChild(inner)
            root.detachChild(outer)
        }
        XCTAssertEqual(
            found, [Self.kept.replacing("Flow/Flow/Tab", with: "Flow/Flow/Flow/Tab")])
    }

    func testEachOfSeveralThatTheFlowKeeps() {
        let found = inFlow { flow in
            for _ in 1...3 { flow.visit(TabRouter()) { $0.previous.append($1) } }
        }
        XCTAssertEqual(
            found.map { $0.replacing(" (3 of them)", with: "") }, [Self.kept])
    }

    func testEachVisitOfAFlowThatIsMadeAnew() {
        let findings = findLeaksOfRecorded {
            let root = FlowRouter()
            for _ in 1...4 {
                let flow = FlowRouter()
                root.attachChild(flow)
                flow.visit(TabRouter()) { $0.previous.append($1) }
                root.detachChild(flow)
            }
        }
        XCTAssertEqual(findings.map(\.count), [4])
    }

    func testAMistakeHasOneNameWheneverItIsFound() {
        var held: FlowRouter?
        let atTheEnd = findLeaksOfRecorded {
            let root = FlowRouter()
            let flow = FlowRouter()
            root.attachChild(flow)
            flow.visit(TabRouter()) { $0.previous.append($1) }
            held = root
        }
        let atTheDetach = findLeaksOfRecorded {
            let root = FlowRouter()
            let flow = FlowRouter()
            root.attachChild(flow)
            flow.visit(TabRouter()) { $0.previous.append($1) }
            root.detachChild(flow)
        }
        XCTAssertNotNil(held)
        XCTAssertEqual(atTheEnd.map(\.fingerprint), atTheDetach.map(\.fingerprint))
        XCTAssertEqual(atTheDetach.count, 1)
    }

    // MARK: - No findings

    func testAChildThatIsLetGoAtItsDetachPasses() {
        XCTAssertEqual(inFlow { $0.visit(TabRouter()) { _, _ in } }, [])
    }

    func testAChildThatIsLetGoBeforeTheFlowIsDetachedPasses() {
        let found = inFlow { flow in
            flow.visit(TabRouter()) { $0.previous.append($1) }
            flow.previous = []
        }
        XCTAssertEqual(found, [])
    }

    func testChildrenThatAreAttachedWhenTheFlowIsDetachedPass() {
        let found = inFlow { flow in
            let tab = TabRouter()
            flow.previous.append(tab)
            flow.attachChild(tab)
        }
        XCTAssertEqual(found, [])
    }

    func testAChildThatIsAttachedAgainWithItsFlowPasses() {
        let found = gists {
            let root = FlowRouter()
            let flow = FlowRouter()
            let tab = TabRouter()
            root.attachChild(flow)
            flow.visit(tab) { $0.previous.append($1) }
            root.detachChild(flow)
            root.attachChild(flow)
            flow.attachChild(tab)
        }
        XCTAssertEqual(found, [])
    }

    func testWhatSomebodyElseHoldsTooIsLeftToTheEnd() {
        let found = gists {
            let root = FlowRouter()
            let flow = FlowRouter()
            root.attachChild(flow)
            let tab = TabRouter()
            flow.visit(tab) { $0.previous.append($1) }
            root.detachChild(flow)
            flow.previous = []
            withExtendedLifetime(tab) {}
        }
        XCTAssertEqual(found, [])
    }

    func testWhatAServiceOfTheWholeAppKeepsForAMomentPasses() {
        let found = gists {
            let root = FlowRouter()
            let flow = FlowRouter()
            let service = FlowInteractor()
            (root.kept, flow.kept) = (service, service)
            root.attachChild(flow)
            flow.visit(TabRouter()) { service.lastTab = $1 }
            root.detachChild(flow)
            service.lastTab = nil
        }
        XCTAssertEqual(found, [])
    }

    func testWhatTheFlowsSharedViewKeepsIsLeftToTheEnd() {
        let found = gists {
            let root = ScreenRoot()
            root.launch()
            let flow = ScreenFlow(sharing: root.viewController)
            root.attachChild(flow)
            flow.visit()
            root.detachChild(flow)
            root.viewController.shown = []
        }
        XCTAssertEqual(found, [])
    }

    func testAViewThatTheFlowUsesAgainAndAgainPasses() {
        let found = gists {
            let root = FlowRouter()
            let flow = ScreenFlow()
            root.attachChild(flow)
            flow.viewController.shown.append(SampleView())
            for _ in 1...2 { flow.visitAgain() }
            root.detachChild(flow)
        }
        XCTAssertEqual(found, [])
    }

    func testWhatWorkInTheMainQueueWouldHaveLetGoPasses() {
        let found = gists {
            let root = FlowRouter()
            let flow = FlowRouter()
            root.attachChild(flow)
            flow.visit(TabRouter()) { $0.previous.append($1) }
            let held = Held(flow)
            DispatchQueue.main.async { (held.object as? FlowRouter)?.previous = [] }
            root.detachChild(flow)
        }
        XCTAssertEqual(found, [])
    }

    func testWhatTheFlowDetachesWhenItResignsPasses() {
        let found = inFlow { flow in
            let tab = TabRouter()
            flow.previous.append(tab)
            flow.interactor.whenResigning = { [unowned flow, unowned tab] in
                flow.detachChild(tab)
            }
            flow.attachChild(tab)
        }
        XCTAssertEqual(found, [])
    }
}

final class ScreenFlow: ViewableRouter<Interactor, ScreenView> {
    init(sharing view: ScreenView = ScreenView()) {
        super.init(interactor: Interactor(), viewController: view)
    }

    /// Attaches a RIB whose view stays among those shown, and detaches it.
    func visit() {
        let child = makeSample()
        viewController.shown.append(child.viewController)
        attachChild(child)
        detachChild(child)
    }

    /// Attaches a RIB with the view that was shown first, and detaches it.
    func visitAgain() {
        let view = viewController.shown[0]
        let child = SampleRouter(
            interactor: SampleInteractor(presenter: view), viewController: view)
        attachChild(child)
        detachChild(child)
    }
}
