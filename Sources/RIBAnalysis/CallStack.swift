/// A call stack as a person wants to read it.
public struct CallStack: Equatable, Sendable {
    /// Innermost first.
    public let frames: [StackFrame]
    /// How many frames were recorded when the recorder's limit cut callers off; nil when none are
    /// missing.
    ///
    /// Can be more or fewer than `frames`: inlined functions are added, and the recording's own
    /// frames and thunks left out.
    public let cutOffAt: Int?

    init(_ frames: [StackFrame], cutOffAt: Int? = nil) {
        self.frames = frames
        self.cutOffAt = cutOffAt
    }
}
