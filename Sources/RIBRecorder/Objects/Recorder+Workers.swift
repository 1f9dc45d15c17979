import CRIBShims
import RIBTrace

extension Recorder {
    /// Says that a worker's work begins, before any of its own code runs.
    ///
    /// - Parameters:
    ///   - worker: The worker; as for `activated`.
    ///   - interactor: Whose activity bounds the work; none for a test double.
    package func workerStarted(
        _ activity: Activity, of worker: AnyObject? = nil, by interactor: ObjectID
    ) {
        guard !activity.owner.isNone else { return }
        activity.activate()
        withSession {
            if let worker {
                $0.evidence.owners.add(activity, at: RecordingSession.address(of: worker))
            }
            $0.record(.workerStarted(activity.owner, by: interactor))
        }
    }

    /// Says that a worker's work is over, after all that belongs to its end has run.
    ///
    /// - Parameter worker: As for `workerStarted`.
    package func workerStopped(_ activity: Activity, of worker: AnyObject? = nil) {
        guard !activity.owner.isNone else { return }
        if let worker { withSession { $0.findTimers(of: activity) { [worker] } } }
        let now = ribleak_clock_monotonic()
        activity.deactivate(at: now, in: currentScope)
        withSession {
            $0.noteDeactivated(activity)
            $0.record(.workerStopped(activity.owner), at: now)
            if let worker { $0.findSubscriptions(of: activity) { [worker] } }
        }
    }

    /// Says that an object which may be shared was put to use by an interactor or a worker, and
    /// has it watched when the RIB of that goes.
    ///
    /// - Parameters:
    ///   - part: A worker or a workflow; held weakly.
    ///   - id: Its id.
    ///   - user: The activity of the interactor or worker.
    package func adopted(_ part: AnyObject, _ id: ObjectID, by user: Activity) {
        guard let session, !id.isNone, !user.owner.isNone else { return }
        guard user.adopt(part, id) else { return }
        session.record(.owned(id, by: user.owner))
    }
}
