import RIBTrace

/// The RIBs of one process at one moment of its recording.
package struct TreeSnapshot: Equatable, Sendable {
    package let process: RecordedProcess
    /// Nanoseconds from the beginning of the recording to the moment.
    package let moment: UInt64
    /// The moment as ISO 8601, UTC, to the millisecond.
    package let time: String
    /// True when the moment is that of the recording's last event.
    package let isEnd: Bool
    /// Roots with all that is attached below them; parents before children, oldest child first.
    package let tree: [TreeNode]
    /// What was detached and of which no deallocation was seen, with all that is attached below.
    package let detached: [TreeNode]
    /// What may be missing, in one line.
    package let gaps: String?

    package init(
        process: RecordedProcess, moment: UInt64, time: String, isEnd: Bool, tree: [TreeNode],
        detached: [TreeNode], gaps: String? = nil
    ) {
        self.process = process
        self.moment = moment
        self.time = time
        self.isEnd = isEnd
        self.tree = tree
        self.detached = detached
        self.gaps = gaps
    }

    /// Reads a trace up to a moment.
    ///
    /// - Parameters:
    ///   - trace: The trace's folder.
    ///   - moment: The moment; one behind the last event is that of the last event.
    /// - Throws: `TraceError` when the trace cannot be read at all.
    /// - Complexity: O(events).
    package init(reading trace: String, at moment: TraceMoment) throws(TraceError) {
        var reader = try TraceReader(folder: trace)
        let metadata = reader.metadata
        var past = PastEvents(
            of: LiveState(), until: moment.timestamp(in: metadata), from: metadata.startedAt)
        reader.readAll(into: &past)
        let (state, now, isEnd) = (past.state, past.now, past.isEnd)
        let walk = TreeWalk(of: state, at: now)
        self.init(
            process: RecordedProcess(trace: trace, metadata: metadata),
            moment: metadata.sinceStart(now),
            time: metadata.wallTime(at: now), isEnd: isEnd, tree: walk.tree,
            detached: walk.detached,
            gaps: ReadingGaps.line(of: reader, dropped: state.model.dropped.values.reduce(0, &+)))
    }
}
