/// Why something could not be known.
public enum CaveatKind: CaseIterable, Sendable {
    case streamCutShort
    case streamDamaged
    case eventsDropped
    case neverSettled
    case objectsUnjudged
    case nothingRecorded
    case stacksTurnedOff
    case libunwindMissing
    case binaryGone
    case binaryRebuilt
    case binaryUnreadable
    case symbolizerMissing
    case symbolizerFailed

    /// True when a run without findings may still have leaked; false when findings are only poorer.
    public var isDoubt: Bool {
        switch self {
        case .streamCutShort, .streamDamaged, .eventsDropped, .neverSettled, .objectsUnjudged,
            .nothingRecorded:
            true
        case .stacksTurnedOff, .libunwindMissing, .binaryGone, .binaryRebuilt, .binaryUnreadable,
            .symbolizerMissing, .symbolizerFailed:
            false
        }
    }
}

/// Something that could not be known about a run.
public struct Caveat: Equatable, Sendable {
    public let kind: CaveatKind
    /// What and why, in one line.
    public let text: String
    /// True when functions of the project have no names: findings cannot be told from those of other runs
    /// then, and those that need a name are missing.
    package let hidesProject: Bool

    init(_ kind: CaveatKind, _ text: String, hidesProject: Bool = false) {
        self.kind = kind
        self.text = text
        self.hidesProject = hidesProject
    }
}
