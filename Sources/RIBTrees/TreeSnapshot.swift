/// The RIBs of one process at one moment: of its recording, or of its life.
package struct TreeSnapshot: Equatable, Sendable {
    /// Whose RIBs they are.
    package struct Process: Equatable, Sendable {
        /// The trace's folder; nil when nothing is recorded.
        package let trace: String?
        package let processName: String
        package let processID: Int
        /// When recording began, in ISO 8601; nil for a process that is looked at while it lives.
        package let startedAt: String?

        package init(trace: String?, processName: String, processID: Int, startedAt: String?) {
            self.trace = trace
            self.processName = processName
            self.processID = processID
            self.startedAt = startedAt
        }
    }

    package let process: Process
    /// Nanoseconds from the beginning of the recording to the moment; nil while the process lives.
    package let moment: UInt64?
    /// The moment as ISO 8601, UTC, to the millisecond; nil while the process lives.
    package let time: String?
    /// True when the moment is that of the recording's last event.
    package let isEnd: Bool
    /// Roots with all that is attached below them; parents before children, oldest child first.
    package let tree: [RIBTree.Node]
    /// What was detached and of which no deallocation was seen, with all that is attached below.
    package let detached: [RIBTree.Node]
    /// What may be missing, in one line.
    package let gaps: String?

    package init(
        process: Process, moment: UInt64? = nil, time: String? = nil, isEnd: Bool = false,
        tree: [RIBTree.Node], detached: [RIBTree.Node] = [], gaps: String? = nil
    ) {
        self.process = process
        self.moment = moment
        self.time = time
        self.isEnd = isEnd
        self.tree = tree
        self.detached = detached
        self.gaps = gaps
    }
}
