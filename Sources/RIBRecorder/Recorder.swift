import RIBTrace

/// Records what happens to the RIBs of this process.
///
/// Every call returns at once, from any thread; none throws, traps or blocks on another thread's
/// recording. When recording is off, every call does nothing.
public final class Recorder: Sendable {
    /// The recorder of this process.
    public static let shared = Recorder()

    init() {}
}
