// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
import RIBLeakTesting
import RIBs
import Testing
import XCTest

@testable import RIBRecorder

/// Warnings of the real runtime: in the report, and no reason for an assertion to fail.
final class WarningTests: InterceptingTestCase {
    private let root = HostRoot.launched()

    /// The warnings of a test's report.
    private func warnings(of body: () -> Void) throws -> [String] {
        let scope = Recorder.shared.beginScope(name, runsAlone: true)
        let before = Recorder.shared.eventCount
        Recorder.shared.working(for: scope, body)
        XCTAssertGreaterThan(Recorder.shared.eventCount, before, "nothing was recorded")
        Recorder.shared.endScope(scope)
        let folder = try XCTUnwrap(Recorder.shared.traceFolder)
        return try Analysis.report(on: [folder], symbolizer: LLVMSymbolizer(), scope: scope)
            .findings.map { "\($0.kind.rawValue) \($0.type) at \($0.ribPath), \($0.count)×" }
    }

    func testARouterThatIsAttachedTwiceIsAWarning() throws {
        let found = try warnings {
            let child = makeSample()
            root.attachChild(child)
            root.attachChild(child)
            root.detachChild(child)
        }
        XCTAssertEqual(found, ["lifecycle-violation SampleRouter at Host/Sample, 1×"])
    }

    func testNoAssertionFailsForAWarning() {
        func makeMistakes() {
            root.attachAndDetachTwice(makeSample())
            root.buildWithoutAttaching()
        }
        XCTAssertEqual(intercepted { assertNoLeaks { makeMistakes() } }, [])
        let found = findLeaks { makeMistakes() }
        XCTAssertTrue(found.contains { $0.kind == .lifecycleViolation }, "\(found)")
    }

    func testAViolationIsFoundAsAWarning() {
        let found = findLeaks { root.attachAndDetachTwice(makeSample()) }
        XCTAssertEqual(found.map(\.kind), [.lifecycleViolation])
        XCTAssertEqual(
            found.first?.stacks.violation?.frames.first?.function,
            "HostRouter.attachAndDetachTwice(_:)")
    }

    func testAFailureNamesTheViolationsToo() throws {
        let failures = intercepted {
            assertNoLeaks {
                let child = makeSample()
                root.built.append(child)
                root.attachAndDetachTwice(child)
            }
        }
        let last = try XCTUnwrap(failures.first?.text.split(separator: "\n").last)
        XCTAssertTrue(
            last.hasSuffix(
                "warning: SampleRouter at Host/Sample was detached from HostRouter, but was not its "
                    + "child. Detach it once, from the router that attached it: set the stored "
                    + "child to nil then."), "\(last)")
        XCTAssertTrue(last.contains("WarningTests.swift:"), "\(last)")
    }

    func testARouterOfTwoParentsIsNoLeakOfTheFirst() {
        let (first, second) = (makeParent(), makeParent())
        let found = findLeaks {
            let child = makeSample()
            first.attachChild(child)
            second.attachChild(child)
            second.detachChild(child)
        }
        XCTAssertEqual(
            found.map(\.headline),
            [
                "SampleRouter at Parent/Sample was attached to ParentRouter while ParentRouter "
                    + "still has it"
            ])
        withExtendedLifetime((first, second)) {}
    }

    func testARingOfRoutersIsOneMistakeAndNoLeak() {
        let found = findLeaks {
            let (outer, inner) = (makeParent(), makeParent())
            root.attachChild(outer)
            outer.attachChild(inner)
            inner.attachChild(outer)
            root.detachChild(outer)
        }
        XCTAssertEqual(
            found.map(\.headline),
            [
                "ParentRouter at Host/Parent would attach to its own descendant ParentRouter"
            ])
    }

    func testARIBWithoutBaseClassesOfTwoParents() {
        let (app, other) = (AppRIB(), AppRIB())
        app.didAttach(to: nil)
        other.didAttach(to: nil)
        let found = findLeaks {
            let counter = CounterRIB()
            counter.didAttach(to: app)
            counter.didAttach(to: other)
            counter.didDetach()
        }
        XCTAssertEqual(
            found.map(\.headline),
            ["CounterRIB at App/Counter was attached to AppRIB while AppRIB still has it"])
        withExtendedLifetime((app, other)) {}
    }

    func testARouterThatARIBOfTheTreeBuiltAndKeptIsAWarning() throws {
        let found = try warnings { root.buildWithoutAttaching() }
        XCTAssertEqual(found, ["never-attached SampleRouter at Sample, 1×"])
    }

    func testARouterThatARIBOfTheTreeBuiltAndAttachedIsNoWarning() throws {
        let found = try warnings {
            root.buildWithoutAttaching()
            for router in root.built { root.attachChild(router) }
        }
        XCTAssertEqual(found, [])
    }

    func testARouterThatIsFreedIsNoWarning() throws {
        let found = try warnings {
            root.buildWithoutAttaching()
            root.built = []
        }
        XCTAssertEqual(found, [])
    }

    func testARouterThatTheTestBuiltIsNoWarning() throws {
        var held: [AnyObject] = []
        XCTAssertEqual(try warnings { held = [makeSample(), makeParent()] }, [])
        XCTAssertEqual(held.count, 2)
    }

    func testARouterThatAMockOfAParentAttachesIsNoWarning() throws {
        let parent = MockParent()
        let found = try warnings { parent.attachChild(makeSample()) }
        XCTAssertEqual(found, [])
    }

    func testARouterThatARIBHandsToAMockThatAttachesItIsNoWarning() throws {
        let parent = MockParent()
        let found = try warnings {
            root.buildWithoutAttaching()
            for router in root.built { parent.attachChild(router) }
        }
        XCTAssertEqual(found, [])
    }
}

/// Each test has its own process, which ends for the recorder before the test reads the report.
@Suite struct FreedRIBWarningTests {
    @Test func aRIBThatIsFreedWithoutDidDetachIsAWarningUnlessItsTreeGoesWhole() async {
        await #expect(processExitsWith: .success) {
            func dropWholeTree() {
                let app = AppRIB()
                app.didAttach(to: nil)
                let counter = CounterRIB()
                counter.didAttach(to: app)
                app.kept = [counter]
            }
            dropWholeTree()
            let app = AppRIB()
            app.didAttach(to: nil)
            CounterRIB().didAttach(to: app)
            let found = try reportAtExit().map {
                "\($0.kind.rawValue) \($0.type) at \($0.ribPath), \($0.count)×"
            }
            #expect(found == ["lifecycle-violation CounterRIB at App/Counter, 1×"])
            withExtendedLifetime(app) {}
        }
    }
}

private func reportAtExit() throws -> [Finding] {
    Recorder.shared.processExits()
    let folder = try #require(Recorder.shared.traceFolder)
    return try Analysis.report(on: [folder], symbolizer: LLVMSymbolizer()).findings
}

private final class HostRouter: LaunchRouter<SampleInteractor, SampleView> {
    /// What it has built and not attached.
    var built: [SampleRouter] = []

    func attachAndDetachTwice(_ child: any Routing) {
        attachChild(child)
        detachChild(child)
        detachChild(child)
    }

    func buildWithoutAttaching() {
        built.append(SampleBuilder().build())
    }
}

private enum HostRoot {
    static func launched() -> HostRouter {
        let view = SampleView()
        let root = HostRouter(
            interactor: SampleInteractor(presenter: view), viewController: view)
        root.launch()
        return root
    }
}

private final class SampleBuilder {
    func build() -> SampleRouter {
        let view = SampleView()
        return SampleRouter(interactor: SampleInteractor(presenter: view), viewController: view)
    }
}

/// A parent that is no router of the base class.
private final class MockParent {
    private var children: [any Routing] = []

    func attachChild(_ child: any Routing) {
        children.append(child)
        child.interactable.activate()
        child.load()
    }
}
