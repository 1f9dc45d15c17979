/// Whether the leak detector waits for something.
public enum LeakDetectionStatus: Sendable {
    /// The time of at least one expectation is not over.
    case InProgress
    /// Nothing is expected any more.
    case DidComplete
}
