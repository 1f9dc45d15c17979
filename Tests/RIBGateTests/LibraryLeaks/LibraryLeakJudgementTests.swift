// SPDX-License-Identifier: Apache-2.0

import RIBFindingText
import RIBTrace
import Testing
import TraceFixtures

@testable import RIBAnalysis
@testable import RIBGate

/// How the gate, the baseline and reports treat leaks that the settings know as a library's.
@Suite struct LibraryLeakJudgementTests {
    private static let setting = """
        library-leaks:
        - name: client
          retain-path: "**/Client.observers[*]"
          description: the client keeps observers
          link: https://example.com/12

        """

    /// A leak by way of the client.
    private var map: Finding { Self.leak("Map", heldBy: "Client", "observers[0]") }
    /// A leak by way of the project's own cache.
    private var menu: Finding { Self.leak("Menu", heldBy: "Cache", "views[0]") }

    private static func leak(
        _ name: String, heldBy holder: String, _ label: String, isInferred: Bool = false
    ) -> Finding {
        let path = RetainPath(
            reason: .global,
            steps: [
                RetainPathStep(
                    holderKind: .object, holder: holder, file: nil, line: nil, label: label,
                    target: "\(name)View", isInferred: isInferred)
            ], suspect: 0, omittedSteps: 0, retainCount: 1, seenReferences: 1, dominatedCount: 0,
            dominatedBytes: 0, isPartial: false)
        var finding = GateSamples.finding(
            .leakedView, at: "Root/\(name)", type: "\(name)View", cause: holder)
        finding.retainPath = path
        finding.blamedPaths = Set(of: path, mayHideMore: false)
        return finding
    }

    @Test func itCountsForNoBudgetAndHasACountOfItsOwn() throws {
        let judgement = try GateSamples.judgement([map, menu], Self.setting)
        #expect(judgement.libraryLeaks.map(\.type) == ["MapView"])
        let verdict = judgement
        #expect(
            verdict.line
                == "failed: 1 leak (allowed 0), 0 subscriptions fired while inactive (allowed 0), "
                + "1 library leak, 42 objects tracked")
        #expect(
            verdict.details.contains(
                "library leak client: 1; the client keeps observers (https://example.com/12)"))
        #expect(try GateSamples.judgement([map], Self.setting).outcome == .passed)
        #expect(try GateSamples.judgement([map]).outcome == .exceeded)
    }

    @Test func anUncertainPathStillFailsAndIsExplained() throws {
        let unsure = Self.leak("Map", heldBy: "Client", "observers[0]", isInferred: true)
        let verdict = try GateSamples.judgement([unsure], Self.setting)
        #expect(verdict.outcome == .exceeded)
        #expect(
            verdict.details.last
                == "note: unused library leak: client (s.yml:2); the path of "
                + "\(unsure.fingerprint) matches, but an edge of its path is inferred")
    }

    @Test func oneThatMatchesNothingIsNoted() throws {
        let verdict = try GateSamples.judgement([], Self.setting)
        #expect(verdict.outcome == .passed)
        #expect(
            verdict.details == [
                "note: unused library leak: client (s.yml:2); remove it if all tests ran"
            ])
    }

    @Test func itComesBeforeASuppression() throws {
        let yaml =
            Self.setting + "suppressions:\n- {type: MapView, reason: R, expires: 2026-06-15}\n"
        let judgement = try GateSamples.judgement([map], yaml)
        #expect(judgement.suppressions.suppressed.isEmpty)
        #expect(judgement.libraryLeaks.count == 1)
        #expect(judgement.unused.count == 1)
    }

    @Test func itIsNotInABaselineAndAnEntryForItIsNotFixed() throws {
        let named = GateSamples.report([map, menu]).namingLibraryLeaks(
            try GateSamples.settings(Self.setting))
        #expect(Baseline(of: named.findings).entries.map(\.type) == ["MenuView"])
        let judgement = try GateSamples.judgement(
            [map], Self.setting, baseline: [map], ratchets: true, types: ["MapView"])
        #expect(judgement.outcome == .passed)
        #expect(judgement.known.isEmpty && judgement.fixed.isEmpty)
        #expect(
            judgement.details.last
                == "baseline: 1 is a library leak now; ribleak baseline write takes it out")
    }

    @Test func moreOccurrencesOfItAreNoGrowth() throws {
        var more = map
        more.count = 7
        let judgement = try GateSamples.judgement([more], Self.setting, baseline: [map])
        #expect(judgement.grown.isEmpty)
        #expect(judgement.outcome == .passed)
    }

    @Test func reportsHaveItLastAndCountItApart() throws {
        var report = GateSamples.report([map, menu])
        report.summary.leaks = 2
        let compared = report.compared(
            with: try GateSamples.settings(Self.setting), baseline: nil,
            today: GateSamples.day("2026-06-15"))
        #expect(!compared.isCompared)
        #expect(compared.findings.map(\.type) == ["MenuView", "MapView"])
        #expect(compared.findings.map(\.status.category) == [.new, .libraryLeak])
        #expect(compared.summary.leaks == 1)
        #expect(compared.summary.libraryLeaks == 1)
    }

    @Test func withABaselineItIsInNoOtherCategory() throws {
        let compared = GateSamples.report([map, menu]).compared(
            with: try GateSamples.settings(Self.setting), baseline: Baseline(of: [map, menu]),
            today: GateSamples.day("2026-06-15"))
        #expect(compared.findings.map(\.status.category) == [.known, .libraryLeak])
    }

    @Test func theFirstOfSeveralNamesIt() throws {
        let yaml =
            Self.setting + "- {name: other, retain-path: \"**/Client.*\", description: D}\n"
        let judgement = try GateSamples.judgement([map], yaml)
        #expect(judgement.libraryLeaks.map(\.libraryLeak?.name) == ["client"])
        #expect(judgement.unusedLibraryLeaks.isEmpty)
    }

    @Test(arguments: [
        ("2.0.0", true), ("2.3.9", true), ("1.9.9", false), ("2.4.0", false),
        ("2.1.0-beta.1", false), (nil, false),
    ])
    func ofOtherVersionsOfItsPackageItCoversNothing(_ version: String?, _ holds: Bool) throws {
        var settings = try GateSamples.settings(
            """
            library-leaks:
            - name: client
              retain-path: "**/Client.observers[*]"
              description: the client keeps observers
              package: client
              from: 2.0.0
              below: 2.4.0
            """)
        if let version {
            settings.packages = ResolvedPackages(
                json: #"{"pins": [{"identity": "client", "state": {"version": "\#(version)"}}]}"#)
        }
        let named = GateSamples.report([map]).namingLibraryLeaks(settings)
        #expect((named.findings.first?.libraryLeak != nil) == holds)
        #expect(settings.unusedLibraryLeaks(among: [map]).isEmpty == holds)
    }

    @Test func whyAVersionDoesNotHoldIsSaid() throws {
        let versions = PackageVersions(
            package: "client", from: PackageVersion("2"), below: nil)
        func obstacle(_ version: String) -> String? {
            versions.obstacle(
                in: ResolvedPackages(
                    json:
                        #"{"pins": [{"identity": "client", "state": {"version": "\#(version)"}}]}"#
                ))
        }
        #expect(obstacle("2.0.1") == nil)
        #expect(obstacle("1.4.0") == "it covers nothing, since client is 1.4.0 now")
        #expect(
            obstacle("2.0.0-rc.1")
                == "it covers nothing, since client 2.0.0-rc.1 is not a plain version")
        #expect(
            versions.obstacle(in: ResolvedPackages())
                == "it covers nothing, since Package.resolved names no version of client")
    }

    @Test func hostileTextStaysOneLine() throws {
        let yaml = """
            library-leaks:
            - {name: "\\e[31m", retain-path: Gone.x, description: "\\n\\e]0;x\\a"}
            - {name: "b\\e", retain-path: "**/Client.*", description: "\\n\\e]0;x\\a"}
            """
        #expect(
            try GateSamples.judgement([map], yaml).details == [
                #"library leak b\u{1B}: 1; \n\u{1B}]0;x\u{7}"#,
                #"note: unused library leak: \u{1B}[31m (s.yml:2); remove it if all tests ran"#,
            ])
    }
}
