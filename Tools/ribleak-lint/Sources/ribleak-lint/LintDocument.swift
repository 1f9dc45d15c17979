// SPDX-License-Identifier: Apache-2.0

import Foundation
import LintRules
import SourceModel

/// Findings as JSON, version 1: what `ribleak lint` reads.
struct LintDocument: Encodable {
    private let version = 1
    private let tool = RibleakLint.version
    private let files: Int
    private let lines: Int
    private let rules: [RuleEntry]
    private let findings: [LintFinding]
    private let problems: [ProblemEntry]

    init(_ run: LintRun) {
        (files, lines, findings) = (run.files, run.lines, run.findings)
        rules = Rules.descriptions.map(RuleEntry.init)
        problems = run.problems.map { ProblemEntry(file: $0.file, message: $0.message) }
    }

    /// The document, ending with a line break; the same for the same sources.
    func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
    }

    private struct RuleEntry: Encodable {
        let id: String
        let severity: Severity
        let summary: String
        let reason: String
        let fix: String

        init(_ rule: RuleDescription) {
            (id, severity, summary) = (rule.id, rule.severity, rule.summary)
            (reason, fix) = (rule.reason, rule.fix)
        }
    }

    private struct ProblemEntry: Encodable {
        let file: String
        let message: String
    }
}
