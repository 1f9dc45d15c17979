/// Takes the events of a trace, one by one in the order of their time.
@usableFromInline
package protocol EventConsumer {
    /// Takes a definition.
    mutating func define(_ event: TraceEvent)

    /// Takes an event that is no definition; it is valid only during the call.
    mutating func apply(_ event: PackedEvent)
}

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
