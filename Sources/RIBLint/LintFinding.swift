// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
import RIBGate
import RIBReport
import RIBText

/// A mistake in the sources, with what the project says of it.
package struct LintFinding: Equatable, Sendable {
    /// With the severity that the project gives it.
    package let rule: IssueRule
    let source: LintDocument.Finding
    /// As reports name it, from the repository's root.
    package let place: SourcePlace?
    package let fingerprint: Fingerprint
    package internal(set) var status = FindingStatus()
    /// What a run shows of it; nil without a run.
    package internal(set) var evidence: LintEvidence?

    /// The file from the working directory where it lies below it, else absolute: as a person types
    /// it.
    var path: String { source.file }

    /// The place without the column, which a run does not know.
    var sourceLine: SourcePlace? { place.flatMap { SourcePlace($0.file, $0.line) } }

    /// The type and the member, such as `ProfileInteractor.didBecomeActive()`; empty when neither
    /// is known.
    package var scope: String {
        [source.type, source.member].compactMap { $0 }.joined(separator: ".")
    }

    /// As it is stored in baselines.
    package var known: KnownLintFinding {
        KnownLintFinding(
            fingerprint: fingerprint.description, rule: rule.id, file: path,
            type: source.type, member: source.member,
            subject: source.subject.isEmpty ? nil : source.subject)
    }
}

extension LintFinding: Suppressible {
    /// A comment in the source hides it already.
    package var isExcused: Bool { status.suppression != nil }

    package func isCovered(by pattern: Suppression.Pattern) -> Bool {
        switch pattern {
        case .fingerprint(let digits): fingerprint.description == digits
        case .facts: false  // about findings of runs
        case .source(let rule, let path, let type):
            rule ?? self.rule.id == self.rule.id && (type == nil || type == source.type)
                && path.map { (try? FilePattern($0))?.matches(self.path) ?? false } ?? true
        }
    }
}

extension LintDocument {
    /// The mistakes that the project wants to know of, in the order of the document.
    ///
    /// The fingerprint hashes the rule, the type, the member and the subject, and the number of the
    /// place among equal ones. So a moved line or file is the same mistake. Where no type is known,
    /// the file's name stands for it.
    ///
    /// - Parameter root: The repository, from which reports name files.
    func findings(_ settings: LintSettings, in root: RepositoryRoot) -> [LintFinding] {
        let rules = self.rules(settings)
        var numbers: [FindingIdentity: Int] = [:]
        return findings.compactMap { finding -> LintFinding? in
            let file = finding.file.split(separator: "/").last.map(String.init) ?? finding.file
            var identity = FindingIdentity(
                kind: finding.rule, ribPath: "", type: finding.type ?? file,
                chain: finding.subject, function: finding.member)
            // Counts what is left out below too, so that settings change no other fingerprint.
            let number = numbers[identity, default: 0] + 1
            numbers[identity] = number
            identity.site = number
            guard var rule = rules[finding.rule], !finding.fixed, !settings.excludes(finding.file)
            else { return nil }
            let isSet = settings.rules.contains { $0.id == rule.id }
            if let severity = finding.severity, !isSet { rule.isWarning = severity != "error" }
            return LintFinding(
                rule: rule, source: finding,
                place: SourcePlace(
                    root.shown(finding.file), finding.line,
                    column: finding.column > 0 ? finding.column : nil),
                fingerprint: identity.fingerprint,
                status: FindingStatus(
                    suppression: finding.ignored.map {
                        FindingStatus.Suppression(reason: $0.reason, expires: nil)
                    }))
        }
    }

    /// The rules that are not turned off, by their names.
    func rules(_ settings: LintSettings) -> [String: IssueRule] {
        let severities = Dictionary(settings.rules.map { ($0.id, $0.severity) }) { $1 }
        let rules = self.rules.compactMap { rule -> IssueRule? in
            let severity = severities[rule.id] ?? rule.severity
            guard severity != .off else { return nil }
            return IssueRule(
                id: rule.id, title: rule.id, meaning: rule.summary,
                help: "\(rule.reason) \(rule.fix)", isWarning: severity != .error)
        }
        return Dictionary(rules.map { ($0.id, $0) }) { first, _ in first }
    }
}

extension LintSettings {
    /// Whether nothing is said of a file.
    func excludes(_ file: String) -> Bool { excluded.contains { $0.matches(file) } }
}
