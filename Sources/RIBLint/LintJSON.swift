// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
import RIBGate
import RIBText

/// A report on sources for programs: the JSON of `ribleak-lint`, and what the project says of each
/// mistake. Absent facts are null.
package struct LintJSON: Sendable {
    package init() {}

    /// The document, ending with a line break.
    package func text(for report: LintReport) -> String { JSONText.encoded(Document(report)) }

    private struct Document: Encodable {
        let version = LintDocument.version
        let tool: String
        let files: Int
        let lines: Int
        let summary: Summary
        let rules: [LintDocument.Rule]
        let findings: [Entry]
        let fixed: [Fixed]
        let problems: [LintDocument.Problem]

        init(_ report: LintReport) {
            let document = report.document
            (tool, files, lines) = (document.tool, document.files, document.lines)
            summary = Summary(report)
            rules = document.rules
            findings = report.findings.map(Entry.init)
            fixed = report.fixed.map(Fixed.init)
            problems = document.problems
        }
    }

    /// The counts of new mistakes, and how the check ended.
    private struct Summary: Encodable {
        let errors: Int
        let warnings: Int
        let known: Int
        let suppressed: Int
        let outcome: String

        init(_ report: LintReport) {
            errors = report.newFindings.count { !$0.rule.isWarning }
            warnings = report.newFindings.count(where: \.rule.isWarning)
            known = report.findings(.known).count
            suppressed = report.findings(.suppressed).count
            outcome =
                switch report.outcome {
                case .passed: "passed"
                case .exceeded: "failed"
                case .doubtful: "doubtful"
                }
        }
    }
}

/// A mistake in the JSON: what the analyser says of it, and what the project says.
private struct Entry: Encodable {
    private let finding: LintFinding

    init(_ finding: LintFinding) { self.finding = finding }

    private enum CodingKeys: String, CodingKey {
        case rule, file, line, column, message, fix, type, member, subject, ignored, fixed
        case severity, fingerprint, status, suppression, evidence, seenAs
    }

    /// Writes every key, including those with absent facts.
    func encode(to encoder: any Encoder) throws {
        let source = finding.source
        var object = encoder.container(keyedBy: CodingKeys.self)
        try object.encode(source.rule, forKey: .rule)
        try object.encode(source.file, forKey: .file)
        try object.encode(source.line, forKey: .line)
        try object.encode(source.column, forKey: .column)
        try object.encode(source.message, forKey: .message)
        try object.encode(source.fix, forKey: .fix)
        try object.encode(source.type, forKey: .type)
        try object.encode(source.member, forKey: .member)
        try object.encode(source.subject, forKey: .subject)
        try object.encode(source.ignored, forKey: .ignored)
        try object.encode(source.fixed, forKey: .fixed)
        try object.encode(finding.rule.isWarning ? "warning" : "error", forKey: .severity)
        try object.encode(finding.fingerprint.description, forKey: .fingerprint)
        try object.encode(word, forKey: .status)
        try object.encode(finding.status.suppression.map(Acceptance.init), forKey: .suppression)
        guard let evidence = finding.evidence else { return }
        try object.encode(evidence.word, forKey: .evidence)
        try object.encode(evidence.fingerprints.map(\.description), forKey: .seenAs)
    }

    /// Why it may stay; `expires` is null for a comment in the source.
    private struct Acceptance: Encodable {
        let reason: String
        let expires: String?

        init(_ suppression: FindingStatus.Suppression) {
            (reason, expires) = (suppression.reason, suppression.expires)
        }
    }

    private var word: String {
        switch finding.status.category {
        case .new: "new"
        case .known: "known"
        case .suppressed, .libraryLeak: "suppressed"
        }
    }
}

/// An entry of the baseline that no longer occurs.
private struct Fixed: Encodable {
    let fingerprint: String
    let rule: String
    let file: String

    init(_ entry: KnownLintFinding) {
        (fingerprint, rule, file) = (entry.fingerprint, entry.rule, entry.file)
    }
}
