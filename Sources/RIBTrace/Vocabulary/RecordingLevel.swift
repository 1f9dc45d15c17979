/// How much is recorded, so that cost is a choice; set by the environment's `RIBLEAK_LEVEL`.
public enum RecordingLevel: String, CaseIterable, Sendable {
    /// Nothing.
    case off
    /// Lifetimes and counts, no stacks.
    case counts
    /// Stacks too.
    case full
}
