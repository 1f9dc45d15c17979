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
        var document: [String: JSONValue] = [
            "version": JSONValue(Self.version),
            "runs": .array(report.runs.map { .object($0.json) }),
            "summary": Self.summary(of: report),
            "findings": .array(report.findings.map { JSONValue($0) }),
            "caveats": JSONValue(report.caveats.map(\.text)),
            "unowned": Self.unowned(report.unowned),
        ]
        // Findings of the baseline that no longer occur.
        if report.isCompared { document["fixed"] = .array(report.fixed.map(Self.fixed)) }
        return JSONText.encoded(JSONValue.object(document))
    }

    /// The counts of the run.
    private static func summary(of report: RunReport) -> JSONValue {
        let summary = report.summary
        var counts: [String: JSONValue] = [
            "tracked": JSONValue(summary.tracked), "leaks": JSONValue(summary.leaks),
            "inactiveFires": JSONValue(summary.inactiveFires),
            "warnings": JSONValue(summary.warnings), "dropped": JSONValue(summary.dropped),
        ]
        if summary.libraryLeaks > 0 { counts["libraryLeaks"] = JSONValue(summary.libraryLeaks) }
        // The findings that `ribleak lint` does not report. Only in a report that was given the
        // mistakes in the sources.
        if report.isLinted {
            counts["unforeseen"] = JSONValue(
                report.findings.count { $0.libraryLeak == nil && $0.foresight == nil })
        }
        return .object(counts)
    }

    /// The live unowned subscriptions.
    private static func unowned(_ unowned: UnownedSubscriptions) -> JSONValue {
        [
            "count": JSONValue(unowned.count),
            "sites": .array(
                unowned.sites.map { site in
                    [
                        "count": JSONValue(site.count),
                        "madeBy": JSONValue(orNull: site.place.map { JSONValue($0) }),
                    ]
                }),
        ]
    }

    private static func fixed(_ entry: KnownFinding) -> JSONValue {
        [
            "kind": .string(entry.kind), "ribPath": .string(entry.ribPath),
            "type": .string(entry.type), "fingerprint": .string(entry.fingerprint),
        ]
    }
}

extension RecordedProcess {
    /// The process in the JSON report, and in the lists beside it.
    package var json: [String: JSONValue] {
        [
            "trace": .string(trace), "process": .string(processName), "pid": JSONValue(processID),
            "start": .string(startedAt),
        ]
    }
}
