// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBLeakTesting
import RIBs
import XCTest

/// Values that reach a real worker after its stop.
final class WorkerMisfireTests: XCTestCase {
    private let parent = makeParent()
    private let stream = PassthroughSubject<Int, Never>()
    private var bag: Set<AnyCancellable> = []

    /// The findings on a RIB whose worker does something when it starts.
    private func findings(_ whenStarted: @escaping (GameWorker) -> Void) -> [Finding] {
        findLeaksOfRecorded {
            let router = GameBuilder(dependency: ShellComponent()).build { $0.ownWorker }
            router.interactor.worker?.whenStarted = whenStarted
            parent.attachChild(router)
            stream.send(1)
            parent.detachChild(router)
            stream.send(2)
        }
    }

    func testASubscriptionThatOutlivesTheWorkIsTheWorkers() throws {
        let found = findings { $0.observe(self.stream, in: &self.bag) }
        XCTAssertEqual(found.map(\.kind), [.firedWhileInactive])
        XCTAssertEqual(found.map(\.type), ["GameWorker"])
        XCTAssertEqual(found.map(\.ribPath), ["Parent/Game"])
        XCTAssertEqual(found.map(\.hint), ["Cancel it with .cancelOnStop(_:)."])
    }

    func testASubscriptionThatEndsWithTheWorkPasses() {
        XCTAssertEqual(findings { $0.observeWhileStarted(self.stream) }, [])
    }

    func testWhatTheTestSubscribesToInTheWorkersStartIsNotTheWorkers() {
        XCTAssertEqual(findings { _ in self.observe() }, [])
    }

    private func observe() {
        stream.sink { _ in }.store(in: &bag)
    }
}
