// SPDX-License-Identifier: Apache-2.0

import SourceModel
import SwiftSyntax

/// All rules over all files.
package struct LintRun: Sendable {
    /// Sorted by file, place and rule.
    package let findings: [LintFinding]
    package let files: Int
    package let lines: Int
    package let problems: [Problem]
    /// The names that may mean several types, which rules skip.
    package let skipped: [Problem]

    /// Checks sources.
    ///
    /// - Parameters:
    ///   - sources: The files.
    ///   - rules: The rules to check; an `unused-ignore` is only known when all are.
    ///   - fixes: Whether to change files so that what has one safe fix is gone.
    ///   - notes: Whether to report what does no harm today.
    package init(
        _ sources: FoundSources, rules: [any Rule.Type] = Rules.all, fixes: Bool = false,
        notes: Bool = false
    ) {
        let module = SourceModule(sources)
        let checksAll = rules.count == Rules.all.count
        let results = SourceModule.inParallel(module.files) { path -> FileResult in
            do throws(SourceError) {
                let rules = sources.tests.contains(path) ? [] : rules
                return try FileResult(path, module.types, rules, checksAll, fixes, notes)
            } catch {
                return FileResult(problem: Problem(file: path, message: error.description))
            }
        }
        findings = results.flatMap(\.findings)
        files = module.files.count
        lines = module.lines
        skipped = module.skipped
        problems = (module.problems + results.compactMap(\.problem)).sorted { $0.file < $1.file }
    }

    /// The findings of one text, with the types of that text alone.
    package static func findings(
        in text: String, path: String = "Example.swift", rules: [any Rule.Type] = Rules.all
    ) -> [LintFinding] {
        let file = ParsedFile(text, path: path)
        let types = TypeTable(TypeFacts.reading(file), importsRIBs: true)
        return CheckedFindings(file, text, types, rules, rules.count == Rules.all.count).findings
    }

    /// A text without what has one safe fix; nil when nothing changes.
    package static func mended(_ text: String, rules: [any Rule.Type] = Rules.all) -> String? {
        let file = ParsedFile(text, path: "")
        let types = TypeTable(TypeFacts.reading(file), importsRIBs: true)
        var checked = CheckedFindings(file, text, types, rules, false)
        return checked.mend(text)
    }

    private struct FileResult: Sendable {
        var findings: [LintFinding] = []
        var problem: Problem?

        init(problem: Problem) { self.problem = problem }

        init(
            _ path: String, _ types: TypeTable, _ rules: [any Rule.Type], _ checksAll: Bool,
            _ fixes: Bool, _ notes: Bool
        ) throws(SourceError) {
            let source = try SourceText(of: path)
            let text = source.text
            var checked = CheckedFindings(
                ParsedFile(text, path: path), text, types, rules, checksAll, notes)
            if fixes, let mended = checked.mend(text) {
                do throws(SourceError) {
                    try source.write(mended, to: path)
                } catch {
                    checked.forgetFixes()
                    problem = Problem(file: path, message: error.description)
                }
            }
            findings = checked.findings
        }
    }
}

/// The findings of one file, with the changes that mend them.
struct CheckedFindings {
    private(set) var findings: [LintFinding]
    private var edits: [(index: Int, edit: SourceEdit)] = []

    init(
        _ file: ParsedFile, _ text: String, _ types: TypeTable, _ rules: [any Rule.Type],
        _ checksAll: Bool, _ notes: Bool = true
    ) {
        let checked = CheckedFile(file, types)
        var found: [(finding: LintFinding, edit: SourceEdit?)] = []
        // A test ends with its method, and what it makes ends with it.
        for rule in file.isTest ? [] : rules {
            for var violation in rule.check(checked) {
                if !checked.isReached(violation) {
                    let severity = violation.severity ?? rule.description.severity
                    violation.severity = severity == .error ? .warning : .note
                }
                guard notes || violation.severity != .note else { continue }
                found.append(
                    (LintFinding(violation, of: rule.description, in: file), violation.edit))
            }
        }
        var ignores = IgnoreComments(in: text)
        for index in found.indices {
            found[index].finding.ignored = ignores.hiding(
                found[index].finding.rule, onLine: found[index].finding.line)
        }
        if checksAll {
            found += UnusedIgnore.findings(ignores, in: file.path).map { ($0, nil) }
        }
        found.sort { $0.finding.order < $1.finding.order }
        findings = found.map(\.finding)
        edits = found.enumerated().compactMap { index, item in
            item.finding.ignored == nil ? item.edit.map { (index, $0) } : nil
        }
    }

    /// The text with all changes; nil if there is none.
    mutating func mend(_ text: String) -> String? {
        guard !edits.isEmpty else { return nil }
        var bytes = Array(text.utf8)
        var end = Int.max
        // From the back, so that the places of earlier ones stay right. Two that touch each other
        // are two runs.
        for (index, edit) in edits.sorted(by: {
            $0.edit.range.lowerBound > $1.edit.range.lowerBound
        })
        where edit.range.upperBound < end {
            bytes.replaceSubrange(edit.range, with: edit.text.utf8)
            end = edit.range.lowerBound
            findings[index].fixed = true
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    mutating func forgetFixes() {
        for index in findings.indices { findings[index].fixed = false }
    }
}

extension LintFinding {
    fileprivate init(_ violation: Violation, of rule: RuleDescription, in file: ParsedFile) {
        let place = file.place(of: violation.node)
        let code = EnclosingCode(of: violation.node)
        self.init(
            rule: rule.id, severity: violation.severity ?? rule.severity, file: file.path,
            line: place.line, column: place.column,
            message: violation.message, fix: violation.fix ?? rule.fix,
            type: code.type ?? violation.node.asProtocol((any DeclGroupSyntax).self)?.typeName,
            member: code.signature, subject: violation.subject, ignored: nil)
    }

    fileprivate var order: (Int, Int, String) { (line, column, rule) }
}

/// A place that breaks a rule, as it is reported.
package struct LintFinding: Codable, Equatable, Sendable {
    /// A comment that hides a finding: `// ribleak:ignore RULE reason`.
    package struct Ignored: Codable, Equatable, Sendable {
        package let line: Int
        package let reason: String
    }

    package let rule: String
    package let severity: Severity
    package let file: String
    /// From 1.
    package let line: Int
    /// From 1, in UTF-8 bytes.
    package let column: Int
    /// What is wrong, in one sentence.
    package let message: String
    /// What to do, in one sentence.
    package let fix: String
    /// The type that it is in, without outer types.
    package let type: String?
    /// The method, initializer or property that it is in, with labels: `build(withListener:)`.
    package let member: String?
    /// What it is about within the member: a property, or what is called. May be empty.
    package let subject: String
    package internal(set) var ignored: Ignored?
    /// Whether the file was changed so that it is gone.
    package internal(set) var fixed = false

    /// Absent facts are null in JSON, never missing.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(rule, forKey: .rule)
        try container.encode(severity, forKey: .severity)
        try container.encode(file, forKey: .file)
        try container.encode(line, forKey: .line)
        try container.encode(column, forKey: .column)
        try container.encode(message, forKey: .message)
        try container.encode(fix, forKey: .fix)
        try container.encode(type, forKey: .type)
        try container.encode(member, forKey: .member)
        try container.encode(subject, forKey: .subject)
        try container.encode(ignored, forKey: .ignored)
        try container.encode(fixed, forKey: .fixed)
    }
}
