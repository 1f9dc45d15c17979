// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
import RIBGate
import RIBText

extension LintReport {
    /// The report for programs: the JSON of `ribleak-lint`, and what the project says of each
    /// mistake. Absent facts are null. Ends with a line break.
    package var json: String {
        let rules = document.rules.map { rule in
            JSONValue([
                "id": rule.id, "severity": rule.severity.rawValue, "summary": rule.summary,
                "reason": rule.reason, "fix": rule.fix,
            ])
        }
        // Entries of the baseline that no longer occur.
        let fixed = fixed.map {
            JSONValue(["fingerprint": $0.fingerprint, "rule": $0.rule, "file": $0.file])
        }
        let problems = document.problems.map {
            JSONValue(["file": $0.file, "message": $0.message])
        }
        return JSONText.encoded(
            JSONValue([
                "version": LintDocument.version, "tool": document.tool, "files": document.files,
                "lines": document.lines, "summary": summary, "rules": rules,
                "findings": findings.map(\.json), "fixed": fixed, "problems": problems,
            ]))
    }

    /// The counts of new mistakes, and how the check ended.
    private var summary: JSONValue {
        JSONValue([
            "errors": newFindings.count { !$0.rule.isWarning },
            "warnings": newFindings.count(where: \.rule.isWarning),
            "known": findings(.known).count, "suppressed": findings(.suppressed).count,
            "outcome": outcome == .exceeded ? "failed" : "\(outcome)",
        ])
    }
}

extension LintFinding {
    /// What the analyser says of it, and what the project says.
    fileprivate var json: JSONValue {
        let facts = JSONValue([
            "rule": source.rule, "file": source.file, "line": source.line,
            "column": source.column, "message": source.message, "fix": source.fix,
            "type": source.type, "member": source.member, "subject": source.subject,
            "fixed": source.fixed, "severity": rule.isWarning ? "warning" : "error",
            "fingerprint": fingerprint.description, "status": "\(status.category)",
            "suppression": status.suppression?.json,
            "ignored": source.ignored.map {
                JSONValue(["line": $0.line, "reason": $0.reason])
            },
        ])
        guard let evidence else { return facts }
        return facts.adding([
            "evidence": JSONValue(evidence.word),
            "seenAs": JSONValue(evidence.findings.map(\.fingerprint.description)),
        ])
    }
}
