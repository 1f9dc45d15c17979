import RIBRecorder
import RIBTrace

/// Counts the calls of a handler that captures it. It stands in the ledger until it is freed, with
/// the handler.
final class CountedHandler: Sendable {
    /// Nil when nothing is recorded.
    private let entry: LedgerEntry?

    /// Who holds a handler may have been told to call it no more: only its calls are evidence.
    private struct Unseen: SubscriptionWitness {
        var end: SubscriptionEnd? { nil }
        var seesEveryEnd: Bool { false }
    }

    /// - Parameter owner: Nil when it is not recorded.
    init(_ chain: @autoclosure () -> String, owner: Activity?) {
        entry = owner.flatMap {
            Recorder.shared.subscribed(
                owner: $0, chain: chain(), attribution: .explicit, witness: Unseen())
        }
    }

    /// Says that the handler is about to be called.
    func willBeCalled() {
        if let entry { Recorder.shared.willDeliver(entry) }
    }

    deinit {
        if let entry { Recorder.shared.ended(entry, .cancelled) }
    }
}
