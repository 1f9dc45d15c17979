import RIBTrace

/// All that was there in one process while it was recorded, as spans of time.
///
/// Memory grows with the objects, subscriptions and activations of the trace, not with the values
/// that were delivered.
package struct TraceHistory: Equatable, Sendable {
    package let process: RecordedProcess
    /// When recording began, in nanoseconds since 1970-01-01 UTC.
    package let startedAt: Int64
    /// RIB paths, names of types and chains, each once.
    package let texts: [String]
    /// By place, parents before their children; then lives in the tree, activity, workers, views,
    /// subscriptions; each by start.
    package let spans: [HistorySpan]
    /// What may be missing, in one line.
    package let gaps: String?

    package init(
        process: RecordedProcess, startedAt: Int64, texts: [String], spans: [HistorySpan],
        gaps: String? = nil
    ) {
        self.process = process
        self.startedAt = startedAt
        self.texts = texts
        self.spans = spans
        self.gaps = gaps
    }

    /// Reads a trace to its end.
    ///
    /// - Throws: `TraceError` when the trace cannot be read at all.
    /// - Complexity: O(events + spans × log of the spans).
    package init(reading trace: String) throws(TraceError) {
        var reader = try TraceReader(folder: trace)
        let metadata = reader.metadata
        var builder = HistoryBuilder(metadata)
        reader.readAll(into: &builder)
        builder.finish()
        let dropped = builder.model.dropped.values.reduce(0, &+)
        self.init(
            process: RecordedProcess(trace: trace, metadata: metadata),
            startedAt: metadata.nanosecondsSince1970(at: metadata.startedAt),
            texts: builder.texts.all, spans: builder.sortedSpans,
            gaps: ReadingGaps.line(of: reader, dropped: dropped))
    }

    /// When a recording began, in nanoseconds since 1970-01-01 UTC, without reading its events.
    package static func origin(of trace: String) throws(TraceError) -> Int64 {
        let metadata = try TraceReader(folder: trace).metadata
        return metadata.nanosecondsSince1970(at: metadata.startedAt)
    }
}

/// Something that happened at one moment of a span.
package struct HistoryMark: Equatable, Sendable {
    /// What happened.
    package enum Kind: UInt8, Sendable {
        /// The first value that a subscription delivered while its owner was inactive.
        case firedWhileInactive
        case viewLeft
        case viewAppeared
    }

    package let kind: Kind
    /// Nanoseconds since recording began.
    package let time: UInt64

    package init(_ kind: Kind, at time: UInt64) {
        self.kind = kind
        self.time = time
    }
}
