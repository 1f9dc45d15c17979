import Foundation
import RIBRecorder

extension Foundation.Timer {
    /// Enters this timer into the ledger as an interactor's, until it is invalidated or freed.
    ///
    /// It changes nothing about the timer. One that is still valid when its interactor is inactive
    /// is a finding.
    ///
    /// - Parameter interactor: Whose timer it is.
    /// - Returns: This timer.
    @discardableResult
    public func tracked(by interactor: Interactor) -> Self {
        track(by: interactor.activity)
    }

    /// Enters this timer into the ledger as a worker's, until it is invalidated or freed.
    ///
    /// As the form for interactors.
    ///
    /// - Parameter worker: Whose timer it is.
    /// - Returns: This timer.
    @discardableResult
    public func tracked(by worker: Worker) -> Self {
        track(by: worker.activity)
    }

    /// Enters this timer into the ledger as a RIB's, until it is invalidated or freed.
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
        // Asking whether it is valid only reads a flag.
        TimerWitness.track(self, as: "Timer", by: owner) {
            ($0 as? Foundation.Timer)?.isValid == false
        }
        return self
    }
}
