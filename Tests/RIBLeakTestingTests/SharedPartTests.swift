// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBLeakTesting
import RIBs
import XCTest

/// Workers, workflows and components of real RIBs: leaked only if their own RIB made them.
final class SharedPartTests: XCTestCase {
    private let shell = ShellComponent()
    private let parent = makeParent()
    /// What holds by mistake; a timer or a static closure would do it as well.
    private var held: [AnyObject] = []

    /// The findings on a RIB's way through the tree.
    private func gists(of build: () -> GameRouter) -> [String] {
        findLeaksOfRecorded { visit(build()) }.map { finding in
            "\(finding.kind.rawValue) \(finding.type) at \(finding.ribPath)"
                + finding.victims.map { ", dragging \($0.type)" }.joined()
        }
    }

    private func visit(_ router: GameRouter) {
        parent.attachChild(router)
        parent.detachChild(router)
    }

    func testAWorkerThatIsCapturedAfterItsRIBIsGoneIsLeaked() {
        let found = gists {
            let router = GameBuilder(dependency: shell).build { _ in nil }
            router.interactor.makeWorker()
            held.append(router.interactor.worker!)  // safe: just made
            return router
        }
        XCTAssertEqual(found, ["leaked-worker GameWorker at Parent/Game"])
    }

    func testAWorkerThatOutlivesTheComponentWhichSharedItIsLeaked() {
        let found = gists {
            GameBuilder(dependency: shell).build { component in
                held.append(component.ownWorker)
                return component.ownWorker
            }
        }
        XCTAssertEqual(found, ["leaked-worker GameWorker at Parent/Game"])
    }

    func testAWorkerOfTheParentsComponentThatAChildStartsIsNotLeaked() {
        let found = gists { GameBuilder(dependency: shell).build { _ in self.shell.sharedWorker } }
        XCTAssertEqual(found, [])
    }

    func testAWorkerThatTheTestMadeIsNotLeaked() {
        let worker = GameWorker()
        XCTAssertEqual(gists { GameBuilder(dependency: shell).build { _ in worker } }, [])
    }

    func testWhatABuilderKeepsForAllItsRIBsIsNotLeaked() {
        let builder = GameBuilder(dependency: shell)
        let found = gists { builder.buildWithKeptComponent { $0.ownWorker } }
        XCTAssertEqual(found, [])
        XCTAssertEqual(gists { builder.buildWithKeptComponent { $0.ownWorker } }, [])
    }

    func testAComponentThatABuilderKeepsInItsBuildAndHandsOutAgainIsNotLeaked() {
        var kept: GameComponent?
        let found = findLeaksOfRecorded {
            for _ in 1...2 {
                visit(
                    GameBuilder(dependency: shell).buildReusing(&kept))
            }
        }
        XCTAssertEqual(found.map(\.kind.rawValue), [])
    }

    func testACapturedComponentIsLeaked() {
        let found = gists {
            GameBuilder(dependency: shell).buildCapturing { held.append($0) }
        }
        XCTAssertEqual(found, ["leaked-component GameComponent at Parent/Game"])
    }

    func testAComponentOfAComponentizedBuilderIsLeakedToo() {
        let builder = Componentized.GameBuilder(dependency: shell) { self.held.append($0) }
        XCTAssertEqual(
            gists { builder.build() }, ["leaked-component GameComponent at Parent/Game"])
    }

    func testARIBThatIsFreedPasses() {
        let found = gists { GameBuilder(dependency: shell).build { $0.ownWorker } }
        XCTAssertEqual(found, [])
    }

    func testALeakedRouterDragsItsComponentAlong() {
        let found = gists {
            let router = GameBuilder(dependency: shell).build { _ in nil }
            held.append(router)
            return router
        }
        XCTAssertEqual(
            found,
            [
                "leaked-router GameRouter at Parent/Game, dragging GameComponent, "
                    + "dragging GameInteractor"
            ])
    }

    func testAWorkflowThatItsRIBMadeAndThatNeverEndsIsLeaked() {
        let never = PassthroughSubject<(Int, Int), any Error>()
        let found = gists {
            let router = GameBuilder(dependency: shell).build { _ in nil }
            router.interactor.whenActive = { interactor in
                self.held.append(interactor.beginWorkflow(never))
            }
            return router
        }
        XCTAssertEqual(found, ["leaked-workflow Workflow<Int> at Parent/Game"])
    }

    func testAWorkflowThatEndsWithItsInteractorPasses() {
        let never = PassthroughSubject<(Int, Int), any Error>()
        let found = gists {
            let router = GameBuilder(dependency: shell).build { _ in nil }
            router.interactor.whenActive = { interactor in
                interactor.beginWorkflow(never).cancelOnDeactivate(interactor: interactor)
            }
            return router
        }
        XCTAssertEqual(found, [])
    }
}

extension GameInteractor {
    func beginWorkflow(_ end: PassthroughSubject<(Int, Int), any Error>) -> AnyCancellable {
        Workflow<Int>().onStep { _ in end.eraseToAnyPublisher() }.commit().subscribe(1)
    }
}
