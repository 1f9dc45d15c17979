// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBText

/// Findings as a Code Quality report of GitLab, which shows them in merge requests
/// (docs.gitlab.com: Code Quality, "Code Quality report format").
package struct GitLabReport: Sendable {
    /// Creates a renderer.
    package init() {}

    /// A JSON list, ending with a line break, without suppressed findings.
    ///
    /// Known ones are in it, since GitLab itself compares the lists of two branches.
    package func text(for report: RunReport) -> String {
        JSONText.encoded((report.newFindings + report.knownFindings).map(Entry.init))
    }

    private struct Entry: Encodable {
        let description: String
        let checkName: String
        let fingerprint: String
        let severity: String
        let location: Location

        init(_ finding: Finding) {
            description = [finding.headline, finding.keeper, finding.hint].compactMap { $0 }
                .map(TerminalEscape.escaped).joined(separator: ". ")
            checkName = finding.kind.rawValue
            fingerprint = finding.fingerprint.description
            severity =
                !finding.status.isNew
                ? "info"
                : finding.kind.isLeak ? "critical" : finding.kind.isWarning ? "minor" : "major"
            location = Location(finding.relativePlace)
        }

        enum CodingKeys: String, CodingKey {
            case description, fingerprint, severity, location
            case checkName = "check_name"
        }
    }

    private struct Location: Encodable {
        let path: String
        let lines: Lines

        /// Uses line 1 of `unknown` if there is no place, since GitLab drops entries without one.
        init(_ place: SourcePlace?) {
            path = place?.file ?? "unknown"
            lines = Lines(begin: place?.line ?? 1)
        }
    }

    private struct Lines: Encodable {
        let begin: Int
    }
}
