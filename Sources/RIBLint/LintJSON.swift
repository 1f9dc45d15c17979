// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
import RIBGate
import RIBText

extension LintReport {
    /// The report for programs: the JSON of `ribleak-lint`, and what the project says of each
    /// mistake. Absent facts are null. Ends with a line break.
    package var json: String {
        let json: JSONValue = [
            "version": JSONValue(LintDocument.version), "tool": .string(document.tool),
            "files": JSONValue(document.files), "lines": JSONValue(document.lines),
            "summary": summary,
            "rules": .array(document.rules.map(Self.rule)),
            "findings": .array(findings.map(\.json)),
            "fixed": .array(fixed.map(Self.fixed)),
            "problems": .array(
                document.problems.map {
                    ["file": .string($0.file), "message": .string($0.message)]
                }
            ),
        ]
        return JSONText.encoded(json)
    }

    /// The counts of new mistakes, and how the check ended.
    private var summary: JSONValue {
        let outcome: JSONValue =
            switch outcome {
            case .passed: "passed"
            case .exceeded: "failed"
            case .doubtful: "doubtful"
            }
        return [
            "errors": JSONValue(newFindings.count { !$0.rule.isWarning }),
            "warnings": JSONValue(newFindings.count(where: \.rule.isWarning)),
            "known": JSONValue(findings(.known).count),
            "suppressed": JSONValue(findings(.suppressed).count), "outcome": outcome,
        ]
    }

    private static func rule(_ rule: LintDocument.Rule) -> JSONValue {
        [
            "id": .string(rule.id), "severity": .string(rule.severity.rawValue),
            "summary": .string(rule.summary), "reason": .string(rule.reason),
            "fix": .string(rule.fix),
        ]
    }

    /// An entry of the baseline that no longer occurs.
    private static func fixed(_ entry: KnownLintFinding) -> JSONValue {
        [
            "fingerprint": .string(entry.fingerprint), "rule": .string(entry.rule),
            "file": .string(entry.file),
        ]
    }
}

extension LintFinding {
    /// What the analyser says of it, and what the project says.
    fileprivate var json: JSONValue {
        var object: [String: JSONValue] = [
            "rule": .string(source.rule), "file": .string(source.file),
            "line": JSONValue(source.line), "column": JSONValue(source.column),
            "message": .string(source.message), "fix": .string(source.fix),
            "type": JSONValue(source.type), "member": JSONValue(source.member),
            "subject": .string(source.subject), "fixed": .bool(source.fixed),
            "severity": rule.isWarning ? "warning" : "error",
            "fingerprint": .string(fingerprint.description),
            "status": .string("\(status.category)"),
            "suppression": JSONValue(orNull: status.suppression?.json),
        ]
        object["ignored"] = JSONValue(
            orNull: source.ignored.map {
                ["line": JSONValue($0.line), "reason": .string($0.reason)]
            })
        if let evidence {
            object["evidence"] = JSONValue(evidence.word)
            object["seenAs"] = JSONValue(evidence.findings.map(\.fingerprint.description))
        }
        return .object(object)
    }
}
