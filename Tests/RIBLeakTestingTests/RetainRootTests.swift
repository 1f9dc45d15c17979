// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBLeakTesting
import RIBs
import XCTest

/// A retain path may begin at any part of the tree.
final class RetainRootTests: XCTestCase {
    private final class Draft {}

    /// The path to a draft that should be gone, which `keep` has somebody keep.
    private func path(_ keep: (Draft) -> Void) -> String {
        let findings = findLeaks {
            let draft = Draft()
            keep(draft)
            LeakDetector.instance.expectDeallocate(object: draft)
        }
        XCTAssertEqual(findings.map(\.type), ["Draft"])
        guard let path = findings.first?.retainPath else { return "none" }
        let steps = path.steps.map {
            "\($0.holder).\($0.label)" + ($0.isInferred ? " (inferred)" : "")
        }
        return "\(path.reason): \(steps.joined(separator: " → "))"
    }

    private func makeRoot() -> SampleRoot {
        let view = SampleView()
        return SampleRoot(interactor: SampleInteractor(presenter: view), viewController: view)
    }

    func testALaunchedRootWithoutChildren() {
        let root = makeRoot()
        root.launch()
        XCTAssertEqual(
            path { root.interactor.retained = $0 },
            "attachedRouter: SampleRoot.interactor → SampleInteractor.retained")
    }

    func testAPlainRootWithoutChildren() {
        let app = AppRIB()
        app.didAttach(to: nil)
        XCTAssertEqual(path { app.kept = [$0] }, "attachedRouter: AppRIB.kept[0]")
        app.didDetach()
    }

    func testAPlainRIBThatNoRouterHolds() {
        let root = makeRoot()
        root.launch()
        let child = AppRIB()
        child.didAttach(to: root)
        XCTAssertEqual(path { child.kept = [$0] }, "attachedRouter: AppRIB.kept[0]")
        child.didDetach()
    }

    func testARouterBelowAPlainRIB() {
        let app = AppRIB()
        app.didAttach(to: nil)
        let child = makeSample()
        app.attachChild(child)
        XCTAssertEqual(
            path { child.interactor.retained = $0 },
            "attachedRouter: SampleRouter.interactor → SampleInteractor.retained")
        app.detachChild(child)
        app.didDetach()
    }

    func testAPlainRIBThatIsAttachedAgain() {
        let app = AppRIB()
        app.didAttach(to: nil)
        app.didDetach()
        app.didAttach(to: nil)
        XCTAssertEqual(path { app.kept = [$0] }, "attachedRouter: AppRIB.kept[0]")
        app.didDetach()
    }
}
