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
