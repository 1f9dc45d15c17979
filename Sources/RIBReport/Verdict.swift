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

/// Shortens the caveats of a run: a thousand damaged streams become one line.
package enum CaveatLines {
    /// More caveats of one kind than this become one line.
    private static let mostOfAKind = 3

    /// One line for each caveat, or for each kind with many caveats, in their order.
    package static func lines(for caveats: [Caveat]) -> [String] {
        let counts = Dictionary(caveats.map { ($0.kind, 1) }, uniquingKeysWith: +)
        var summarized: Set<CaveatKind> = []
        return caveats.compactMap { caveat in
            guard let count = counts[caveat.kind], count > mostOfAKind else { return caveat.text }
            guard summarized.insert(caveat.kind).inserted else { return nil }
            return "\(caveat.kind.summary(count)) (report --format json names them)"
        }
    }
}

extension CaveatKind {
    /// A summary of several caveats of this kind, in one line.
    func summary(_ count: Int) -> String {
        let unnamed = "functions are shown as module and offset"
        return switch self {
        case .streamCutShort:
            "\(count) streams are cut short: what came after their last whole events is missing"
        case .streamDamaged:
            "\(count) streams are damaged: what comes after the damage is not shown"
        case .eventsDropped:
            "\(count) processes had to drop events while recording; findings may be missing"
        case .neverSettled:
            "\(count) processes were killed or still run: not all they detached was judged"
        case .objectsUnjudged:
            "\(count) processes detached objects that were not judged, since the main queue did "
                + "not run afterwards: call Recorder.shared.settle() at the end"
        case .nothingRecorded: "\(count) processes made no RIB while they were recorded"
        case .stacksTurnedOff:
            "\(count) processes were recorded with RIBLEAK_LEVEL=counts: no call stacks"
        case .libunwindMissing:
            "\(count) processes found no libunwind where they ran: no call stacks "
                + "(Debian, Ubuntu: apt-get install libunwind8)"
        case .binaryGone: "\(count) binaries are gone: their \(unnamed)"
        case .binaryRebuilt: "\(count) binaries were rebuilt since the run: their \(unnamed)"
        case .binaryUnreadable: "\(count) files are not readable binaries: their \(unnamed)"
        case .symbolizerMissing: "llvm-symbolizer was missing \(count) times: \(unnamed)"
        case .symbolizerFailed: "llvm-symbolizer failed \(count) times: some \(unnamed)"
        }
    }
}
