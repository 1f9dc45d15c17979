import RIBAnalysis
import RIBTrees

/// Whether a run stays within the limits a project set itself.
public struct GateVerdict: Equatable, Sendable {
    /// How a gate can end.
    public enum Outcome: Equatable, Sendable {
        case passed
        /// A limit is exceeded.
        case exceeded
        /// Within the limits as far as the run could be judged, which is not far enough.
        case doubtful
    }

    public let outcome: Outcome
    /// Why, in one line, such as `failed: 2 leaks (allowed 0), …`.
    public let line: String

    /// Compares the counts with the limits.
    ///
    /// - Parameters:
    ///   - report: What the run's analysis says.
    ///   - maxLeaks: How many different leaks are allowed.
    ///   - maxInactiveFires: How many different subscriptions may have fired while inactive.
    public init(_ report: RunReport, maxLeaks: Int, maxInactiveFires: Int) {
        let summary = report.summary
        let isWithin = summary.leaks <= maxLeaks && summary.inactiveFires <= maxInactiveFires
        outcome = !isWithin ? .exceeded : report.doubts.isEmpty ? .passed : .doubtful
        var facts = [
            "\(Quantity.counted(summary.leaks, "leak")) (allowed \(maxLeaks))",
            Quantity.counted(summary.inactiveFires, "subscription")
                + " fired while inactive (allowed \(maxInactiveFires))",
        ]
        if summary.warnings > 0 { facts.append(Quantity.counted(summary.warnings, "warning")) }
        facts.append("\(Quantity.counted(summary.tracked, "object")) tracked")
        let list = facts.joined(separator: ", ")
        line =
            switch outcome {
            case .passed: "passed: \(list)"
            case .exceeded: "failed: \(list)"
            case .doubtful: "failed: the run could not be judged: \(Self.reasons(report))"
            }
    }

    private static func reasons(_ report: RunReport) -> String {
        CaveatLines.lines(for: report.doubts).joined(separator: "; ")
    }
}
