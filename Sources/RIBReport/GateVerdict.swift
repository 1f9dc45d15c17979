import RIBAnalysis

/// Whether a run stays within the limits a project set itself.
public struct GateVerdict: Equatable, Sendable {
    /// False when a limit is exceeded.
    public let passed: Bool
    /// Why, in one line, such as `failed: 2 leaks (allowed 0), …`.
    public let line: String

    /// Compares the counts with the limits.
    ///
    /// - Parameters:
    ///   - summary: The counts of the run.
    ///   - maxLeaks: How many different leaks are allowed.
    ///   - maxInactiveFires: How many different subscriptions may have fired while inactive.
    public init(_ summary: RunSummary, maxLeaks: Int, maxInactiveFires: Int) {
        passed = summary.leaks <= maxLeaks && summary.inactiveFires <= maxInactiveFires
        var facts = [
            "\(Quantity.counted(summary.leaks, "leak")) (allowed \(maxLeaks))",
            Quantity.counted(summary.inactiveFires, "subscription")
                + " fired while inactive (allowed \(maxInactiveFires))",
            "\(Quantity.counted(summary.tracked, "object")) tracked",
        ]
        if summary.dropped > 0 {
            facts.append("\(Quantity.counted(summary.dropped, "event")) dropped")
        }
        line = "\(passed ? "passed" : "failed"): \(facts.joined(separator: ", "))"
    }
}
