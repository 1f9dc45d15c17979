// SPDX-License-Identifier: Apache-2.0

import CRIBShims
import RIBTrace

/// Records when interactors and workers are active.
extension Recorder {
    /// Records that an interactor became active. Call it before the interactor's own code runs.
    ///
    /// - Parameters:
    ///   - owner: The interactor; call `ownerEnds` for it later. Nil if no search needs it.
    ///   - time: The time on the clock of `now`, if the caller has read it.
    package func activated(
        _ activity: Activity, of owner: AnyObject? = nil, at time: UInt64? = nil
    ) {
        begin(activity, of: owner, .activated(interactor: activity.owner), at: time)
    }

    /// Records that an interactor became inactive. Call it after its whole deactivation has run.
    /// `parts` are the interactor and its router, whose subscriptions count as its own.
    package func deactivated(_ activity: Activity, parts: () -> [AnyObject] = { [] }) {
        end(activity, .deactivated(interactor: activity.owner), parts: parts)
    }

    /// Records that a worker's work begins. Call it before any of the worker's own code runs. The
    /// interactor bounds the work; a test double has none.
    package func workerStarted(
        _ activity: Activity, of worker: AnyObject? = nil, by interactor: ObjectID
    ) {
        begin(activity, of: worker, .workerStarted(activity.owner, by: interactor))
    }

    /// Records that a worker's work is over. Call it after all that belongs to its end has run.
    package func workerStopped(_ activity: Activity, of worker: AnyObject? = nil) {
        end(activity, .workerStopped(activity.owner), isSearched: worker != nil) {
            worker.map { [$0] } ?? []
        }
    }

    /// Records that an interactor or a worker uses a worker or workflow that others may share. It
    /// is held weakly, and watched when the user's RIB is detached.
    package func adopted(_ part: AnyObject, _ id: ObjectID, by user: Activity) {
        guard let session, !id.isNone, !user.owner.isNone, user.adopt(part, id) else { return }
        session.record(.owned(id, by: user.owner))
    }

    private func begin(
        _ activity: Activity, of owner: AnyObject?, _ event: TraceEvent, at time: UInt64? = nil
    ) {
        guard !activity.owner.isNone else { return }
        activity.activate()
        withSession {
            if let owner { $0.evidence.add(activity, at: ObjectReference.address(of: owner)) }
            $0.record(event, at: time ?? ribleak_clock_monotonic())
        }
    }

    private func end(
        _ activity: Activity, _ event: TraceEvent, isSearched: Bool = true,
        parts: () -> [AnyObject]
    ) {
        guard !activity.owner.isNone else { return }
        if isSearched { withSession { $0.findTimers(of: activity, parts) } }
        let now = ribleak_clock_monotonic()
        activity.deactivate(at: now, in: currentScope)
        withSession {
            // Of the older subscriptions, the end of a test looks only at those of such owners.
            if $0.scopes.isAnyRunning { $0.ledger.noteDeactivated(activity.owner) }
            $0.record(event, at: now)
            if isSearched { $0.findSubscriptions(of: activity, parts) }
        }
    }
}
