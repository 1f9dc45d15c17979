/// One expectation of the leak detector.
public protocol LeakDetectionHandle {
    /// Takes the expectation back. Doing so again, or after its time, does nothing.
    func cancel()
}
