import RIBRecorder

/// A subscriber that enters itself into the ledger, so that nobody else does.
protocol LedgeredSubscriber {
    /// Whose subscription it is; nil when nothing is recorded.
    var owner: Activity? { get }
}
