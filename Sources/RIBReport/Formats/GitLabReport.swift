// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
import RIBText

/// Findings as a Code Quality report of GitLab, which shows them in merge requests
/// (docs.gitlab.com: Code Quality, "Code Quality report format").
package struct GitLabReport: Sendable {
    private let manifest: String

    /// Creates a renderer.
    ///
    /// - Parameter manifest: The file of findings of which no file is known, relative to the
    ///   repository's root. GitLab drops entries without one.
    package init(manifest: String = "Package.swift") {
        self.manifest = manifest
    }

    /// A JSON list, ending with a line break, without suppressed findings.
    ///
    /// Known ones are in it, since GitLab itself compares the lists of two branches. Library leaks
    /// are in it for information.
    package func text(for report: RunReport) -> String {
        let findings = report.newFindings + report.knownFindings + report.libraryLeaks
        return JSONText.encoded(findings.map { Entry($0, manifest) })
    }

    private struct Entry: Encodable {
        let description: String
        let checkName: String
        let fingerprint: String
        let severity: String
        let location: Location

        init(_ finding: Finding, _ manifest: String) {
            description = [
                finding.headline, finding.keeper,
                finding.libraryLeak == nil ? finding.hint : finding.acceptance,
            ].compactMap { $0 }
                .map(TerminalEscape.escaped).joined(separator: ". ")
            checkName = finding.kind.rawValue
            fingerprint = finding.fingerprint.description
            severity =
                !finding.status.isNew
                ? "info"
                : finding.kind.isLeak ? "critical" : finding.kind.isWarning ? "minor" : "major"
            let place = finding.relativePlace(orManifest: manifest)
            location = Location(path: place.file, lines: Lines(begin: place.line))
        }

        enum CodingKeys: String, CodingKey {
            case description, fingerprint, severity, location
            case checkName = "check_name"
        }
    }

    private struct Location: Encodable {
        let path: String
        let lines: Lines
    }

    private struct Lines: Encodable {
        let begin: Int
    }
}
