// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import LintRules
import SourceModel

/// `ribleak-lint check`: what `ribleak lint` reads.
struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Checks sources against the rules, without building them.",
        discussion: """
            Folders are searched for .swift files. With --format json, `ribleak lint` applies the \
            project's settings and baseline.
            """)

    enum Format: String, ExpressibleByArgument, CaseIterable { case json, xcode }

    @Argument(help: "Files and folders. Default: the current folder.")
    var paths: [String] = []

    @Option(help: "How to print findings: xcode (FILE:LINE:COLUMN: warning: …) or json.")
    var format = Format.xcode

    @Flag(help: "Change the files where there is one safe fix.")
    var fix = false

    @Flag(help: "Report also what does no harm today.")
    var notes = false

    @Flag(help: "List the names that rules skip, since they may mean several types.")
    var explainSkipped = false

    @Option(help: "Check this rule only. Can be repeated.")
    var only: [String] = []

    @Option(help: "Leave out files that fit a pattern, such as 'Generated/**'. Can be repeated.")
    var exclude: [String] = []

    func validate() throws {
        let known = Rules.all.map { $0.description }
        for rule in only { _ = try RulesCommand.rule(rule, of: known) }
    }

    func run() throws {
        let sources = FoundSources(below: paths.isEmpty ? ["."] : paths, excluding: exclude)
        let rules = Rules.all.filter { only.isEmpty || only.contains($0.description.id) }
        let run = LintRun(sources, rules: rules, fixes: fix, notes: notes)
        for problem in run.problems + (explainSkipped ? run.skipped : []) {
            RibleakLint.say("warning: \(problem.file): \(problem.message)")
        }
        if !explainSkipped, !run.skipped.isEmpty {
            let (names, them) =
                run.skipped.count == 1 ? ("1 name", "it") : ("\(run.skipped.count) names", "them")
            RibleakLint.say(
                "\(names) may mean several types, and rules skip \(them): --explain-skipped lists "
                    + them)
        }
        try RibleakLint.write(
            format == .json ? try LintDocument(run).json() : run.xcodeText)
        if run.files == 0 { throw RibleakLint.noSource() }
    }
}

extension LintRun {
    /// The findings as compilers print them, which Xcode shows beside the code.
    fileprivate var xcodeText: String {
        findings.filter { $0.ignored == nil && !$0.fixed }.map { finding in
            RibleakLint.shown(
                "\(finding.file):\(finding.line):\(finding.column): \(finding.severity.rawValue): "
                    + "\(finding.message) \(finding.fix) (\(finding.rule))") + "\n"
        }.joined()
    }
}

/// Findings as JSON, version 1: what `ribleak lint` reads.
struct LintDocument: Encodable {
    private let version = 1
    private let tool = RibleakLint.version
    private let files: Int
    private let lines: Int
    private let rules: [[String: String]]
    private let findings: [LintFinding]
    private let problems: [[String: String]]

    init(_ run: LintRun) {
        (files, lines, findings) = (run.files, run.lines, run.findings)
        rules = Rules.descriptions.map {
            [
                "id": $0.id, "severity": $0.severity.rawValue, "summary": $0.summary,
                "reason": $0.reason, "fix": $0.fix,
            ]
        }
        problems = run.problems.map { ["file": $0.file, "message": $0.message] }
    }

    /// The document, ending with a line break; the same for the same sources.
    func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
    }

}
