import Dispatch
import RIBRecorder

extension DispatchSourceTimer {
    /// Enters this timer into the ledger as an interactor's, until it is cancelled or freed.
    ///
    /// It changes nothing about the timer. One that is not cancelled when its interactor is inactive
    /// is a finding.
    ///
    /// - Parameter interactor: Whose timer it is.
    /// - Returns: This timer.
    @discardableResult
    public func tracked(by interactor: Interactor) -> Self {
        track(by: interactor.activity)
    }

    /// Enters this timer into the ledger as a worker's, until it is cancelled or freed.
    ///
    /// As the form for interactors.
    ///
    /// - Parameter worker: Whose timer it is.
    /// - Returns: This timer.
    @discardableResult
    public func tracked(by worker: Worker) -> Self {
        track(by: worker.activity)
    }

    /// Enters this timer into the ledger as a RIB's, until it is cancelled or freed.
    ///
    /// As the form for interactors.
    ///
    /// - Parameter rib: Whose timer it is.
    /// - Returns: This timer.
    @discardableResult
    public func tracked(by rib: some PlainRIB) -> Self {
        track(by: PlainRIBNode.of(rib)?.activity)
    }

    private func track(by owner: Activity?) -> Self {
        // Only an object can be watched; the system's timers are.
        guard type(of: self) is AnyClass else { return self }
        TimerWitness.track(self as AnyObject, as: "DispatchSourceTimer", by: owner) {
            ($0 as? any DispatchSourceTimer)?.isCancelled ?? false
        }
        return self
    }
}
