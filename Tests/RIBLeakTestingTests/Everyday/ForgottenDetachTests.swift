// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
import RIBLeakTesting
import RIBs
import XCTest

/// A flow that goes back without detaching what it left.
final class ForgottenDetachTests: XCTestCase {
    private let root = makeParent()

    private func gists(_ body: () -> Void) -> [String] { findLeaks(body).map(\.headline) }

    /// What a flow leaves, that is detached before the check, or is the root and freed.
    private func gistsOfFlow(_ use: (WizardRouter) -> Void) -> [[String]] {
        [
            gists {
                let wizard = WizardRouter()
                root.attachChild(wizard)
                use(wizard)
                root.detachChild(wizard)
            },
            gists { use(WizardRouter()) },
        ]
    }

    func testAStepThatANewOneReplacedWithoutADetach() {
        let found = gistsOfFlow { wizard in
            wizard.showStep(TabRouter())
            wizard.showStep(TabRouter())
        }
        let complaint = "stayed attached to WizardRouter, which had another one in its place"
        XCTAssertEqual(
            found,
            [
                ["TabRouter at Parent/Wizard/Tab \(complaint)"],
                ["TabRouter at Wizard/Tab \(complaint)"],
            ])
    }

    func testAStepThatWasClearedWithoutADetach() {
        let found = gistsOfFlow { wizard in
            wizard.showTab(TabRouter())
            wizard.tab = nil
            wizard.showTab(TabRouter())
            wizard.tab = nil
        }
        let complaint = "stayed attached to WizardRouter, whose field for it was empty (2 times)"
        XCTAssertEqual(
            found,
            [
                ["TabRouter at Parent/Wizard/Tab \(complaint)"],
                ["TabRouter at Wizard/Tab \(complaint)"],
            ])
    }

    func testTheWarningIsAtTheAttachOfWhatStayed() {
        let places = findLeaks {
            let wizard = WizardRouter()
            root.attachChild(wizard)
            wizard.showTab(TabRouter())
            wizard.tab = nil
            root.detachChild(wizard)
        }.map { $0.placeText ?? "nowhere" }
        let file = "Tests/RIBLeakTestingTests/Everyday/ForgottenDetachTests.swift"
        XCTAssertEqual(places, ["attached at \(file):\(WizardRouter.lineOfAttach)"])
    }

    func testAStepThatWasReplacedInALaunchedTreeThatLivesOn() {
        let view = SampleView()
        let host = SampleRoot(
            interactor: SampleInteractor(presenter: view), viewController: view)
        host.launch()
        let wizard = WizardRouter()
        host.attachChild(wizard)
        wizard.showStep(TabRouter())
        let found = gists {
            wizard.showStep(TabRouter())
            wizard.showStep(TabRouter())
        }
        XCTAssertEqual(
            found,
            [
                "TabRouter at SampleRoot/Wizard/Tab stayed attached to WizardRouter, which had "
                    + "another one in its place"
            ])
        XCTAssertEqual(gists {}, [])
        host.detachChild(wizard)
    }

    func testAFlowThatDetachesWhatItLeavesPasses() {
        let found = gistsOfFlow { wizard in
            for _ in 1...3 {
                wizard.showStep(TabRouter())
                wizard.leaveStep()
            }
        }
        XCTAssertEqual(found, [[], []])
    }

    func testAChildThatNeverHadAFieldPassesWhileFieldsAreEmpty() {
        let found = gistsOfFlow { $0.attachChild(TabRouter()) }
        XCTAssertEqual(found, [[], []])
    }

    func testAFieldThatPointsAtOneOfAListPasses() {
        let found = gistsOfFlow { wizard in
            for _ in 1...3 { wizard.attachChild(TabRouter()) }
            wizard.tab = wizard.children.last as? TabRouter
        }
        XCTAssertEqual(found, [[], []])
    }

    func testAListOfChildrenOfOneKindPasses() {
        let found = gistsOfFlow { wizard in
            for _ in 1...3 {
                let tab = TabRouter()
                wizard.tabs.append(tab)
                wizard.attachChild(tab)
            }
            wizard.step = wizard.tabs.first
        }
        XCTAssertEqual(found, [[], []])
    }

    func testAFieldThatKeepsTheFirstOfSeveralPasses() {
        let found = gistsOfFlow { wizard in
            wizard.showStep(TabRouter())
            wizard.attachChild(TabRouter())
        }
        XCTAssertEqual(found, [[], []])
    }

    func testChildrenThatTheInteractorRefersToPass() {
        let found = gistsOfFlow { wizard in
            for _ in 1...2 {
                let tab = TabRouter()
                wizard.interactor.tabs[ObjectIdentifier(tab)] = tab
                wizard.attachChild(tab)
            }
        }
        XCTAssertEqual(found, [[], []])
    }

    func testTheChildThatIsShownWhenTheFlowGoesPasses() {
        XCTAssertEqual(gistsOfFlow { $0.showStep(TabRouter()) }, [[], []])
    }

    // MARK: - Views that left

    func testAViewThatLeftWhileTheRootGoes() {
        let found = gists {
            let parent = makeParent()
            let child = makeSample()
            parent.attachChild(child)
            child.viewController.viewDidLeave()
        }
        XCTAssertEqual(
            found,
            ["SampleRouter at Parent/Sample stayed attached, though its view left the screen"])
    }

    func testAViewThatLeftBeforeTheFlowWentOnAndWasDetached() {
        let found = gistsOfFlow { wizard in
            let child = makeSample()
            wizard.attachChild(child)
            child.viewController.viewDidLeave()
            wizard.showStep(TabRouter())
        }
        let complaint = "stayed attached, though its view left the screen"
        XCTAssertEqual(
            found,
            [
                ["SampleRouter at Parent/Wizard/Sample \(complaint)"],
                ["SampleRouter at Wizard/Sample \(complaint)"],
            ])
    }

    func testAViewThatWasSwipedAwayBeforeItsFlowWasDetached() {
        let found = gists {
            let flow = makeSample()
            root.attachChild(flow)
            let child = makeSample()
            flow.attachChild(child)
            child.viewController.viewDidLeave()
            root.detachChild(flow)
        }
        XCTAssertEqual(
            found,
            [
                "SampleRouter at Parent/Sample/Sample stayed attached, though its view left the "
                    + "screen"
            ])
    }

    func testAFlowWhoseOwnViewLeftWithThatOfItsChildPasses() {
        let found = findLeaksOfRecorded {
            let flow = makeSample()
            root.attachChild(flow)
            let child = makeSample()
            flow.attachChild(child)
            child.viewController.viewDidLeave()
            flow.viewController.viewDidLeave()
            root.detachChild(flow)
        }
        XCTAssertEqual(found, [])
    }

    func testAViewThatLeavesWithItsFlowPasses() {
        let found = findLeaksOfRecorded {
            let wizard = WizardRouter()
            root.attachChild(wizard)
            let child = makeSample()
            wizard.attachChild(child)
            child.viewController.viewDidLeave()
            root.detachChild(wizard)
        }
        XCTAssertEqual(found, [])
    }

    func testAViewThatLeavesWhileAnotherTreeGoesPasses() {
        let found = findLeaksOfRecorded {
            let child = makeSample()
            root.attachChild(child)
            child.viewController.viewDidLeave()
            makeParent().attachChild(TabRouter())
            root.detachChild(child)
        }
        XCTAssertEqual(found, [])
    }
}

private final class WizardInteractor: Interactor {
    var tabs: [ObjectIdentifier: TabRouter] = [:]
}

private final class WizardRouter: Router<WizardInteractor> {
    var step: (any Routing)?
    var tab: TabRouter?
    var tabs: [TabRouter] = []

    init() { super.init(interactor: WizardInteractor()) }

    /// Attaches a step and forgets to detach the one before.
    func showStep(_ next: any Routing) {
        attachChild(next)
        step = next
    }

    static let lineOfAttach = #line + 3
    func showTab(_ next: TabRouter) {
        tab = next
        attachChild(next)
    }

    func leaveStep() {
        step.map(detachChild)
        step = nil
    }
}
