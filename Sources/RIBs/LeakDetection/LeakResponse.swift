/// What the leak detector does when an expectation is not met, beside recording it.
public enum LeakResponse: Sendable {
    /// Nothing: the recording tells.
    case record
    /// Stops a debug build at once, as uber/RIBs-iOS does; a release build goes on.
    case trap
    /// Calls a closure, on the main thread.
    case call(@Sendable (LeakReport) -> Void)
}
