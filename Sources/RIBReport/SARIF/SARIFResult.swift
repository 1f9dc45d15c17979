import RIBAnalysis

/// A finding as a result of SARIF.
struct SARIFResult: Encodable {
    private let ruleId: String
    private let ruleIndex: Int
    private let level: String
    private let message: SARIFMessage
    private let locations: [SARIFLocation]
    private let occurrenceCount: Int
    private let partialFingerprints: [String: String]
    private let codeFlows: [SARIFCodeFlow]?
    private let stacks: [SARIFStack]

    /// - Parameter rule: The place of its kind in the run's rules.
    init(_ finding: Finding, rule: Int) {
        ruleId = finding.kind.rawValue
        ruleIndex = rule
        level = finding.kind.isWarning ? "warning" : "error"
        message = SARIFMessage(finding.advice.dropLast().joined(separator: "\n"))
        locations = [SARIFLocation(finding.relativePlace, ribPath: finding.ribPath)]
        occurrenceCount = finding.count
        let fingerprint = finding.fingerprint.description
        partialFingerprints = [
            "ribleak/v\(Fingerprint.version)": fingerprint,
            // GitHub tells results apart by this key alone.
            "primaryLocationLineHash": "\(fingerprint):1",
        ]
        codeFlows = finding.retainPath.flatMap { SARIFCodeFlow($0, type: finding.type) }.map {
            [$0]
        }
        stacks = SARIFStack.all(of: finding.stacks)
    }
}
