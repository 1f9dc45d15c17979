// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBGate
import RIBRecorder
import RIBText
import RIBs
import Testing
import TraceFixtures

@testable import RIBAnalysis
@testable import RIBFindingText
@testable import RIBLeakTesting

/// What a project's baseline or settings let pass fails no test, and is told.
@Suite struct KnownFindingTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func write(_ text: String, to name: String) throws {
        let path = folder.file(name)
        try FileManager.default.createDirectory(
            atPath: (path as NSString).deletingLastPathComponent,
            withIntermediateDirectories: true)
        try text.write(toFile: path, atomically: true, encoding: .utf8)
    }

    private func finding(_ type: String, at path: String = "Root/Map") -> Finding {
        let identity = FindingIdentity(
            kind: FindingKind.leakedRouter.rawValue, ribPath: path, type: type, holder: "Root",
            property: "kept")
        return Finding(
            kind: .leakedRouter, ribPath: path, type: type, fingerprint: identity.fingerprint,
            identity: identity, count: 3, victims: [], test: nil, stacks: FindingStacks(),
            hint: nil)
    }

    private func verdict(
        on findings: [Finding], _ source: BaselineSource
    ) -> LeakVerdict {
        var verdict = LeakVerdict()
        verdict.isJudged = true
        verdict.take(
            RunReport(
                runs: [], summary: RunSummary(of: findings, tracked: 1, dropped: 0),
                findings: findings, caveats: []))
        verdict.accept(source)
        return verdict
    }

    /// A source in a file of a package in the folder.
    private var source: BaselineSource {
        BaselineSource(of: folder.file("Tests/AppTests/MapTests.swift"))
    }

    private func project(_ text: String) throws {
        try write("", to: "Tests/AppTests/MapTests.swift")
        try write("", to: "Package.swift")
        try write(text, to: ".ribleak-baseline.json")
    }

    // MARK: - The verdict

    @Test func aFindingOfTheBaselineIsToldAndFailsNothing() throws {
        // The count plays no part: one test shows fewer than the whole run.
        try project(Baseline(of: [finding("MapRouter")]).text)
        let both = verdict(on: [finding("PinRouter"), finding("MapRouter")], source)
        #expect(both.findings.map(\.type) == ["PinRouter"])
        #expect(both.message?.contains("MapRouter") == false)
        let known = verdict(on: [finding("MapRouter")], source)
        #expect(known.message == nil)
        #expect(
            known.acceptances.map(\.text) == [
                "MapRouter at Root/Map is still alive (3 of them), known from the baseline "
                    + folder.file(".ribleak-baseline.json")
            ])
    }

    @Test func aSuppressionOfTheCopyHoldsUntilItsDay() throws {
        func copy(_ day: String) throws -> String {
            var baseline = Baseline([KnownFinding]())
            baseline.exceptions.suppressions = [
                Suppression(
                    pattern: .facts(
                        kind: nil, ribPath: try RIBPathPattern("Root/**"), type: "MapRouter"),
                    reason: "cached by design", expires: try #require(CalendarDay(day)),
                    place: ".ribleak.yml:3")
            ]
            return baseline.text
        }
        try project(try copy("9999-12-31"))
        let holding = verdict(on: [finding("MapRouter")], source)
        #expect(holding.message == nil)
        #expect(
            holding.acceptances.map(\.text) == [
                "MapRouter at Root/Map is still alive (3 of them), "
                    + "suppressed until 9999-12-31: cached by design"
            ])
        try write(try copy("2020-01-01"), to: "expired.json")
        let over = verdict(
            on: [finding("MapRouter")], BaselineSource(named: folder.file("expired.json")))
        #expect(over.findings.count == 1)
        #expect(
            over.remarks == [
                "A suppression expired on 2020-01-01: type MapRouter, rib-path Root/** "
                    + "(.ribleak.yml:3): cached by design"
            ])
    }

    @Test func anExpectedLeakIsCountedThoughItIsKnown() throws {
        try project(Baseline(of: [finding("MapRouter")]).text)
        let verdict = verdict(on: [finding("MapRouter")], source)
        let three = verdict.expecting(3, of: .leakedRouter)
        #expect(three.message == nil)
        #expect(three.known == [])
        let one = verdict.expecting(1, of: .leakedRouter)
        #expect(one.failures == ["Expected 1 × leaked-router, found 3."])
    }

    @Test func anExpectedLeakThatWasNotJudgedIsNotCalledFixed() {
        var verdict = LeakVerdict()
        verdict.isJudged = true
        #expect(
            verdict.expecting(1, of: .leakedRouter).failures == [
                "Expected 1 × leaked-router, found 0: if it is fixed, remove expectLeak."
            ])
        verdict.unjudged = 1
        #expect(verdict.expecting(1, of: .leakedRouter).failures == [])
    }

    @Test func aDamagedOrLaterFileFailsWithWhatToDo() throws {
        for (name, text, reason) in [
            (
                "later.json", #"{"version": 4, "findings": []}"#,
                "is a baseline of version 4, and this ribleak reads version 3; update ribleak"
            ),
            (
                "merge.json", "<<<<<<< HEAD",
                "is not a baseline, which is a JSON object with a version; name another file"
            ),
            (
                "copy.json",
                #"{"version": 2, "findings": [], "suppressions": [{"reason": "all"}]}"#,
                "is damaged: its copy of the settings cannot be read; delete its suppressions and "
                    + "libraryLeaks, and call ribleak baseline write --settings-only"
            ),
        ] {
            try write(text, to: name)
            let path = folder.file(name)
            #expect(
                verdict(on: [finding("MapRouter")], BaselineSource(named: path)).remarks == [
                    "All leaks count as new, since \(path): \(reason)"
                ])
            // A clean test does not read it.
            #expect(verdict(on: [], BaselineSource(named: path)).message == nil)
        }
    }

    // MARK: - Finding the file

    @Test func theNearestFileOfThePackageIsFound() throws {
        let known = Baseline(of: [finding("MapRouter")]).text
        try write(known, to: ".ribleak-baseline.json")
        try write("", to: "App/Package.swift")
        try write("", to: "App/Tests/AppTests/MapTests.swift")
        let source = BaselineSource(of: folder.file("App/Tests/AppTests/MapTests.swift"))
        // That of another package is above the root.
        #expect(try source.read(environment: [:]) == nil)
        try write(known, to: "App/ci/known.json")
        try write("# ours\nbaseline: \"ci/known.json\"  # by CI\n", to: "App/.ribleak.yml")
        #expect(
            try source.read(environment: [:])?.path == folder.file("App/ci/known.json"))
        try write(known, to: "App/Tests/.ribleak-baseline.json")
        #expect(
            try source.read(environment: [:])?.path
                == folder.file("App/Tests/.ribleak-baseline.json"))
    }

    @Test func theVariableGoesBeforeCodeAndCodeBeforeTheUsualFile() throws {
        try project(Baseline(of: [finding("MapRouter")]).text)
        try write(Baseline(of: [finding("PinRouter")]).text, to: "pins.json")
        let named = BaselineSource(of: source.file, named: folder.file("pins.json"))
        func types(_ source: BaselineSource, _ variable: String) throws -> [String]? {
            try source.read(environment: ["RIBLEAK_BASELINE": variable])?.baseline.entries
                .map(\.type)
        }
        #expect(try types(source, "") == ["MapRouter"])
        #expect(try types(named, "") == ["PinRouter"])
        #expect(try types(named, "none") == nil)
        #expect(try types(BaselineSource(of: source.file, named: "none"), "") == nil)
        #expect(try types(named, folder.file(".ribleak-baseline.json")) == ["MapRouter"])
        #expect(throws: UserError.self) { try types(source, folder.file("missing.json")) }
    }

    @Test(arguments: [
        ("baseline: a/b.json", "a/b.json"), ("baseline:   'a b.json' # why", "a b.json"),
        ("budgets:\n  leaks: 0\nbaseline: c.json # why\n", "c.json"), ("baseline:\n", nil),
        ("baseline: # none\n", nil), ("lint:\n  baseline: d.json\n", nil), ("", nil),
    ])
    func theSettingsNameAFileOnALineOfItsOwn(_ settings: String, _ name: String?) {
        #expect(BaselineSource.nameOfBaseline(in: settings) == name)
    }

    // MARK: - In a test

    @Test func aKnownLeakOfThisProcessIsAKnownIssueOfTheTrait() async throws {
        let shelf = Protected<[Held]>([])
        let leakASample: @Sendable () -> Void = {
            let parent = makeParent()
            let child = makeSample()
            parent.kept.append(child)
            parent.attachChild(child)
            parent.detachChild(child)
            shelf.withLock { $0.append(Held(parent)) }
        }
        let found = findLeaks { leakASample() }
        #expect(found.map(\.acceptance) == [nil])
        try write(Baseline(of: found).text, to: "known.json")
        let test = try #require(Test.current)
        try await LeakDetectionTrait.detectLeaks(baseline: folder.file("known.json")).provideScope(
            for: test, testCase: nil
        ) {
            leakASample()
            // An assertion inside of it knows the same.
            let inner = findLeaks { leakASample() }
            #expect(inner.map(\.acceptance) == ["known from the baseline"])
            await assertNoLeaks { leakASample() }
        }
        withExtendedLifetime(shelf) {}
    }
}
