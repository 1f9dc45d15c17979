/// What one analysis of one or more traces says.
public struct RunReport: Equatable, Sendable {
    public let runs: [RecordedProcess]
    public let summary: RunSummary
    /// Most damaging first.
    public let findings: [Finding]
    /// What could not be known and why.
    public let caveats: [Caveat]
    /// The live subscriptions for which no owner could be found.
    public var unowned = UnownedSubscriptions([])
    /// The types of all objects that were followed: what a finding is missing of that is none of
    /// them was not tried.
    package var types: Set<String> = []
    /// What subscriptions were made of for the types of findings about such: what is there still was not renamed.
    package var madeSubscriptions: Set<MadeSubscriptions> = []

    /// True when stacks are missing or so short that they may not reach who is to blame: what only stacks show is
    /// missing then, and need not be mended.
    package var lacksStacks = false

    /// Why findings cannot be compared with those of other runs; empty when they can.
    package var obstaclesToComparing: [Caveat] { caveats.filter(\.hidesProject) }

    /// The caveats for which a run without findings may still have leaked.
    public var doubts: [Caveat] { caveats.filter(\.kind.isDoubt) }
}

/// The counts a gate compares with its limits.
public struct RunSummary: Equatable, Sendable {
    /// Objects the recorder followed.
    public var tracked: Int
    /// Findings whose kind is a leak.
    public var leaks: Int
    /// Findings of kind `fired-while-inactive`.
    public var inactiveFires: Int
    /// Findings whose kind is a warning.
    public var warnings = 0
    /// Events the recorder had to drop.
    public var dropped: UInt64
}

/// One process of a run.
public struct RecordedProcess: Equatable, Sendable {
    /// The trace's folder, as given.
    public let trace: String
    public let processName: String
    public let processID: Int
    /// When recording began: ISO 8601, UTC, to the millisecond.
    public let startedAt: String

    public init(trace: String, processName: String, processID: Int, startedAt: String) {
        self.trace = trace
        self.processName = processName
        self.processID = processID
        self.startedAt = startedAt
    }
}
