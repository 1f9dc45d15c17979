// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
import RIBLeakTesting
import RIBs
import XCTest

/// What a tree keeps after it was detached, and lets go of only with itself.
final class FreedWithTreeTests: XCTestCase {
    /// What is said of each finding, and by which edge it was kept.
    private func gists(_ body: () -> Void) -> [String] { findLeaksOfRecorded(body).map(Self.gist) }

    static func gist(_ finding: Finding) -> String {
        // A slow machine takes long enough for a time to be said.
        finding.headline.replacing(/was detached, [0-9.]+ m?s/, with: "was detached")
            + finding.victims.map { ", dragging \($0.type)" }.joined()
            + (finding.retainPath?.suspectStep.map { ", by \($0.holder).\($0.label)" } ?? "")
    }

    private static let kept =
        "TabRouter at Flow/Tab was freed only with its whole tree, "
        + "dragging TabInteractor, by FlowRouter.previous[0]"

    func testARouterThatTheRootKeepsInAnArray() {
        let found = gists {
            let root = FlowRouter()
            root.visit(TabRouter()) { $0.previous.append($1) }
        }
        XCTAssertEqual(found, [Self.kept])
    }

    func testARouterThatALaunchedRootKeeps() {
        let found = gists {
            let root = FlowRoot(interactor: SampleInteractor(presenter: .init()))
            root.launch()
            let tab = TabRouter()
            root.attachChild(tab)
            root.detachChild(tab)
            root.lastTab = tab
        }
        XCTAssertEqual(
            found,
            [
                "TabRouter at FlowRoot/Tab was freed only with its whole tree, "
                    + "dragging TabInteractor, by FlowRoot.lastTab"
            ])
    }

    func testARouterThatTheRootsInteractorKeeps() {
        let found = gists {
            let root = FlowRouter()
            root.visit(TabRouter()) { $0.interactor.lastTab = $1 }
        }
        XCTAssertEqual(
            found,
            [
                "TabRouter at Flow/Tab was freed only with its whole tree, "
                    + "dragging TabInteractor, by FlowInteractor.lastTab"
            ])
    }

    func testAnInteractorThatTheRootKeeps() {
        let found = gists {
            let root = FlowRouter()
            root.visit(TabRouter()) { $0.kept = $1.interactor }
        }
        XCTAssertEqual(
            found,
            [
                "TabInteractor at Flow/Tab was freed only with its whole tree, "
                    + "by FlowRouter.kept"
            ])
    }

    func testARouterThatAnAttachedRIBInTheMiddleKeeps() {
        let found = gists {
            let root = FlowRouter()
            let middle = FlowRouter()
            root.attachChild(middle)
            middle.visit(TabRouter()) { $0.previous.append($1) }
        }
        XCTAssertEqual(
            found,
            [
                "TabRouter at Flow/Flow/Tab was kept until Flow was detached, "
                    + "dragging TabInteractor, by FlowRouter.previous[0]"
            ])
    }

    func testAChildThatIsStillAttachedToWhatWasKeptIsDraggedAlong() {
        let found = gists {
            let root = FlowRouter()
            let middle = FlowRouter()
            middle.attachChild(TabRouter())
            root.visit(middle) { $0.previous.append($1) }
        }
        XCTAssertEqual(
            found,
            [
                "FlowRouter at Flow/Flow was freed only with its whole tree, "
                    + "dragging FlowInteractor, dragging TabRouter, dragging TabInteractor, "
                    + "by FlowRouter.previous[0]"
            ])
    }

    func testAViewThatTheRootsViewKeeps() {
        let found = gists {
            let root = ScreenRoot()
            root.launch()
            let child = makeSample()
            root.viewController.shown.append(child.viewController)
            root.attachChild(child)
            root.detachChild(child)
        }
        XCTAssertEqual(
            found,
            [
                "SampleView at ScreenRoot/Sample was freed only with its whole tree, "
                    + "by ScreenView.shown[0]"
            ])
    }

    func testWhatTheRecorderItselfHasInTheMainQueueHidesNothing() {
        let keptOutside = SampleView()
        LeakDetector.instance.expectDeallocate(object: keptOutside).cancel()
        let found = gists {
            let root = FlowRouter()
            root.visit(TabRouter()) { $0.previous.append($1) }
        }
        XCTAssertEqual(found, [Self.kept])
    }

    // MARK: - No findings

    func testAViewThatTheRootsViewLetsGoPasses() {
        let found = gists {
            let root = ScreenRoot()
            root.launch()
            let child = makeSample()
            let view = child.viewController
            root.viewController.shown.append(view)
            root.attachChild(child)
            root.detachChild(child)
            root.viewController.shown = []
            withExtendedLifetime(root) {}
            withExtendedLifetime(view) {}
        }
        XCTAssertEqual(found, [])
    }

    func testWhatWorkInTheMainQueueWouldHaveLetGoPasses() {
        let found = gists {
            let root = FlowRouter()
            root.visit(TabRouter()) { $0.previous.append($1) }
            DispatchQueue.main.async { [weak root] in root?.previous = [] }
        }
        XCTAssertEqual(found, [])
    }

    func testAViewThatWorkInTheMainQueueWouldHaveLetGoPasses() {
        let found = gists {
            let root = ScreenRoot()
            root.launch()
            let child = makeSample()
            root.viewController.shown.append(child.viewController)
            root.attachChild(child)
            root.detachChild(child)
            DispatchQueue.main.async { [weak root] in root?.viewController.shown = [] }
        }
        XCTAssertEqual(found, [])
    }

    func testAViewThatAnAttachedRIBUsesTooPasses() {
        let found = gists {
            let root = ScreenRoot()
            root.launch()
            let view = SampleView()
            for _ in 1...2 {
                let interactor = SampleInteractor(presenter: view)
                let child = SampleRouter(interactor: interactor, viewController: view)
                root.attachChild(child)
            }
            root.children.first.map(root.detachChild)
        }
        XCTAssertEqual(found, [])
    }

    func testARouterThatIsLetGoAtItsDetachPasses() {
        XCTAssertEqual(gists { FlowRouter().visit(TabRouter()) { _, _ in } }, [])
    }

    func testARouterThatTheTestHoldsBesideTheRootPasses() {
        let found = gists {
            let tab = TabRouter()
            let root = FlowRouter()
            root.visit(tab) { _, _ in }
            withExtendedLifetime(root) {}
            withExtendedLifetime(tab) {}
        }
        XCTAssertEqual(found, [])
    }

    func testChildrenThatAreAttachedWhenTheRootGoesPass() {
        let found = gists {
            let root = FlowRouter()
            let middle = FlowRouter()
            root.previous.append(middle)
            root.attachChild(middle)
            middle.attachChild(TabRouter())
        }
        XCTAssertEqual(found, [])
    }

    func testAChildThatIsDetachedWhileItsParentResignsPasses() {
        let found = gists {
            let root = FlowRouter()
            let middle = FlowRouter()
            let tab = TabRouter()
            middle.previous.append(tab)
            middle.interactor.whenResigning = { [unowned middle, unowned tab] in
                middle.detachChild(tab)
            }
            root.attachChild(middle)
            middle.attachChild(tab)
            root.detachChild(middle)
        }
        XCTAssertEqual(found, [])
    }

    func testAChildThatIsAttachedAgainPasses() {
        let found = gists {
            let root = FlowRouter()
            let tab = TabRouter()
            root.visit(tab) { $0.previous.append($1) }
            root.attachChild(tab)
        }
        XCTAssertEqual(found, [])
    }

    // MARK: - Around tearDown

    /// What a test says when it fails that does something with its root.
    private func failures(_ body: @escaping (FlowTests, FlowRouter) -> Void) -> [String] {
        var hasRun = false
        let inner = FlowTests(name: "testFlow") { test in
            let test = try XCTUnwrap(test as? FlowTests)
            body(test, try XCTUnwrap(test.root))
            hasRun = true
        }
        inner.invokeTest()
        XCTAssertTrue(hasRun, "\(inner.failures)")
        return inner.failures.map(\.message)
    }

    /// Checks that a test fails once, by what the flow keeps.
    private func assertKept(
        _ failures: [String], file: StaticString = #filePath, line: UInt = #line
    ) {
        XCTAssertEqual(failures.count, 1, file: file, line: line)
        XCTAssertTrue(
            failures.first?.contains("FlowRouter.previous[0]") == true, "\(failures)", file: file,
            line: line)
    }

    func testWhatLivesAtTheBodysEndFailsUnlessTearDownLetsItGoBeforeTheTree() {
        assertKept(failures { _, root in root.visit(TabRouter()) { $0.previous.append($1) } })
        let mended = failures { test, root in
            root.visit(TabRouter()) { $0.previous.append($1) }
            test.cleanUp = { [unowned root] in root.previous = [] }
        }
        XCTAssertEqual(mended, [])
    }

    func testWhatTearDownAddsToTheMainQueueHidesNothing() {
        assertKept(
            failures { test, root in
                root.visit(TabRouter()) { $0.previous.append($1) }
                test.cleanUp = { DispatchQueue.main.async {} }
            })
    }

    func testWhatGoesWithAFlowThatTearDownDetachesFails() {
        assertKept(
            failures { test, root in
                let middle = FlowRouter()
                root.attachChild(middle)
                middle.visit(TabRouter()) { $0.previous.append($1) }
                test.cleanUp = { [unowned root, unowned middle] in root.detachChild(middle) }
            })
    }

    func testWhatTearDownItselfDetachesPassesAndWhatTheBodyDetachesFails() {
        func failures(inTearDown: Bool) -> [String] {
            self.failures { test, root in
                let tab = TabRouter()
                root.previous.append(tab)
                root.attachChild(tab)
                if inTearDown {
                    test.cleanUp = { [unowned root, unowned tab] in root.detachChild(tab) }
                } else {
                    root.detachChild(tab)
                }
            }
        }
        XCTAssertEqual(failures(inTearDown: true), [])
        assertKept(failures(inTearDown: false))
    }
}

final class FlowTests: CollectingTests {
    var root: FlowRouter? = FlowRouter()
    var cleanUp: () -> Void = {}

    override func tearDown() {
        cleanUp()
        cleanUp = {}
        root = nil
        super.tearDown()
    }
}

final class FlowInteractor: Interactor {
    var lastTab: AnyObject?
    var whenResigning: () -> Void = {}

    override func willResignActive() { whenResigning() }
}

/// A router that keeps what it should let go.
final class FlowRouter: Router<FlowInteractor> {
    var previous: [AnyObject] = []  // place: FlowRouter.previous
    var kept: AnyObject?

    init() { super.init(interactor: FlowInteractor()) }

    /// Attaches a RIB, does something with it, and detaches it.
    func visit<Child: Routing>(_ child: Child, _ keep: (FlowRouter, Child) -> Void) {
        attachChild(child)
        keep(self, child)
        detachChild(child)
    }
}

final class TabInteractor: Interactor {}

final class TabRouter: Router<TabInteractor> {
    init() { super.init(interactor: TabInteractor()) }
}

final class ScreenView: ViewControllable {
    var shown: [SampleView] = []
}

final class ScreenRoot: LaunchRouter<Interactor, ScreenView> {
    init() { super.init(interactor: Interactor(), viewController: ScreenView()) }
}

final class FlowRoot: LaunchRouter<SampleInteractor, SampleView> {
    var lastTab: AnyObject?

    init(interactor: SampleInteractor) {
        super.init(interactor: interactor, viewController: interactor.presenter)
    }
}
