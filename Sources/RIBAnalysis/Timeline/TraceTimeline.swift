// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// Everything that existed in one process while it was recorded, as spans of time.
///
/// Memory grows with the objects, subscriptions and activations of the trace, not with the values
/// that were delivered.
package struct TraceTimeline: Equatable, Sendable {
    package let process: RecordedProcess
    /// When recording began, in nanoseconds since 1970-01-01 UTC.
    package let startedAt: Int64
    /// RIB paths, names of types and chains. Each occurs once.
    package let texts: [String]
    /// Sorted by place, parents before their children. At one place: RIBs, activity, workers,
    /// views, subscriptions, each by start.
    package let spans: [TimelineSpan]
    /// One line about what the trace may miss; nil when it is complete.
    package let gaps: String?

    package init(
        process: RecordedProcess, startedAt: Int64, texts: [String], spans: [TimelineSpan],
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
        var builder = TimelineBuilder(metadata)
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

/// Something that happened during a span.
package struct TimelineMark: Equatable, Sendable {
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

/// Applies events to a state up to a moment, and ignores later ones.
struct PastEvents: EventConsumer {
    private(set) var state: LiveState
    /// The moment, or the time of the last event if nothing came later.
    private(set) var now: UInt64
    /// Whether no event came later.
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

/// Writes one line about what a reading of a trace may have missed.
enum ReadingGaps {
    /// - Parameters:
    ///   - reader: The reader after reading.
    ///   - dropped: The number of events that the process recorded as dropped.
    /// - Returns: Nil when nothing is missing.
    static func line(of reader: TraceReader, dropped: UInt64) -> String? {
        let damaged = reader.endings.count { $0.ending != .complete }
        // A stream without any packet is reported only in the other streams.
        let missing = max(reader.discarded, dropped)
        var reasons: [String] = []
        if damaged > 0 {
            reasons.append(damaged == 1 ? "1 stream is damaged" : "\(damaged) streams are damaged")
        }
        if missing > 0 {
            let events = missing == 1 ? "1 event was" : "\(missing) events were"
            reasons.append("\(events) dropped while recording")
        }
        guard !reasons.isEmpty else { return nil }
        return
            "\(reader.folder): \(reasons.joined(separator: ", ")): what is shown may be incomplete"
    }
}
