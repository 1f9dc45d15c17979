/// Whether the leak detector waits for something.
public enum LeakDetectionStatus: Sendable {
    // The names are uber's.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// The time of at least one expectation is not over.
    case InProgress
    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// Nothing is expected any more.
    case DidComplete
}
