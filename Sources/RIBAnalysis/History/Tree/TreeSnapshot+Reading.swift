import RIBTrace
import RIBTrees

extension TreeSnapshot {
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
            process: Process(RecordedProcess(trace: trace, metadata: metadata)),
            moment: metadata.sinceStart(now),
            time: metadata.wallTime(at: now), isEnd: isEnd, tree: walk.tree,
            detached: walk.detached,
            gaps: ReadingGaps.line(of: reader, dropped: state.model.dropped.values.reduce(0, &+)))
    }
}

extension TreeSnapshot.Process {
    init(_ process: RecordedProcess) {
        self.init(
            trace: process.trace, processName: process.processName, processID: process.processID,
            startedAt: process.startedAt)
    }
}
