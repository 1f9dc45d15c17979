import RIBRecorder
import RIBTrace

/// Shows whether a timer is over.
final class TimerWitness: SubscriptionWitness, @unchecked Sendable {
    // Unchecked but right: written once, in init; any thread may load a weak reference.
    private weak var timer: AnyObject?
    private let isCancelled: @Sendable (AnyObject) -> Bool

    let seesEveryEnd = true

    /// - Parameter isCancelled: Asked of the timer, on any thread.
    init(_ timer: AnyObject, isCancelled: @escaping @Sendable (AnyObject) -> Bool) {
        self.timer = timer
        self.isCancelled = isCancelled
    }

    var end: SubscriptionEnd? {
        guard let timer else { return .ownerGone }
        return isCancelled(timer) ? .cancelled : nil
    }

    func watches(_ object: AnyObject) -> Bool { timer === object }

    /// Enters a timer into the ledger.
    ///
    /// - Parameter owner: Nil when it is not recorded.
    static func track(
        _ timer: AnyObject, as chain: String, by owner: Activity?,
        isCancelled: @escaping @Sendable (AnyObject) -> Bool
    ) {
        guard let owner else { return }
        _ = Recorder.shared.subscribed(
            owner: owner, chain: chain, attribution: .explicit,
            witness: TimerWitness(timer, isCancelled: isCancelled))
    }
}
