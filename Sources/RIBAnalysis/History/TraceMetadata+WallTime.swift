import RIBTrace

extension TraceMetadata {
    /// Nanoseconds from the beginning of the recording to an event; 0 for what a damaged trace has
    /// before.
    func sinceStart(_ timestamp: UInt64) -> UInt64 {
        timestamp > startedAt ? timestamp - startedAt : 0
    }

    /// When an event happened, in nanoseconds since 1970-01-01 UTC.
    ///
    /// - Parameter timestamp: Nanoseconds on the recording machine's monotonic clock.
    func nanosecondsSince1970(at timestamp: UInt64) -> Int64 {
        Int64(clamping: timestamp).addingReportingOverflow(clockOffset).partialValue
    }

    /// When an event happened: ISO 8601, UTC, to the millisecond.
    ///
    /// - Parameter timestamp: Nanoseconds on the recording machine's monotonic clock.
    func wallTime(at timestamp: UInt64) -> String {
        ISO8601.text(milliseconds: nanosecondsSince1970(at: timestamp) / 1_000_000)
    }
}
