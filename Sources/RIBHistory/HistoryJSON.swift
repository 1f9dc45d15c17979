// SPDX-License-Identifier: Apache-2.0

import RIBText

/// A history for programs: absent facts are null, keys are sorted.
package struct HistoryJSON: Sendable {
    /// The format version. It goes up when a key changes its meaning or goes away; new keys may
    /// come at any time.
    package static let version = 1

    /// Creates a renderer.
    package init() {}

    /// The document, ending with a line break.
    package func text(for report: HistoryReport) -> String {
        JSONText.encoded(Document(report))
    }

    private struct Document: Encodable {
        let version = HistoryJSON.version
        let runs: [Run]
        let findings: [Trend]

        init(_ report: HistoryReport) {
            runs = report.runs.map(Run.init)
            findings = report.trends.map(Trend.init)
        }
    }

    private struct Run: Encodable {
        let run: HistoryRun

        init(_ run: HistoryRun) { self.run = run }

        private enum CodingKeys: String, CodingKey {
            case commit, branch, time, tracked, leaks, inactiveFires, warnings, isDoubtful
        }

        /// Writes every key, including those with absent facts.
        func encode(to encoder: any Encoder) throws {
            var object = encoder.container(keyedBy: CodingKeys.self)
            try object.encode(run.commit, forKey: .commit)
            try object.encode(run.branch, forKey: .branch)
            try object.encode(run.time, forKey: .time)
            try object.encode(run.tracked, forKey: .tracked)
            try object.encode(run.leaks, forKey: .leaks)
            try object.encode(run.inactiveFires, forKey: .inactiveFires)
            try object.encode(run.warnings, forKey: .warnings)
            try object.encode(run.isDoubtful, forKey: .isDoubtful)
        }
    }

    private struct Trend: Encodable {
        let fingerprint: String
        let kind: String
        let ribPath: String
        let type: String
        let firstSeen: Run
        let lastSeen: Run
        /// The counts for each of `runs`.
        let counts: [Int]
        let isFixed: Bool

        init(_ trend: FindingTrend) {
            fingerprint = trend.fingerprint
            kind = trend.kind
            ribPath = trend.ribPath
            type = trend.type
            firstSeen = Run(trend.firstSeen)
            lastSeen = Run(trend.lastSeen)
            counts = trend.counts
            isFixed = trend.isFixed
        }
    }
}
