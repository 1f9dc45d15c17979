// SPDX-License-Identifier: Apache-2.0

import CRIBShims
import Foundation
import RIBHeap
import RIBTrace

/// Timers of the main run loop that nobody hands over: no library tells of one.
extension RecordingSession {
    /// Enters into the ledger which repeating timers call back one who is about to be inactive, without keeping
    /// that alive. Who is kept is a leak.
    ///
    /// On the main thread alone: there nobody else may take a timer of the main run loop away.
    ///
    /// - Parameter parts: As for `findSubscriptions`.
    func findTimers(of activity: Activity, _ parts: () -> [AnyObject]) {
        guard searchesHeap, MainThread.isCurrent, ribleak_main_run_loop_has_timer() == 1,
            let sweeper = sweepers.withLock({ $0.first })
        else { return }
        let parts = parts()
        let found = evidence.timers(
            of: RunLoop.main, at: parts.map(Self.address(of:)), sweeper.sort(of:))
        withExtendedLifetime(parts) {}
        for timer in found where timer.object.timeInterval > 0 && timer.object.isValid {
            if ledger.isWitnessed(timer.object) { continue }
            add(timer, of: activity)
        }
    }

    private func add(_ timer: OwnerEvidence.FoundTimer, of activity: Activity) {
        let entry = LedgerEntry(
            id: SubscriptionID(subscriptionCounter.increment()), activity: activity)
        ledger.add(entry, witness: BareTimerWitness(timer.object))
        record(
            .subscribed(
                entry.id, owner: activity.owner, ownerIsActive: true, chain: string("Timer"),
                stack: stack(ofCodeAt: [timer.code]), attribution: .capturedWeakly,
                confinement: .none))
    }
}

/// Shows of a timer that nobody handed over whether it goes on.
///
/// Many such timers end themselves at their next tick, when they find that who they called back is gone. So
/// one goes on only if it has ticked since and is valid still.
private final class BareTimerWitness: SubscriptionWitness, @unchecked Sendable {
    // Unchecked but right: written once, in init; any thread may load a weak reference.
    private weak var timer: Foundation.Timer?
    private let nextTick: Date

    init(_ timer: Foundation.Timer) {
        self.timer = timer
        nextTick = timer.fireDate
    }

    var end: SubscriptionEnd? {
        guard let timer else { return .ownerGone }
        return timer.isValid ? nil : .cancelled
    }

    var seesEveryEnd: Bool { timer.map { $0.isValid && $0.fireDate > nextTick } ?? false }

    func watches(_ object: AnyObject) -> Bool { timer === object }
}
