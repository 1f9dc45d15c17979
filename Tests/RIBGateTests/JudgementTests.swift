// SPDX-License-Identifier: Apache-2.0

import RIBFindingText
import Testing

@testable import RIBAnalysis
@testable import RIBGate

@Suite struct JudgementTests {
    private let leak = GateSamples.finding(at: "Root/Map", type: "MapRouter", cause: "A.map")
    private let other = GateSamples.finding(at: "Root/Menu", type: "MenuRouter", cause: "B.menu")

    // MARK: - Baselines

    @Test func onlyFindingsThatAreNotInTheBaselineCount() throws {
        let known = try GateSamples.judgement([leak], baseline: [leak])
        #expect(known.outcome == .passed)
        #expect(
            known.line
                == "passed: 0 new leaks (allowed 0), 0 new subscriptions fired while inactive "
                + "(allowed 0), 1 in the baseline, 42 objects tracked")
        let new = try GateSamples.judgement([leak, other], baseline: [leak])
        #expect(new.outcome == .exceeded)
        #expect(
            new.line
                == "failed: 1 new leak (allowed 0), 0 new subscriptions fired while inactive "
                + "(allowed 0), 1 in the baseline, 42 objects tracked")
        #expect(
            new.details == [
                "  leaked-router at Root/Menu: MenuRouter; "
                    + "ribleak explain \(other.fingerprint)"
            ])
    }

    @Test func anotherCauseIsAnotherLeak() throws {
        let again = GateSamples.finding(at: "Root/Map", type: "MapRouter", cause: "C.map")
        #expect(try GateSamples.judgement([again], baseline: [leak]).outcome == .exceeded)
    }

    @Test func aKnownLeakWithoutACauseHidesNoOther() throws {
        // Its cause was searched for, and is none that a name could be given.
        let bare = GateSamples.finding(at: "Root/Map", type: "MapRouter")
        #expect(try GateSamples.judgement([bare], baseline: [bare]).outcome == .passed)
        let judgement = try GateSamples.judgement([bare, leak], baseline: [bare])
        #expect(judgement.outcome == .exceeded)
        #expect(judgement.known == [bare])
        #expect(try GateSamples.judgement([leak], baseline: [bare]).outcome == .exceeded)
    }

    @Test func aLeakWhoseCauseOneMachineCannotFindIsTheSame() throws {
        var bare = GateSamples.finding(at: "Root/Map", type: "MapRouter")
        bare.identity.isEdgeDoubtful = true
        for (found, known) in [(bare, leak), (leak, bare)] {
            let judgement = try GateSamples.judgement(
                [found], baseline: [known], ratchets: true, types: ["MapRouter"])
            #expect(judgement.outcome == .passed)
            #expect(judgement.fixed.isEmpty)
        }
        let elsewhere = GateSamples.finding(at: "Root/Menu", type: "MapRouter")
        #expect(try GateSamples.judgement([elsewhere], baseline: [leak]).outcome == .exceeded)
    }

    @Test func warningsAreKnownToo() throws {
        let warning = GateSamples.finding(.neverAttached)
        let judgement = try GateSamples.judgement(
            [warning], "budgets: {warnings: 0}", baseline: [warning])
        #expect(judgement.outcome == .passed)
    }

    @Test func whatNoLongerOccursIsNamedAsFixed() throws {
        let verdict = try GateSamples.judgement(
            [leak], baseline: [leak, other], types: ["MenuRouter"])
        #expect(verdict.outcome == .passed)
        #expect(
            verdict.details == [
                "baseline: 1 fixed; after a run of all tests, ribleak baseline write takes them "
                    + "out:",
                "  leaked-router at Root/Menu: MenuRouter",
            ])
    }

    @Test func withARatchetWhatIsFixedFails() throws {
        let verdict = try GateSamples.judgement(
            [], baseline: [other], ratchets: true, types: ["MenuRouter"])
        #expect(verdict.outcome == .exceeded)
        #expect(
            verdict.line
                == "failed: 1 fixed finding still in the baseline, 0 new leaks (allowed 0), "
                + "0 new subscriptions fired while inactive (allowed 0), 42 objects tracked")
    }

    @Test func whatTheRunDidNotTryIsNotFixed() throws {
        let verdict = try GateSamples.judgement(
            [], baseline: [other], ratchets: true, types: ["MapRouter"])
        #expect(verdict.outcome == .passed)
        #expect(
            verdict.details == [
                "baseline: 1 not tried: this run made no object of their types"
            ])
    }

    @Test func whatAnotherLeakDragsAlongIsNotFixed() throws {
        let worse = GateSamples.finding(
            at: "Root", type: "RootRouter",
            victims: [Victim(type: "MenuRouter", ribPath: "Root/Menu")])
        let judgement = try GateSamples.judgement(
            [worse], baseline: [other], ratchets: true, types: ["MenuRouter"])
        #expect(judgement.fixed.isEmpty && judgement.untried.isEmpty)
        let alone = GateSamples.finding(at: "Root", type: "RootRouter")
        let mended = try GateSamples.judgement(
            [alone], baseline: [other], ratchets: true, types: ["MenuRouter"])
        #expect(mended.fixed.count == 1)
    }

    @Test func aSubscriptionThatALeakOfItsOwnerCoversIsNotFixed() throws {
        let still = GateSamples.finding(.outlivedInteractor, at: "Root/Map", type: "MapInteractor")
        let leak = GateSamples.finding(.leakedInteractor, at: "Root/Map", type: "MapInteractor")
        let judgement = try GateSamples.judgement(
            [leak], baseline: [still], ratchets: true, types: ["MapInteractor"])
        #expect(judgement.fixed.isEmpty)
        let fired = GateSamples.finding(.firedWhileInactive, at: "Root/Map", type: "MapInteractor")
        let mended = try GateSamples.judgement(
            [leak], baseline: [fired], ratchets: true, types: ["MapInteractor"])
        #expect(mended.fixed.count == 1)
    }

    @Test func aSuppressedFindingOfTheBaselineIsNotFixed() throws {
        let judgement = try GateSamples.judgement(
            [leak], "suppressions: [{type: MapRouter, reason: R, expires: 2027-01-01}]",
            baseline: [leak], ratchets: true, types: ["MapRouter"])
        #expect(judgement.fixed.isEmpty && judgement.suppressions.suppressed.count == 1)
    }

    @Test func aRunThatCannotBeJudgedFixesNothing() throws {
        let report = GateSamples.report(
            doubts: [(.eventsDropped, "7 dropped")], types: ["MenuRouter"])
        let judgement = GateJudgement(
            .run(report), settings: GateSettings(), baseline: Baseline(of: [other]),
            ratchets: true, today: GateSamples.day("2026-06-15"))
        #expect(judgement.outcome == .doubtful)
        #expect(judgement.fixed.isEmpty && judgement.untried.isEmpty)
    }

    @Test func anEntryIsFixedOnlyWhenATestThatShowedItRan() throws {
        var shown = KnownFinding(leak)
        shown.tests = ["MapTests.testClose", "MapTests.testOpen"]
        func judgement(_ tests: Set<String>, types: Set<String>) -> GateJudgement {
            GateJudgement(
                .run(GateSamples.report(types: types, tests: tests)), settings: GateSettings(),
                baseline: Baseline([shown]), ratchets: true, today: GateSamples.day("2026-06-15"))
        }
        // Another test opened the same screen, as it should.
        let other = judgement(["MenuTests.testMenu"], types: ["MapRouter"])
        #expect(other.outcome == .passed && other.fixed.isEmpty)
        #expect(
            other.details == ["baseline: 1 not tried: no test ran that showed them"])
        for types in [["MapRouter"], []] as [Set<String>] {
            let one = judgement(["MapTests.testOpen"], types: types)
            #expect(one.outcome == .exceeded && one.fixed == [shown])
        }
    }

    // MARK: - What cannot be judged

    private func verdict(
        _ subject: GateSubject, allowsEmpty: Bool = false, _ yaml: String = ""
    ) throws -> GateJudgement {
        let settings = try GateSamples.settings(yaml)
            .overridden(allowsEmpty: allowsEmpty)
        return GateJudgement(subject, settings: settings, today: GateSamples.day("2026-06-15"))
    }

    @Test(arguments: [
        CaveatKind.streamCutShort, .streamDamaged, .eventsDropped, .neverSettled, .objectsUnjudged,
    ])
    func damageDoesNotPassWhateverIsAllowed(_ kind: CaveatKind) throws {
        let subject = GateSubject.run(GateSamples.report(doubts: [(kind, "one"), (kind, "two")]))
        for allowsEmpty in [false, true] {
            let verdict = try verdict(subject, allowsEmpty: allowsEmpty)
            #expect(verdict.outcome == .doubtful)
            #expect(verdict.line == "failed: the run could not be judged: one; two")
        }
    }

    @Test func manyReasonsOfAKindAreOne() throws {
        let doubts = (1...5).map { (CaveatKind.streamDamaged, "stream-\($0) is damaged") }
        #expect(
            try verdict(.run(GateSamples.report(doubts: doubts))).line
                == "failed: the run could not be judged: 5 streams are damaged: what comes after "
                + "the damage is not shown (report --format json names them)")
    }

    @Test func aRunWithoutRIBsPassesOnlyIfThatIsAllowed() throws {
        let subject = GateSubject.run(
            GateSamples.report(doubts: [(.nothingRecorded, "app made no RIB")], tracked: 0))
        let strict = try verdict(subject)
        #expect(strict.outcome == .doubtful)
        #expect(strict.line == "failed: the run could not be judged: app made no RIB")
        #expect(try verdict(subject, allowsEmpty: true).outcome == .passed)
    }

    @Test func aRecorderThatIsOffPassesOnlyIfThatIsAllowed() throws {
        let strict = try verdict(.recorderIsOff)
        #expect(strict.outcome == .doubtful)
        #expect(
            strict.line
                == "failed: RIBLEAK_LEVEL is off, so nothing was recorded; "
                + "use --allow-empty to accept this")
        let loose = try verdict(.recorderIsOff, allowsEmpty: true)
        #expect(loose.outcome == .passed)
        #expect(
            loose.line
                == "passed: RIBLEAK_LEVEL is off, so nothing was recorded, which is allowed")
    }

    @Test func whereNothingIsToBeJudgedAnExpiredSuppressionFails() throws {
        let yaml = "suppressions: [{type: A, reason: R, expires: 2026-01-01}]"
        #expect(try verdict(.nothing("no run"), allowsEmpty: true, yaml).outcome == .exceeded)
    }

    @Test func exceededLimitsComeBeforeDoubts() throws {
        let report = GateSamples.report([leak], doubts: [(.streamDamaged, "damaged")])
        #expect(try verdict(.run(report)).outcome == .exceeded)
    }

    // MARK: - The findings of a failure

    @Test func aFindingIsALineWithTheProjectsPlace() throws {
        func frame(_ file: String?, _ line: Int?) -> StackFrame {
            StackFrame(function: "f()", file: file, line: line, module: "app", offset: 1)
        }
        let stack = CallStack([
            frame(nil, nil), frame("/app/.build/checkouts/Lib/Sources/L.swift", 3),
            frame("Sources/App/Map.swift", 31), frame("Sources/App/App.swift", 9),
        ])
        let findings = [
            GateSamples.finding(stacks: FindingStacks(allocation: stack)),
            GateSamples.finding(
                .firedWhileInactive, stacks: FindingStacks(allocation: nil, subscribe: stack)),
            GateSamples.finding(.leakedView, at: "", stacks: FindingStacks(allocation: nil)),
        ]
        let prints = findings.map(\.fingerprint.description)
        #expect(
            try GateSamples.judgement(findings).text == """
                ribleak gate: failed: 2 leaks (allowed 0), 1 subscription fired while inactive \
                (allowed 0), 42 objects tracked
                  leaked-router at Root/Game: GameRouter, made at Sources/App/Map.swift:31; \
                ribleak explain \(prints[0])
                  leaked-view at an unknown place: GameRouter; ribleak explain \(prints[2])
                  fired-while-inactive at Root/Game: GameRouter, subscribed at \
                Sources/App/Map.swift:31; ribleak explain \(prints[1])

                """)
    }

    @Test func onlyTheFindingsOfExceededLimitsAreListed() throws {
        let findings = GateSamples.leaks(2) + GateSamples.fires(1)
        let verdict = try GateSamples.judgement(findings, "budgets: {inactive-fires: 1}")
        #expect(verdict.details.count == 2)
        #expect(verdict.details.allSatisfy { $0.hasPrefix("  leaked-router") })
    }

    @Test func atMost20FindingsAreListed() throws {
        let verdict = try GateSamples.judgement(GateSamples.leaks(23))
        #expect(verdict.details.count == 21)
        #expect(verdict.details.last == "  … 3 more")
    }

    @Test func hostileReasonsAndPatternsStayOneLine() throws {
        let pattern = try RIBPathPattern("**/" + GateSamples.evil)
        var settings = GateSettings()
        settings.budgets.paths = [.init(pattern: pattern, limits: [.leaks: 0])]
        let evil = GateSamples.finding(at: GateSamples.evil)
        for subject in [
            GateSubject.nothing(GateSamples.evil), .run(GateSamples.report([evil])),
            .run(GateSamples.report(doubts: [(.streamDamaged, GateSamples.evil)])),
        ] {
            let judgement = GateJudgement(
                subject, settings: settings, today: GateSamples.day("2026-06-15"))
            let line = judgement.line
            #expect(line.contains(#"A\u{1B}[31m\u{202E}"#))
            #expect(!line.contains("\n") && !line.contains("\u{1B}"))
        }
    }

    @Test func hostileNamesStayOneLine() throws {
        let finding = GateSamples.finding(at: GateSamples.evil, type: GateSamples.evil)
        let text = try GateSamples.judgement([finding], baseline: []).text
        #expect(text.split(separator: "\n").count == 2)
        #expect(!text.contains("\u{1B}") && !text.contains("\u{202E}"))
        let fixed = try GateSamples.judgement(
            [], baseline: [finding], types: [GateSamples.evil])
        #expect(!fixed.text.contains("\u{1B}"))
    }

    // MARK: - The same under another name, and more often

    private static func fire(
        _ function: String, at path: String = "Root/Map", count: Int = 1
    ) -> Finding {
        var finding = GateSamples.finding(.firedWhileInactive, at: path, type: "MapInteractor")
        finding.identity.chain = "Subject → sink"
        finding.identity.function = function
        finding.fingerprint = finding.identity.fingerprint
        finding.count = count
        return finding
    }

    @Test func whatMayBeRenamedIsNewWhereTheBuildsAreUnknown() throws {
        let (old, new) = (Self.fire("Map.load()"), Self.fire("Map.reload()"))
        let verdict = try GateSamples.judgement([new], baseline: [old])
        #expect(verdict.outcome == .exceeded)
        #expect(
            verdict.details.last
                == "baseline: new findings may be known ones that were renamed: this cannot be "
                + "checked, since the baseline has no names of its build, or this run's binaries are not "
                + "readable any more")
        // Nothing is gone that the new one could be.
        let known = try GateSamples.judgement([old, new], baseline: [old])
        #expect(known.details.count == 1)
    }

    @Test func aMovedFindingIsKnownAndListed() throws {
        let old = Self.fire("Map.load()")
        let there = Self.fire("Map.load()", at: "Root/Main/Map")
        let moved = try GateSamples.judgement([there], baseline: [old], ratchets: true)
        #expect(moved.outcome == .passed)
        #expect(
            moved.details.last
                == "  fired-while-inactive at Root/Main/Map: MapInteractor; was at Root/Map  "
                + "\(there.fingerprint)")
    }

    @Test func whatShowsMoreOftenIsKnownUnlessTheSettingsSayOtherwise() throws {
        let (old, new) = (Self.fire("Map.load()", count: 12), Self.fire("Map.load()", count: 13))
        let known = try GateSamples.judgement([new], baseline: [old], ratchets: true)
        #expect(known.outcome == .passed)
        #expect(
            known.details == [
                "baseline: 1 more often than before:",
                "  fired-while-inactive at Root/Map: MapInteractor; 13×, was 12×  \(new.fingerprint)",
            ])
        let grown = try GateSamples.judgement([new], "count-growth: fail", baseline: [old])
        #expect(grown.outcome == .exceeded)
        #expect(
            grown.line
                == "failed: 0 new leaks (allowed 0), 1 new subscription fired while inactive "
                + "(allowed 0), 42 objects tracked")
        #expect(
            grown.details.suffix(2) == [
                "baseline: 1 more often than before, so they count as new:",
                "  fired-while-inactive at Root/Map: MapInteractor; 13×, was 12×  \(new.fingerprint)",
            ])
    }

    @Test func aFindingThatOccursLessOftenIsListed() throws {
        let (old, new) = (Self.fire("Map.load()", count: 2), Self.fire("Map.load()"))
        let verdict = try GateSamples.judgement([new], baseline: [old])
        #expect(verdict.outcome == .passed)
        #expect(
            verdict.details == [
                "baseline: 1 less often than before; ribleak baseline write notes it:",
                "  fired-while-inactive at Root/Map: MapInteractor; 1×, was 2×  \(new.fingerprint)",
            ])
    }

    @Test func aRunWithoutStacksFixesNothingThatOnlyTheyShow() throws {
        let known = Baseline(of: [Self.fire("Map.load()"), leak])
        var report = GateSamples.report(types: ["MapInteractor", "MapRouter"])
        report.lacksStacks = true
        let judgement = GateJudgement(
            .run(report), settings: GateSettings(), baseline: known, ratchets: true,
            today: GateSamples.day("2026-06-15"))
        #expect(judgement.fixed.map(\.type) == ["MapRouter"])
        #expect(judgement.unknowable.map(\.type) == ["MapInteractor"])
        #expect(
            judgement.details.last
                == "baseline: 1 cannot be checked: this run has no call stacks, or short ones")
    }

    @Test(arguments: FindingKind.allCases.filter(\.isLeak))
    func onlyStacksShowThatWhatRIBsMayShareLeaked(_ kind: FindingKind) throws {
        let known = Baseline(of: [GateSamples.finding(kind, type: "Game")])
        var report = GateSamples.report(types: ["Game"])
        report.lacksStacks = true
        let judgement = GateJudgement(
            .run(report), settings: GateSettings(), baseline: known, ratchets: true,
            today: GateSamples.day("2026-06-15"))
        let shared: Set<FindingKind> = [.leakedWorker, .leakedWorkflow, .leakedComponent]
        #expect(judgement.unknowable.isEmpty == !shared.contains(kind))
        #expect(judgement.fixed.isEmpty == shared.contains(kind))
    }

    @Test func aRunWithoutNamesIsNotComparedButCounted() throws {
        let obstacle = Caveat(.binaryRebuilt, "app was rebuilt", hidesProject: true)
        let report = RunReport(
            runs: [],
            summary: RunSummary(tracked: 1, leaks: 1, inactiveFires: 0, warnings: 0, dropped: 0),
            findings: [leak], caveats: [obstacle])
        func judgement(_ baseline: Baseline?) -> GateJudgement {
            GateJudgement(
                .run(report), settings: GateSettings(), baseline: baseline,
                today: GateSamples.day("2026-06-15"))
        }
        #expect(judgement(nil).outcome == .exceeded)
        let compared = judgement(Baseline(of: [leak]))
        #expect(compared.outcome == .doubtful)
        #expect(compared.line == "failed: the run could not be judged: app was rebuilt")
    }

    @Test func aBaselineOfTheFirstVersionIsMatchedAndReported() throws {
        let first = try Baseline(
            json: """
                {"version": 1, "findings": [{"fingerprint": "\(leak.identity.firstFingerprint)",
                "kind": "leaked-router", "ribPath": "Root/Map", "type": "MapRouter"}]}
                """, path: "b.json")
        let judgement = GateJudgement(
            .run(GateSamples.report([leak])), settings: GateSettings(), baseline: first,
            today: GateSamples.day("2026-06-15"))
        #expect(judgement.outcome == .passed)
        #expect(
            judgement.details == [
                "baseline: was written by an earlier ribleak; ribleak baseline write renews it"
            ])
    }
}
