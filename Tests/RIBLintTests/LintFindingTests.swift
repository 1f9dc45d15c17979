// SPDX-License-Identifier: Apache-2.0

import RIBGate
import Testing

@testable import RIBLint

/// The same mistake has the same fingerprint, and another one has another.
@Suite struct LintFindingTests {
    private func fingerprints(_ findings: [LintDocument.Finding]) -> [String] {
        LintSamples.document(findings).findings(LintSettings(), in: LintSamples.root)
            .map(\.fingerprint.description)
    }

    private func fingerprint(_ finding: LintDocument.Finding) -> String? {
        fingerprints([finding]).first
    }

    @Test func movedLinesFilesAndOtherWordsChangeNothing() {
        let first = fingerprint(LintSamples.finding(in: "A.swift", line: 3))
        let other = fingerprint(
            LintSamples.finding(in: "B.swift", line: 80, message: "other words"))
        #expect(first == other)
        #expect(first?.first == "2")
    }

    @Test func ruleTypeMemberAndSubjectTellMistakesApart() {
        let all = fingerprints([
            LintSamples.finding(), LintSamples.finding("missing-super"),
            LintSamples.finding(type: "HomeInteractor"), LintSamples.finding(member: "load()"),
            LintSamples.finding(subject: "delegate"),
        ])
        #expect(Set(all).count == 5)
    }

    @Test func equalOnesAreNumberedByTheirPlace() {
        let two = fingerprints([LintSamples.finding(line: 3), LintSamples.finding(line: 9)])
        #expect(two.first == fingerprint(LintSamples.finding(line: 20)))
        #expect(two.first != two.last)
    }

    @Test func withoutATypeTheFileStandsForIt() {
        let one = fingerprint(LintSamples.finding(in: "Old/main.swift", type: nil))
        #expect(one == fingerprint(LintSamples.finding(in: "New/main.swift", type: nil)))
        #expect(one != fingerprint(LintSamples.finding(in: "New/other.swift", type: nil)))
    }

    @Test func anExcludedFileDoesNotShiftTheNumbers() throws {
        let settings = try LintSamples.settings("exclude:\n  - Old")
        let kept = LintSamples.document([
            LintSamples.finding(in: "Old/A.swift"), LintSamples.finding(in: "Sources/A.swift"),
        ]).findings(settings, in: LintSamples.root)
        #expect(kept.map(\.path) == ["Sources/A.swift"])
        #expect(
            kept.map(\.fingerprint.description)
                == [
                    fingerprints([LintSamples.finding(line: 3), LintSamples.finding(line: 9)]).last
                ])
    }

    @Test(arguments: [
        ("", nil, false), ("", "error", false), ("", "warning", true), ("", "note", true),
        ("rules:\n  strong-listener: error", "warning", false),
        ("rules:\n  strong-listener: warning", "error", true),
    ])
    func aFindingsOwnSeverityCountsUnlessTheProjectSaysOne(
        settings: String, severity: String?, isWarning: Bool
    ) throws {
        let said = settings.isEmpty ? LintSettings() : try LintSamples.settings(settings)
        let findings = LintSamples.document([LintSamples.finding(severity: severity)])
            .findings(said, in: LintSamples.root)
        #expect(findings.map(\.rule.isWarning) == [isWarning])
    }
}
