// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBLeakTesting
import RIBRecorder
import RIBs
import XCTest

/// What one test leaves behind on a stream that others use too.
final class LeftoverSubscriptionTests: XCTestCase {
    private let parent = makeParent()
    private let stream = PassthroughSubject<Int, Never>()
    private let elsewhere = Kept()

    override func setUp() {
        // A check enables it too, but one test subscribes before its first check.
        SubscriptionTracking.enable()
    }

    private func leaveSubscription() {
        let router = ScoreRouter(interactor: ScoreInteractor(stream: stream))
        router.interactor.whenActive = { [elsewhere] in $0.store(in: elsewhere) }
        parent.attachChild(router)
        parent.detachChild(router)
    }

    func testAValueThatALaterTestSendsIsChargedToTheTestThatLeftTheSubscription() throws {
        let untidy = Recorder.shared.beginScope("\(name) untidy", runsAlone: true)
        Recorder.shared.working(for: untidy) { leaveSubscription() }
        Recorder.shared.endScope(untidy)

        let findings = findLeaks { stream.send(1) }
        XCTAssertEqual(findings, [])

        let folder = try XCTUnwrap(Recorder.shared.traceFolder)
        let charged = try Analysis.report(
            on: [folder], symbolizer: LLVMSymbolizer(), scope: untidy
        ).findings.filter { $0.kind == .firedWhileInactive }
        XCTAssertEqual(charged.map(\.type), ["ScoreInteractor"])
        XCTAssertEqual(charged.map(\.test), ["\(name) untidy"])
    }

    func testAValueThatTheSameTestSendsAfterACheckInItIsTheTests() {
        let findings = findLeaks {
            _ = findLeaks { leaveSubscription() }
            stream.send(1)
        }
        XCTAssertEqual(findings.map(\.kind), [.firedWhileInactive])
    }

    func testAValueThatOutlivesARIBOfNoTestIsThePresentTests() {
        leaveSubscription()
        XCTAssertEqual(findLeaks { stream.send(1) }.map(\.kind), [.firedWhileInactive])
    }
}
