// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBAnalysis
import RIBLeakTesting
import RIBs
import Testing
import XCTest

/// What an interactor does with its timer before it goes.
enum ClockEnding: CaseIterable {
    case invalidated, invalidatedButKept, fired, neverAddedAndInvalidated, valid

    /// Whether the app did all that ends a timer.
    var isOver: Bool { self != .valid }
}

private final class ClockInteractor: Interactor {
    private let ending: ClockEnding
    private var timer: Timer?
    /// To end a timer that nobody has.
    private weak var lastTimer: Timer?

    init(_ ending: ClockEnding) {
        self.ending = ending
        super.init()
    }

    override func didBecomeActive() {
        // Safe: each timer fires on the thread that made it, or never.
        nonisolated(unsafe) let me = self
        let timer = Timer(
            fire: .distantFuture, interval: 1, repeats: ending != .fired
        ) { _ in me.tick() }
        if ending != .neverAddedAndInvalidated { RunLoop.main.add(timer, forMode: .default) }
        (self.timer, lastTimer) = (timer, timer)
    }

    override func willResignActive() {
        switch ending {
        case .fired: timer?.fire()
        case .valid: break
        case .invalidated, .invalidatedButKept, .neverAddedAndInvalidated: timer?.invalidate()
        }
        if ending != .invalidatedButKept { timer = nil }
    }

    func endTimer() { lastTimer?.invalidate() }

    private func tick() {}
}

/// Attaches and detaches a RIB with a timer.
///
/// - Returns: The RIB's interactor.
private func showClock(_ ending: ClockEnding, in parent: ParentRouter) -> ClockInteractor {
    let interactor = ClockInteractor(ending)
    let clock = Router(interactor: interactor)
    parent.attachChild(clock)
    parent.detachChild(clock)
    return interactor
}

/// On Linux, Foundation keeps a timer that is over. This is no leak of the app.
final class EndedTimerTests: InterceptingTestCase {
    func testATimerThatIsOverFailsNoAssertion() {
        let parent = makeParent()
        for ending in ClockEnding.allCases where ending.isOver {
            XCTAssertEqual(
                intercepted { assertNoLeaks { _ = showClock(ending, in: parent) } }, [],
                "\(ending)")
        }
    }

    func testATimerThatIsStillValidFailsWithItsHint() throws {
        let parent = makeParent()
        weak var clock: ClockInteractor?
        let failures = intercepted { assertNoLeaks { clock = showClock(.valid, in: parent) } }
        clock?.endTimer()
        XCTAssertEqual(failures.count, 1)
        XCTAssertTrue(
            failures.first?.message.contains(
                "End it with .cancelOnDeactivate(interactor:), and capture") == true,
            "\(failures)")
    }

    func testWhatTheProjectKeepsBesidesTheTimerFails() {
        let parent = makeParent()
        let failures = intercepted {
            assertNoLeaks { parent.kept.append(showClock(.invalidated, in: parent)) }
        }
        XCTAssertEqual(failures.count, 1)
    }
}

@Suite struct EndedTimerTraitTests {
    private func issues(_ ending: ClockEnding) async throws -> Int {
        let test = try #require(Test.current)
        // Safe: what follows runs one after the other.
        nonisolated(unsafe) var count = 0
        nonisolated(unsafe) weak var clock: ClockInteractor?
        try? await withKnownIssue(isIntermittent: true) {
            try await LeakDetectionTrait.detectLeaks.provideScope(for: test, testCase: nil) {
                let parent = makeParent()
                clock = showClock(ending, in: parent)
            }
        } matching: { _ in
            count += 1
            return true
        }
        clock?.endTimer()
        return count
    }

    @Test(arguments: ClockEnding.allCases) func onlyAValidTimerFailsATest(
        _ ending: ClockEnding
    ) async throws {
        #expect(try await issues(ending) == (ending.isOver ? 0 : 1))
    }
}
