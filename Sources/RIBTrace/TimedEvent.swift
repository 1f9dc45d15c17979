/// An event with the moment and the thread it was recorded on.
public struct TimedEvent: Equatable, Sendable {
    /// Nanoseconds on the recording machine's monotonic clock.
    public let timestamp: UInt64
    /// The operating system's number of the recording thread.
    public let threadID: UInt32
    public let event: TraceEvent

    public init(timestamp: UInt64, threadID: UInt32, event: TraceEvent) {
        self.timestamp = timestamp
        self.threadID = threadID
        self.event = event
    }
}
