// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import Testing

@testable import RIBGate

@Suite struct SuppressionTests {
    private func suppression(
        _ what: String, expires: String = "2026-06-15", reason: String = "the SDK's"
    ) -> String {
        "suppressions:\n- {\(what), reason: \"\(reason)\", expires: \(expires)}\n"
    }

    private let leak = GateSamples.finding(.leakedRouter, at: "Root/Map", type: "MapRouter")

    @Test(arguments: [
        "kind: leaked-router", "type: MapRouter", "rib-path: Root/Map", "rib-path: '*/Map'",
        "kind: leaked-router, rib-path: Root/**, type: MapRouter",
    ])
    func whatItCoversCountsNowhere(_ what: String) throws {
        let judgement = try GateSamples.judgement([leak], suppression(what))
        #expect(judgement.outcome == .passed)
        #expect(judgement.suppressions.suppressed.map(\.type) == ["MapRouter"])
    }

    @Test(arguments: [
        "kind: leaked-view", "type: Map", "rib-path: Root", "kind: leaked-router, type: Other",
        "fingerprint: 0123456789abcdef",
    ])
    func whatItDoesNotCoverCounts(_ what: String) throws {
        #expect(try GateSamples.judgement([leak], suppression(what)).outcome == .exceeded)
    }

    @Test func aFingerprintCoversOneMistake() throws {
        let yaml = suppression("fingerprint: \(leak.fingerprint.description)")
        let judgement = try GateSamples.judgement([leak] + GateSamples.leaks(1), yaml)
        #expect(judgement.suppressions.suppressed.map(\.type) == ["MapRouter"])
        #expect(judgement.outcome == .exceeded)
    }

    @Test func theVerdictSaysHowManyAndWhichExpiresNext() throws {
        let yaml = """
            suppressions:
            - {type: MapRouter, reason: later, expires: 2027-01-01}
            - {kind: leaked-router, reason: sooner, expires: 2026-06-15}
            """
        let verdict = try GateSamples.judgement([leak], yaml)
        #expect(
            verdict.line
                == "passed: 0 leaks (allowed 0), 0 subscriptions fired while inactive (allowed 0), "
                + "1 suppressed, 42 objects tracked")
        #expect(
            verdict.details == [
                "suppressed: 1; the next to expire, on 2026-06-15: leaked-router (s.yml:3): sooner"
            ])
    }

    @Test func theDayAfterItsLastOneItFailsByName() throws {
        let yaml = suppression("type: MapRouter, rib-path: Root/**", expires: "2026-06-14")
        let verdict = try GateSamples.judgement([leak], yaml)
        #expect(verdict.outcome == .exceeded)
        #expect(
            verdict.line
                == "failed: 1 suppression expired, 1 leak (allowed 0), "
                + "0 subscriptions fired while inactive (allowed 0), 42 objects tracked")
        #expect(
            verdict.details.last
                == "expired on 2026-06-14: type MapRouter, rib-path Root/** (s.yml:2): the SDK's; "
                + "fix what it covers, or set a later expiry")
    }

    @Test func anExpiredOneThatCoversNothingFailsToo() throws {
        let yaml = suppression("type: Gone", expires: "2026-06-14")
        let verdict = try GateSamples.judgement([], yaml)
        #expect(verdict.outcome == .exceeded)
        #expect(
            verdict.details == [
                "expired on 2026-06-14: type Gone (s.yml:2): the SDK's; "
                    + "it covers nothing in this run: remove it"
            ])
    }

    @Test func oneThatCoversNothingIsNoted() throws {
        let verdict = try GateSamples.judgement([], suppression("type: Gone"))
        #expect(verdict.outcome == .passed)
        #expect(
            verdict.details == [
                "note: unused suppression: type Gone (s.yml:2): the SDK's; "
                    + "remove it if all tests ran"
            ])
    }

    @Test(arguments: ["2027-01-01", "2026-01-01"])
    func ofManyThatCoverNothing20AreNamed(_ day: String) throws {
        let items = (10..<35).map { "- {type: T\($0), reason: R, expires: \(day)}\n" }
        let judgement = try GateSamples.judgement([], "suppressions:\n" + items.joined())
        let details = judgement.details
        #expect(details.count == 21)
        #expect(details.last == "… 5 more")
    }

    @Test func inARunThatCannotBeJudgedNoSuppressionIsCalledUnused() throws {
        func unused(_ doubts: [(CaveatKind, String)]) throws -> Int {
            GateJudgement(
                .run(GateSamples.report(doubts: doubts)),
                settings: try GateSamples.settings(suppression("type: Gone")),
                today: GateSamples.day("2026-06-15")
            ).unused.count
        }
        #expect(try unused([(.streamDamaged, "damaged")]) == 0)
        #expect(try unused([]) == 1)
    }

    @Test func hostileTextStaysOneLine() throws {
        let yaml = suppression("type: \"\\e[31m\\u202e\"", reason: "\\n\\e]0;x\\a")
        let verdict = try GateSamples.judgement([], yaml)
        #expect(
            verdict.details == [
                #"note: unused suppression: type \u{1B}[31m\u{202E} (s.yml:2): "#
                    + #"\n\u{1B}]0;x\u{7}; remove it if all tests ran"#
            ])
    }
}
