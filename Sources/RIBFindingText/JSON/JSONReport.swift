// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBText

/// A report for programs: contract version 1.
///
/// Absent facts are null. Keys are sorted, so equal reports are equal text.
public struct JSONReport: Sendable {
    /// The format version. It goes up when a key changes its meaning or goes away; new keys may
    /// come at any time.
    public static let version = 1

    /// Creates a renderer.
    public init() {}

    /// The whole report, ending with a line break.
    public func text(for report: RunReport) -> String {
        let document = JSONValue([
            "version": Self.version, "runs": report.runs, "summary": Self.summary(of: report),
            "findings": report.findings, "caveats": report.caveats.map(\.text),
            "unowned": Self.unowned(report.unowned),
        ])
        // Findings of the baseline that no longer occur.
        let fixed = report.isCompared ? ["fixed": JSONValue(report.fixed.map(Self.fixed))] : [:]
        return JSONText.encoded(document.adding(fixed))
    }

    /// The counts of the run.
    private static func summary(of report: RunReport) -> JSONValue {
        let (summary, libraryLeaks) = (report.summary, report.summary.libraryLeaks)
        let unforeseen = report.findings.count { $0.libraryLeak == nil && $0.foresight == nil }
        return JSONValue(known: [
            "tracked": summary.tracked, "leaks": summary.leaks,
            "inactiveFires": summary.inactiveFires, "warnings": summary.warnings,
            "dropped": summary.dropped, "libraryLeaks": libraryLeaks > 0 ? libraryLeaks : nil,
            // The findings that `ribleak lint` does not report. Only in a report that was given
            // the mistakes in the sources.
            "unforeseen": report.isLinted ? unforeseen : nil,
        ])
    }

    /// The live unowned subscriptions.
    private static func unowned(_ unowned: UnownedSubscriptions) -> JSONValue {
        let sites = unowned.sites.map { JSONValue(["count": $0.count, "madeBy": $0.place]) }
        return JSONValue(["count": unowned.count, "sites": sites])
    }

    private static func fixed(_ entry: KnownFinding) -> JSONValue {
        JSONValue([
            "kind": entry.kind, "ribPath": entry.ribPath, "type": entry.type,
            "fingerprint": entry.fingerprint,
        ])
    }
}

/// The process in the JSON report, and in the lists beside it.
extension RecordedProcess: JSONConvertible {
    package var jsonValue: JSONValue {
        JSONValue(["trace": trace, "process": processName, "pid": processID, "start": startedAt])
    }
}
