import RIBRecorder

/// How long what was let go may take to go, in seconds.
public struct LeakDefaultExpectationTime {
    /// The time until an object is freed.
    public static let deallocation = Double(ExpectationTime.object) / 1e9
    /// The time until a view is off the screen, or freed.
    public static let viewDisappear = Double(ExpectationTime.view) / 1e9
}
