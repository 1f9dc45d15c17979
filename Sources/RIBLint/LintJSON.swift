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
    package func text(for report: LintReport) -> String {
        let document = report.document
        let json: JSONValue = [
            "version": JSONValue(LintDocument.version), "tool": .string(document.tool),
            "files": JSONValue(document.files), "lines": JSONValue(document.lines),
            "summary": Self.summary(of: report),
            "rules": .array(document.rules.map(Self.rule)),
            "findings": .array(report.findings.map(Self.finding)),
            "fixed": .array(report.fixed.map(Self.fixed)),
            "problems": .array(
                document.problems.map {
                    ["file": .string($0.file), "message": .string($0.message)]
                }
            ),
        ]
        return JSONText.encoded(json)
    }

    /// The counts of new mistakes, and how the check ended.
    private static func summary(of report: LintReport) -> JSONValue {
        let outcome: JSONValue =
            switch report.outcome {
            case .passed: "passed"
            case .exceeded: "failed"
            case .doubtful: "doubtful"
            }
        return [
            "errors": JSONValue(report.newFindings.count { !$0.rule.isWarning }),
            "warnings": JSONValue(report.newFindings.count(where: \.rule.isWarning)),
            "known": JSONValue(report.findings(.known).count),
            "suppressed": JSONValue(report.findings(.suppressed).count), "outcome": outcome,
        ]
    }

    private static func rule(_ rule: LintDocument.Rule) -> JSONValue {
        [
            "id": .string(rule.id), "severity": .string(rule.severity.rawValue),
            "summary": .string(rule.summary), "reason": .string(rule.reason),
            "fix": .string(rule.fix),
        ]
    }

    /// A mistake: what the analyser says of it, and what the project says.
    private static func finding(_ finding: LintFinding) -> JSONValue {
        let source = finding.source
        var object: [String: JSONValue] = [
            "rule": .string(source.rule), "file": .string(source.file),
            "line": JSONValue(source.line), "column": JSONValue(source.column),
            "message": .string(source.message), "fix": .string(source.fix),
            "type": JSONValue(source.type), "member": JSONValue(source.member),
            "subject": .string(source.subject), "fixed": .bool(source.fixed),
            "severity": finding.rule.isWarning ? "warning" : "error",
            "fingerprint": .string(finding.fingerprint.description),
            "status": word(for: finding.status.category),
            "suppression": JSONValue(orNull: finding.status.suppression?.json),
        ]
        object["ignored"] = JSONValue(
            orNull: source.ignored.map {
                ["line": JSONValue($0.line), "reason": .string($0.reason)]
            })
        if let evidence = finding.evidence {
            object["evidence"] = JSONValue(evidence.word)
            object["seenAs"] = JSONValue(evidence.fingerprints.map(\.description))
        }
        return .object(object)
    }

    private static func word(for category: FindingStatus.Category) -> JSONValue {
        switch category {
        case .new: "new"
        case .known: "known"
        case .suppressed, .libraryLeak: "suppressed"
        }
    }

    /// An entry of the baseline that no longer occurs.
    private static func fixed(_ entry: KnownLintFinding) -> JSONValue {
        [
            "fingerprint": .string(entry.fingerprint), "rule": .string(entry.rule),
            "file": .string(entry.file),
        ]
    }
}
