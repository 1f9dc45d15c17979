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

    /// The verdict of another judge.
    package init(isClean: Bool, isDoubtful: Bool, line: String) {
        (self.isClean, self.isDoubtful, self.line) = (isClean, isDoubtful, line)
    }

    /// The line for people at a terminal, with a sign.
    package var textLine: TextLine {
        if isDoubtful { return TextLine("! \(line)", .caution) }
        return isClean ? TextLine("✓ \(line)", .calm) : TextLine("✗ \(line)", .alarm)
    }

    /// Judges a report.
    public init(_ report: RunReport) {
        let (summary, new) = (report.summary, report.isCompared ? "new " : "")
        let objects = Quantity.counted(summary.tracked, "object")
        let counts = report.newCounts
        let faults = [
            counts.leaks > 0 ? Quantity.counted(counts.leaks, "\(new)leak") : nil,
            counts.inactiveFires > 0
                ? Quantity.counted(counts.inactiveFires, "\(new)subscription")
                    + " fired while inactive" : nil,
        ].compactMap { $0 }
        let warnings =
            counts.warnings > 0 ? [Quantity.counted(counts.warnings, "\(new)warning")] : []
        isClean = faults.isEmpty
        isDoubtful = isClean && (summary.tracked == 0 || !report.doubts.isEmpty)
        let aside = (warnings + report.otherCounts).map { ", \($0)" }.joined()
        line =
            if !isClean {
                "\(faults.joined(separator: ", "))\(aside). \(objects) tracked."
            } else if summary.tracked == 0 {
                "Nothing was tracked, so nothing can be said about leaks."
            } else if isDoubtful {
                "No \(new)leaks seen\(aside), but not everything could be judged. "
                    + "\(objects) tracked."
            } else {
                "No \(new)leaks\(aside). \(objects) tracked."
            }
    }
}

extension RunReport {
    /// The findings that nobody has accepted. Without a comparison, all but library leaks.
    package var newFindings: [Finding] { findings(.new) }
    /// The findings that the baseline has.
    package var knownFindings: [Finding] { findings(.known) }
    /// The findings that a suppression excuses.
    package var suppressedFindings: [Finding] { findings(.suppressed) }
    /// The leaks of platforms and libraries.
    package var libraryLeaks: [Finding] { findings(.libraryLeak) }

    private func findings(_ category: FindingStatus.Category) -> [Finding] {
        findings.filter { $0.status.category == category }
    }

    /// The counts of what is new.
    package var newCounts: RunSummary {
        isCompared
            ? RunSummary(of: newFindings, tracked: summary.tracked, dropped: summary.dropped)
            : summary
    }

    /// How many findings are known, suppressed, fixed or library leaks, such as `3 known`, without
    /// those of which there are none.
    package var otherCounts: [String] {
        let leaks = libraryLeaks.count
        let counts: [(count: Int, of: String)] = [
            (knownFindings.count, "known"), (suppressedFindings.count, "suppressed"),
            (fixed.count, "fixed"), (leaks, Quantity.noun(leaks, "library leak")),
        ]
        return counts.filter { $0.count > 0 }.map { "\($0.count) \($0.of)" }
    }
}

extension FindingStatus {
    /// Why a finding is not new, such as `suppressed until 2026-06-30: third-party SDK`; nil for a
    /// new one.
    package var acceptance: String? {
        if let libraryLeak { return "library leak \(libraryLeak.name): \(libraryLeak.sentence)" }
        if let suppression {
            let end = suppression.expires.map { "until \($0)" } ?? "in the source"
            return "suppressed \(end): \(suppression.reason)"
        }
        guard category == .known else { return nil }
        if case .grown(let before, _) = comparison {
            return "known from the baseline, which has \(before)"
        }
        return "known from the baseline"
    }
}

extension LibraryLeak {
    /// The explanation with the link, such as `the client keeps observers (https://example.com/1)`.
    package var sentence: String { explanation + (link.map { " (\($0))" } ?? "") }
}

extension [Caveat] {
    /// One line for each caveat, in their order. More than three of one kind become one line: a run
    /// may have a thousand damaged streams.
    package var lines: [String] {
        let counts = Dictionary(map { ($0.kind, 1) }, uniquingKeysWith: +)
        var summarized: Set<CaveatKind> = []
        return compactMap { caveat in
            guard let count = counts[caveat.kind], count > 3 else { return caveat.text }
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
