import RIBTrace

/// Why an object is alive that should be gone, as a search of the living process found it.
public struct RetainPath: Equatable, Sendable {
    /// From where it is kept.
    public let reason: RetentionReason
    /// The edges from the root to the object, or from the object to itself for a cycle; empty when
    /// nothing was found that holds it.
    public let steps: [RetainPathStep]
    /// The edge of `steps` that should not be there; nil when there is none.
    public let suspect: Int?
    /// How many edges of a long path are missing in the middle of `steps`.
    public let omittedSteps: Int
    /// The strong references that the object had.
    public let retainCount: Int
    /// How many of those the search came across.
    public let seenReferences: Int
    /// The objects that would be freed with this one, without it.
    public let dominatedCount: Int
    /// What those and this one occupy, in bytes.
    public let dominatedBytes: Int
    /// True when the search ran out of time before it had seen everything.
    public let isPartial: Bool

    /// The edge that should not be there.
    public var suspectStep: RetainPathStep? { suspect.map { steps[$0] } }

    /// What tells this leak from others of the same object; nil when it is not certain enough to be
    /// the same in the next run.
    var suspectIdentity: (holder: String, property: String)? {
        steps.contains(where: \.isInferred) || suspectStep?.isOneOfSeveral == true
            ? nil : suspectStep?.identity
    }
}
