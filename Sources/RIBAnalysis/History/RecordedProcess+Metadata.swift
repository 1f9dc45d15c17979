import RIBTrace

extension RecordedProcess {
    /// - Parameter trace: The trace's folder, as given.
    init(trace: String, metadata: TraceMetadata) {
        self.init(
            trace: trace, processName: metadata.processName, processID: metadata.processID,
            startedAt: metadata.wallTime(at: metadata.startedAt))
    }
}
