// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import RIBTrace
import Testing

@testable import RIBRecorder
@testable import RIBs

/// Timers and observers of notifications in the ledger.
@Suite(.enabled(if: RecordedFacts.isRecording)) struct TrackedTimerTests {
    private let interactor = SpyInteractor("it", Log())

    init() { interactor.activate() }

    @Test func aTimerThatGoesOnIsSeen() throws {
        let timer = DispatchSource.makeTimerSource().tracked(by: interactor)
        #expect(end(of: timer) == nil)
        #expect(try lines().last == "it subscribed: DispatchSourceTimer (explicit, none)")
        timer.activate()
        timer.cancel()
    }

    @Test func aCancelledTimerIsOver() {
        let timer = DispatchSource.makeTimerSource()
        timer.activate()
        timer.cancel()
        #expect(end(of: timer) == .cancelled)
    }

    @Test func aTimerIsNotKept() {
        final class OtherTimer {}
        func make() -> TimerProbe {
            TimerProbe(OtherTimer()) { _ in false }
        }
        #expect(make().end == .ownerGone)
    }

    @Test func anInvalidTimerIsOver() throws {
        let timer = Timer(timeInterval: 1000, repeats: true) { _ in }
        timer.tracked(by: interactor)
        #expect(try lines().last == "it subscribed: Timer (explicit, none)")
        #expect(timer.isValid)
        timer.invalidate()
        Recorder.shared.session?.sweepLedger()
        #expect(try lines().last == "it cancelled after 0+0 values")
    }

    @Test func aNotificationWhileInactiveIsAFinding() throws {
        let center = NotificationCenter()
        let name = Notification.Name("ScoreDidChange")
        let calls = AtomicCounter()
        let token = center.addObserver(
            forName: name, object: nil, queue: nil, trackedBy: interactor
        ) { _ in calls.increment() }
        center.post(name: name, object: nil)
        interactor.deactivate()
        center.post(name: name, object: nil)
        center.removeObserver(token)
        center.post(name: name, object: nil)
        #expect(calls.value == 2)
        #expect(
            try lines().suffix(3) == [
                "it deactivated", "it fired while inactive", "it cancelled after 1+1 values",
            ])
    }

    @Test func anObserverThatIsRemovedLeavesTheLedger() throws {
        func observe() {
            let center = NotificationCenter()
            let token = center.addObserver(
                forName: nil, object: nil, queue: nil, trackedBy: interactor
            ) { _ in }
            center.removeObserver(token)
        }
        observe()
        #expect(
            try lines().suffix(2) == [
                "it subscribed: Notification (explicit, none)", "it cancelled after 0+0 values",
            ])
    }

    private func end(of timer: any DispatchSourceTimer) -> SubscriptionEnd? {
        TimerProbe(timer as AnyObject) { ($0 as? any DispatchSourceTimer)?.isCancelled ?? false }
            .end
    }

    private func lines() throws -> [String] {
        var facts = RecordedFacts()
        facts.saysHow = true
        facts.name(interactor.recordedID, "it")
        return try facts.lines()
    }
}
