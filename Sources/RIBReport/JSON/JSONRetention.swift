import RIBAnalysis

/// What is known of why a leaked object is alive, beside the path itself.
struct JSONRetention: Encodable {
    private let reason: String
    private let retainCount: Int
    private let seenReferences: Int
    private let dominatedCount: Int
    private let dominatedBytes: Int
    private let omittedSteps: Int
    private let isPartial: Bool

    init(_ path: RetainPath) {
        reason = "\(path.reason)"
        retainCount = path.retainCount
        seenReferences = path.seenReferences
        dominatedCount = path.dominatedCount
        dominatedBytes = path.dominatedBytes
        omittedSteps = path.omittedSteps
        isPartial = path.isPartial
    }
}
