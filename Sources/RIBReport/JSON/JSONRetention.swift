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

/// One edge of a finding's `retainPath` in the JSON report.
struct JSONRetainPathStep: Encodable {
    private let step: RetainPathStep

    init(_ step: RetainPathStep) {
        self.step = step
    }

    private enum CodingKeys: String, CodingKey {
        case holder, label, target, evidence, file, line
    }

    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: CodingKeys.self)
        try object.encode(step.holder, forKey: .holder)
        try object.encode(step.label, forKey: .label)
        try object.encode(step.target, forKey: .target)
        try object.encode(step.isInferred ? "inferred" : "observed", forKey: .evidence)
        try object.encode(step.file, forKey: .file)
        try object.encode(step.line, forKey: .line)
    }
}
