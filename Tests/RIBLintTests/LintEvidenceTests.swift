// SPDX-License-Identifier: Apache-2.0

import RIBText
import Testing

@testable import RIBAnalysis
@testable import RIBLint

/// What a run shows of the mistakes in the sources.
@Suite struct LintEvidenceTests {
    private func evidence(
        _ run: RunReport, type: String? = "ProfileInteractor", rule: String = "strong-listener"
    ) throws -> LintEvidence? {
        try LintSamples.report([LintSamples.finding(rule, type: type)]).joined(to: run)
            .findings.first?.evidence
    }

    private let leak = RunSamples.finding(
        retainPath: RunSamples.path([RunSamples.edge("ProfileInteractor", "listener")]))

    @Test func whatExplainsAFindingWasSeen() throws {
        #expect(
            try evidence(RunSamples.report([leak]))?.sentence
                == "seen leaking: leaked-interactor at Root/Profile; ribleak explain "
                + leak.fingerprint.description)
    }

    @Test func aTypeWithoutAFindingWasFreed() throws {
        #expect(try evidence(RunSamples.report([], types: ["ProfileInteractor<Int>"])) == .freed)
    }

    @Test func aRIBOfWhichNothingWasMadeNeverRan() throws {
        let run = RunSamples.report([], types: ["HomeInteractor", "HomeRouter"])
        #expect(try evidence(run) == .neverRan)
        #expect(try evidence(run, type: "ProfileBuilder") == .neverRan)
    }

    @Test func whatIsNotRecordedIsNotKnown() throws {
        let run = RunSamples.report([], types: ["ProfileRouter"])
        #expect(try evidence(run, type: "ProfileBuilder") == .unknown)
        #expect(try evidence(run, type: "ScoreStore") == .unknown)
        #expect(try evidence(run, type: nil) == .unknown)
    }

    @Test func aBaseClassRanInItsSubclasses() throws {
        let run = RunSamples.report(
            [], types: ["HomeInteractor"], superclasses: ["ProfileInteractor"])
        #expect(try evidence(run) == .unknown)
    }

    @Test func aTypeWithAnotherFindingWasPerhapsNotFreed() throws {
        let other = RunSamples.finding(.leakedInteractor)
        #expect(try evidence(RunSamples.report([other])) == .unknown)
    }

    @Test func aRunThatCannotBeJudgedProvesNothing() throws {
        let doubt = Caveat(.neverSettled, "app was killed")
        #expect(
            try evidence(RunSamples.report([], types: ["ProfileInteractor"], doubts: [doubt]))
                == .unknown)
        #expect(try evidence(RunSamples.report([])) == .unknown)
    }

    @Test func theMostUrgentComesFirst() throws {
        let mistakes = [
            LintSamples.finding("missing-super", in: "A.swift", line: 1, type: "HomeInteractor"),
            LintSamples.finding("missing-super", in: "B.swift", line: 2, type: "MapInteractor"),
            LintSamples.finding(line: 3),
        ]
        let run = RunSamples.report([leak], types: ["HomeInteractor"])
        let report = try LintSamples.report(mistakes).joined(to: run)
        #expect(report.findings.map(\.place?.line) == [3, 2, 1])
        let text = TextLayout().text(report.lines())
        let titles = text.split(separator: "\n").filter { !$0.contains("  ") && !$0.contains(": ") }
        #expect(
            titles.dropFirst() == [
                "Seen leaking in the run", "Never ran in tests", "Ran in tests, and was freed",
            ])
        #expect(
            text.contains("    seen leaking: leaked-interactor at Root/Profile; ribleak explain "))
    }

    @Test func aRunThatNobodyNamedOnlyProves() throws {
        let mistakes = [
            LintSamples.finding("missing-super", line: 1, type: "HomeInteractor"),
            LintSamples.finding(),
        ]
        let report = try LintSamples.report(mistakes)
        let clean = RunSamples.report([], types: ["ProfileInteractor", "HomeInteractor"])
        #expect(report.joined(to: clean, isNamed: false).findings == report.findings)
        let run = RunSamples.report([leak], types: ["HomeInteractor"])
        let proved = report.joined(to: run, isNamed: false).findings.map(\.evidence?.word)
        #expect(proved == ["seen-leaking", nil])
    }

    @Test func theJSONHasTheEvidence() throws {
        let json = try LintSamples.report([LintSamples.finding()])
            .joined(to: RunSamples.report([leak])).json
        #expect(json.contains("\"evidence\" : \"seen-leaking\""))
        #expect(json.contains("\"\(leak.fingerprint.description)\""))
    }
}
