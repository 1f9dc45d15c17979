import RIBTrace

/// Brings a state to a moment, and passes over what comes later.
struct PastEvents: EventConsumer {
    private(set) var state: LiveState
    /// The moment; that of the last event if nothing came later.
    private(set) var now: UInt64
    /// True when no event came later.
    private(set) var isEnd = true
    private let start: UInt64
    private let limit: UInt64

    /// - Parameters:
    ///   - limit: The moment, in nanoseconds on the recording machine's monotonic clock.
    ///   - start: When recording began.
    init(of state: LiveState, until limit: UInt64, from start: UInt64) {
        self.state = state
        self.limit = limit
        self.start = start
        now = start
    }

    mutating func define(_ event: TraceEvent) {
        state.define(event)
    }

    mutating func apply(_ event: PackedEvent) {
        if event.timestamp <= limit {
            now = event.timestamp
            state.apply(event)
        } else if isEnd {
            now = max(limit, start)
            isEnd = false
        }
    }
}
