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
        JSONText.encoded(JSONDocument(report))
    }
}

/// The outermost object of the JSON report.
struct JSONDocument: Encodable {
    let version = JSONReport.version
    let runs: [JSONProcess]
    let summary: Summary
    let findings: [JSONFinding]
    let caveats: [String]
    let unowned: JSONUnowned
    /// Only in a report that was compared with a baseline or suppressions.
    let fixed: [Fixed]?

    init(_ report: RunReport) {
        runs = report.runs.map(JSONProcess.init)
        summary = Summary(report)
        findings = report.findings.map(JSONFinding.init)
        caveats = report.caveats.map(\.text)
        unowned = JSONUnowned(report.unowned)
        fixed = report.isCompared ? report.fixed.map(Fixed.init) : nil
    }

    /// A finding of the baseline that no longer occurs.
    struct Fixed: Encodable {
        let kind: String
        let ribPath: String
        let type: String
        let fingerprint: String

        init(_ entry: KnownFinding) {
            (kind, ribPath, type) = (entry.kind, entry.ribPath, entry.type)
            fingerprint = entry.fingerprint
        }
    }

    /// The counts of the run.
    struct Summary: Encodable {
        let tracked: Int
        let leaks: Int
        let inactiveFires: Int
        let warnings: Int
        let dropped: UInt64
        /// Only where there are any.
        let libraryLeaks: Int?
        /// The findings that `ribleak lint` does not report. Only in a report that was given the
        /// mistakes in the sources.
        let unforeseen: Int?

        init(_ report: RunReport) {
            let summary = report.summary
            unforeseen =
                report.isLinted
                ? report.findings.count { $0.libraryLeak == nil && $0.foresight == nil } : nil
            tracked = summary.tracked
            leaks = summary.leaks
            inactiveFires = summary.inactiveFires
            warnings = summary.warnings
            dropped = summary.dropped
            libraryLeaks = summary.libraryLeaks > 0 ? summary.libraryLeaks : nil
        }
    }
}

/// One recorded process, in the JSON report and in the JSON list of subscriptions.
package struct JSONProcess: Encodable {
    private let trace: String
    private let process: String
    private let pid: Int
    private let start: String

    package init(_ process: RecordedProcess) {
        trace = process.trace
        self.process = process.processName
        pid = process.processID
        start = process.startedAt
    }
}

/// The live unowned subscriptions in the JSON report.
struct JSONUnowned: Encodable {
    private let count: Int
    private let sites: [Site]

    init(_ unowned: UnownedSubscriptions) {
        count = unowned.count
        sites = unowned.sites.map(Site.init)
    }

    private struct Site: Encodable {
        private let site: UnownedSubscriptions.Site

        init(_ site: UnownedSubscriptions.Site) {
            self.site = site
        }

        private enum CodingKeys: String, CodingKey {
            case count, madeBy
        }

        /// Writes every key, including those with absent facts.
        func encode(to encoder: any Encoder) throws {
            var object = encoder.container(keyedBy: CodingKeys.self)
            try object.encode(site.count, forKey: .count)
            try object.encode(site.place.map(JSONFrame.init), forKey: .madeBy)
        }
    }
}
