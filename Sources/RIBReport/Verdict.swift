// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBText

/// The result of a run, in one line.
public struct Verdict: Equatable, Sendable {
    /// Whether there is no leak and no subscription that fired while inactive. Warnings do not
    /// count.
    public let isClean: Bool
    /// Whether a clean result may only mean that too little was recorded.
    public let isDoubtful: Bool
    /// The line, such as `No leaks. 42 objects tracked.`
    public let line: String

    /// Judges a report.
    public init(_ report: RunReport) {
        let summary = report.summary
        let objects = Quantity.counted(summary.tracked, "object")
        let faults = Self.faults(summary)
        isClean = faults.isEmpty
        isDoubtful = isClean && (summary.tracked == 0 || !report.doubts.isEmpty)
        let warnings = summary.warnings
        let aside = warnings > 0 ? ", \(Quantity.counted(warnings, "warning"))" : ""
        line =
            if !isClean {
                "\(faults.joined(separator: ", "))\(aside). \(objects) tracked."
            } else if summary.tracked == 0 {
                "Nothing was tracked, so nothing can be said about leaks."
            } else if isDoubtful {
                "No leaks seen\(aside), but not everything could be judged. \(objects) tracked."
            } else {
                "No leaks\(aside). \(objects) tracked."
            }
    }

    private static func faults(_ summary: RunSummary) -> [String] {
        var faults: [String] = []
        if summary.leaks > 0 { faults.append(Quantity.counted(summary.leaks, "leak")) }
        if summary.inactiveFires > 0 {
            faults.append(
                Quantity.counted(summary.inactiveFires, "subscription") + " fired while inactive")
        }
        return faults
    }
}
