/// What a trace says about itself: which process, when, and how it was recorded.
public struct TraceMetadata: Equatable, Sendable {
    /// The executable's file name.
    public var processName: String
    public var processID: Int
    /// The working directory, against which files are shown.
    public var workingDirectory: String
    /// Nanoseconds to add to an event's timestamp to get the time since 1970-01-01 UTC.
    public var clockOffset: Int64
    /// Nanoseconds on the monotonic clock when recording began.
    public var startedAt: UInt64
    /// How much was recorded.
    public var level: RecordingLevel
    /// False when the recording machine had no libunwind.
    public var capturesStacks: Bool
    var uuid: TraceUUID

    /// - Parameters:
    ///   - processName: The executable's name.
    ///   - processID: The process number.
    ///   - workingDirectory: The one when recording began.
    ///   - clockOffset: Nanoseconds from the monotonic clock to the time since 1970-01-01 UTC.
    ///   - startedAt: Nanoseconds on the monotonic clock.
    ///   - level: How much is recorded.
    ///   - capturesStacks: False without libunwind.
    public init(
        processName: String, processID: Int, workingDirectory: String, clockOffset: Int64,
        startedAt: UInt64, level: RecordingLevel, capturesStacks: Bool
    ) {
        self.processName = processName
        self.processID = processID
        self.workingDirectory = workingDirectory
        self.clockOffset = clockOffset
        self.startedAt = startedAt
        self.level = level
        self.capturesStacks = capturesStacks
        uuid = .random()
    }
}
