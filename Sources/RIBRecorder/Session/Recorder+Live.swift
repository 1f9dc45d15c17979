import CRIBShims
import RIBTrace

/// What a look at the living tree asks for.
extension Recorder {
    /// Nanoseconds on the monotonic clock, that of the recording's times.
    package static var now: UInt64 { ribleak_clock_monotonic() }

    /// How many subscriptions that have not ended each interactor, worker and RIB without base
    /// classes owns; nil when nothing is recorded.
    ///
    /// - Complexity: O(living subscriptions).
    package func livingSubscriptions() -> [ObjectID: Int]? { session?.ledger.countsByOwner() }
}
