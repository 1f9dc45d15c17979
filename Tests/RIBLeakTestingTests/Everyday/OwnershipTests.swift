// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBLeakTesting
import RIBs
import Testing
import XCTest

/// Whose a worker, a workflow or an interactor is, by what was recorded and not by names.
final class OwnershipTests: XCTestCase {
    private let harbor = HarborRouter(interactor: ParentInteractor())

    private typealias Build = (@escaping (LoadingInteractor) -> Void) -> any Routing

    /// The same RIB under routers of several names, with the name that its place then has.
    private var builds: [(name: String, build: Build)] {
        let factory = DockFactory(harbor.warehouse)
        return [
            ("Loading", { LoadingRouter(interactor: factory.interactor($0)) }),
            ("DockScreen", { DockScreenRouter(interactor: factory.interactor($0)) }),
            ("Any", { AnyRouter(interactor: factory.interactor($0)) }),
        ]
    }

    /// What a visit of the RIB leaks, which does something as soon as it is active.
    private func gists(
        _ build: Build, _ whenActive: @escaping (LoadingInteractor) -> Void
    ) -> [String] {
        gists { build(whenActive) }
    }

    private func gists(_ build: () -> any Routing) -> [String] {
        findLeaksOfRecorded {
            let router = build()
            harbor.attachChild(router)
            harbor.detachChild(router)
        }.map { finding in
            let edge = finding.retainPath?.suspectStep
            return "\(finding.kind.rawValue) \(finding.type) at \(finding.ribPath)"
                + finding.victims.map { ", dragging \($0.type)" }.joined()
                + (edge.map { ", by \($0.holder).\($0.label)" } ?? "")
        }
    }

    func testAWorkerThatAServiceKeepsAfterItsRIBWent() {
        for (index, (name, build)) in builds.enumerated() {
            XCTAssertEqual(
                gists(build) { $0.startWorker() },
                [
                    "leaked-worker CrateWorker at Harbor/\(name), "
                        + "by Warehouse.objects[\(index)]"
                ])
        }
    }

    func testAWorkflowWhoseTokenAServiceKeeps() {
        for (index, (name, build)) in builds.enumerated() {
            XCTAssertEqual(
                gists(build) { $0.startWorkflow() },
                [
                    "leaked-workflow CrateWorkflow at Harbor/\(name), "
                        + "by Warehouse.bag[\(index)]"
                ])
        }
    }

    func testAnInteractorThatARunningWorkflowHolds() {
        for (name, build) in builds {
            XCTAssertEqual(
                gists(build) { $0.startWorkflowThatHoldsItself() }.map { $0.prefix { $0 != "," } },
                ["leaked-interactor LoadingInteractor at Harbor/\(name)"])
        }
    }

    func testASharedWorkerThatHoldsNothingIsNotLeaked() {
        for (_, build) in builds {
            let worker = CrateWorker()
            harbor.sharedWorkers.append(worker)
            XCTAssertEqual(gists(build) { worker.start($0) }, [])
        }
    }

    func testAWorkerThatWasBuiltWithItsRouter() {
        XCTAssertEqual(
            gists { DockFactory(harbor.warehouse).buildWithWorker() },
            ["leaked-worker CrateWorker at Harbor/DockScreen, by Warehouse.objects[0]"])
    }

    func testARouterThatIsNotNamedLikeItsInteractor() {
        let warehouse = harbor.warehouse
        let found = gists {
            let router = DockScreenRouter(interactor: DockFactory(warehouse).interactor { _ in })
            warehouse.objects.append(router)
            return router
        }
        XCTAssertEqual(
            found,
            [
                "leaked-router DockScreenRouter at Harbor/DockScreen, "
                    + "dragging LoadingInteractor, by Warehouse.objects[0]"
            ])
    }

    func testAWorkerOfAParentOfTheSameKindMayBeShared() throws {
        let factory = DockFactory(harbor.warehouse)
        let parent = DockScreenRouter(interactor: factory.interactor { $0.startWorker() })
        harbor.attachChild(parent)
        defer { harbor.detachChild(parent) }
        let worker = try XCTUnwrap(harbor.warehouse.objects.last as? CrateWorker)
        let found = findLeaksOfRecorded {
            let child = DockScreenRouter(interactor: factory.interactor { worker.start($0) })
            parent.attachChild(child)
            parent.detachChild(child)
        }
        XCTAssertEqual(found, [])
    }
}

/// The same in a process of its own, in which the search sees no tree of another test.
@Suite struct SharedWorkerTests {
    @Test func aWorkerThatARIBOfLongerLifeSharesIsNamedAsTheHolder() async {
        await #expect(processExitsWith: .success) {
            let harbor = HarborRouter(interactor: ParentInteractor())
            let worker = CrateWorker()
            harbor.sharedWorkers.append(worker)
            let factory = DockFactory(harbor.warehouse)
            let found = findLeaks {
                let router = LoadingRouter(
                    interactor: factory.interactor { $0.lend(itselfTo: worker) })
                harbor.attachChild(router)
                harbor.detachChild(router)
            }
            #expect(found.map(\.kind) == [.leakedInteractor])
            let edge = try #require(found.first?.retainPath?.suspectStep)
            #expect("\(edge.holder).\(edge.label)" == "CrateWorker.held[0]")
        }
    }
}
