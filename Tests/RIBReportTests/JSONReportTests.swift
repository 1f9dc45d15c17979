// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import RIBAnalysis
@testable import RIBFindingText
@testable import RIBReport
@testable import RIBText

@Suite struct JSONReportTests {
    private func object(_ report: RunReport) throws -> [String: Any] {
        let data = Data(JSONReport().text(for: report).utf8)
        return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    private func finding(_ finding: Finding) throws -> [String: Any] {
        let findings = try #require(
            try object(Samples.report([finding]))["findings"] as? [[String: Any]])
        return try #require(findings.first)
    }

    @Test func writesEqualReportsAsEqualText() {
        let report = Samples.report([
            Samples.finding(
                stacks: FindingStacks(
                    detach: CallStack([Samples.frame("f()", "A.swift", 3)], cutOffAt: 4)))
        ])
        #expect(
            JSONReport().text(for: report) == """
                {
                  "caveats" : [],
                  "findings" : [
                    {
                      "count" : 1,
                      "explain" : null,
                      "fingerprint" : "0123456789abcdef",
                      "hint" : null,
                      "kind" : "leaked-router",
                      "retainPath" : null,
                      "retainPathNote" : "the trace does not say what retains it",
                      "retention" : null,
                      "ribPath" : "Root/OffGame",
                      "stacks" : {
                        "allocation" : null,
                        "detach" : [
                          {
                            "file" : "A.swift",
                            "function" : "f()",
                            "line" : 3,
                            "module" : "demo",
                            "offset" : 16
                          }
                        ],
                        "firing" : null,
                        "subscribe" : null,
                        "violation" : null
                      },
                      "suspect" : null,
                      "test" : null,
                      "truncatedStacks" : [
                        "detach"
                      ],
                      "type" : "OffGameRouter",
                      "victims" : []
                    }
                  ],
                  "runs" : [
                    {
                      "pid" : 4711,
                      "process" : "demo",
                      "start" : "2026-03-01T12:00:00Z",
                      "trace" : ".ribleak/run-1/demo-4711"
                    }
                  ],
                  "summary" : {
                    "dropped" : 0,
                    "inactiveFires" : 0,
                    "leaks" : 0,
                    "tracked" : 42,
                    "warnings" : 0
                  },
                  "unowned" : {
                    "count" : 0,
                    "sites" : []
                  },
                  "version" : 1
                }

                """)
    }

    @Test func hasExactlyTheKeysOfTheContract() throws {
        let report = try object(
            Samples.report([], leaks: 2, inactiveFires: 1, warnings: 4, dropped: 3))
        #expect(
            Set(report.keys) == ["version", "runs", "summary", "findings", "caveats", "unowned"])
        #expect(report["version"] as? Int == 1)
        #expect(
            report["summary"] as? [String: Int] == [
                "tracked": 42, "leaks": 2, "inactiveFires": 1, "warnings": 4, "dropped": 3,
            ])
        let keys: Set = [
            "kind", "ribPath", "type", "fingerprint", "explain", "count", "victims", "test",
            "stacks",
            "truncatedStacks", "retainPath", "retainPathNote", "retention", "suspect", "hint",
        ]
        #expect(Set(try finding(Samples.leakedRouter).keys) == keys)
        #expect(
            Set(try finding(Samples.firedSubscription).keys) == keys.union(["subscription"]))
        #expect(Set(try finding(Samples.finding(.lateDeallocation)).keys) == keys.union(["late"]))
        #expect(
            Set(try finding(Samples.finding(.lifecycleViolation)).keys)
                == keys.union(["violation"]))
        #expect(Set(try finding(Samples.finding(.neverAttached)).keys) == keys)
    }

    @Test func saysNullForAbsentFacts() throws {
        let entry = try finding(Samples.finding())
        for key in ["test", "retainPath", "suspect", "hint"] {
            #expect(entry[key] is NSNull, "\(key)")
        }
        let stacks = try #require(entry["stacks"] as? [String: Any])
        #expect(Set(stacks.keys) == ["allocation", "detach", "subscribe", "firing", "violation"])
        #expect(stacks.values.allSatisfy { $0 is NSNull })
    }

    @Test func writesARetainPathWithItsSuspect() throws {
        let path = RetainPath(
            reason: .queue,
            steps: [
                RetainPathStep(
                    holderKind: .other, holder: "a dispatch queue", file: nil, line: nil, label: "",
                    target: "", isInferred: true),
                RetainPathStep(
                    holderKind: .closure, holder: "closure #1 in f()", file: "A.swift", line: 7,
                    label: "captures self", target: "GameInteractor", isInferred: false),
            ], suspect: 1, omittedSteps: 2, retainCount: 3, seenReferences: 1, dominatedCount: 4,
            dominatedBytes: 500, isPartial: true)
        let entry = try finding(Samples.finding(.leakedInteractor, retainPath: path))
        let steps = try #require(entry["retainPath"] as? [[String: Any]])
        #expect(steps.map { $0["evidence"] as? String } == ["inferred", "observed"])
        #expect(steps[0]["file"] is NSNull && steps[0]["line"] is NSNull)
        #expect(steps[1]["holder"] as? String == "closure #1 in f()")
        #expect(steps[1]["label"] as? String == "captures self")
        #expect(steps[1]["target"] as? String == "GameInteractor")
        #expect(steps[1]["file"] as? String == "A.swift")
        #expect(steps[1]["line"] as? Int == 7)
        #expect(entry["suspect"] as? Int == 1)
        #expect(entry["retainPathNote"] is NSNull)
        let retention = try #require(entry["retention"] as? [String: Any])
        #expect(retention["reason"] as? String == "queue")
        #expect(
            ["retainCount", "seenReferences", "dominatedCount", "dominatedBytes", "omittedSteps"]
                .map { retention[$0] as? Int } == [3, 1, 4, 500, 2])
        #expect(retention["isPartial"] as? Bool == true)
    }

    @Test func saysWhyThereIsNoRetainPath() throws {
        let unseen = RetainPath(
            reason: .unseen, steps: [], suspect: nil, omittedSteps: 0, retainCount: 1,
            seenReferences: 0, dominatedCount: 0, dominatedBytes: 0, isPartial: false)
        let entries = [
            Samples.finding(retainPath: unseen), Samples.finding(), Samples.finding(.neverAttached),
        ]
        #expect(
            try entries.map { try finding($0)["retainPathNote"] as? String } == [
                "nothing that can be seen retains it", "the trace does not say what retains it",
                "a finding of this kind has none",
            ])
    }

    @Test func listsNoTruncatedStackWhenAllAreWhole() throws {
        #expect(try finding(Samples.leakedRouter)["truncatedStacks"] as? [String] == [])
    }

    @Test func saysNullForAbsentFactsOfAFrame() throws {
        let entry = try finding(Samples.strandedView)
        let stacks = try #require(entry["stacks"] as? [String: Any])
        let frame = try #require((stacks["detach"] as? [[String: Any]])?.first)
        #expect(Set(frame.keys) == ["function", "file", "line", "module", "offset"])
        #expect(frame["function"] is NSNull && frame["file"] is NSNull && frame["line"] is NSNull)
        #expect(frame["module"] as? String == "libapp.so")
        #expect(frame["offset"] as? Int == 0x2f10)
    }

    @Test func tellsWhatTheSubscriptionDid() throws {
        let entry = try finding(Samples.firedSubscription)
        let facts = try #require(entry["subscription"] as? [String: Any])
        #expect(facts["chain"] as? String == "PassthroughSubject<Score> → map → sink")
        #expect(facts["valuesWhileInactive"] as? Int == 2)
        #expect(facts["firstFiredAfterNanoseconds"] as? Int == 12_345_678)
    }

    @Test(arguments: FindingKind.allCases.filter(\.isAboutSubscription))
    func writesEveryKeyOfASubscription(kind: FindingKind) throws {
        let entry = try finding(
            Samples.finding(
                kind,
                subscription: SubscriptionFacts(
                    chain: "sink", attribution: .explicit, valuesWhileActive: 3,
                    lastValueAfter: 9, isAlive: false, outlivedBy: 8,
                    accumulated: .init(count: 5, activations: 4))))
        let facts = try #require(entry["subscription"] as? [String: Any])
        #expect(
            Set(facts.keys) == [
                "chain", "attribution", "valuesWhileActive", "valuesWhileInactive", "isAlive",
                "ownerIsFreed", "firstFiredAfterNanoseconds", "firstValueAfterNanoseconds",
                "lastValueAfterNanoseconds", "outlivedByNanoseconds", "accumulated", "activations",
            ])
        #expect(facts["attribution"] as? String == "explicit")
        #expect(facts["valuesWhileActive"] as? Int == 3)
        #expect(facts["isAlive"] as? Bool == false)
        #expect(facts["firstValueAfterNanoseconds"] is NSNull)
        #expect(facts["lastValueAfterNanoseconds"] as? Int == 9)
        #expect(facts["outlivedByNanoseconds"] as? Int == 8)
        #expect(facts["accumulated"] as? Int == 5 && facts["activations"] as? Int == 4)
    }

    @Test func tellsHowLateAnObjectWasFreed() throws {
        let late = Lateness(
            freedAfter: 3_200_000_000, late: 2_200_000_000, isUpperBound: true)
        let entry = try finding(Samples.finding(.lateDeallocation, late: late))
        let facts = try #require(entry["late"] as? [String: Any])
        #expect(Set(facts.keys) == ["freedAfterNanoseconds", "lateNanoseconds", "isUpperBound"])
        #expect(facts["freedAfterNanoseconds"] as? Int == 3_200_000_000)
        #expect(facts["lateNanoseconds"] as? Int == 2_200_000_000)
        #expect(facts["isUpperBound"] as? Bool == true)
    }

    @Test func tellsUntilWhenALeakWasKept() throws {
        var kept = Samples.finding()
        kept.endedWithTree = true
        #expect(try finding(kept)["keptUntil"] == nil)
        kept.keptUntil = KeptUntil(ribPath: "Root/Menu", nanoseconds: 4_200_000_000)
        let facts = try #require(try finding(kept)["keptUntil"] as? [String: Any])
        #expect(Set(facts.keys) == ["ribPath", "afterNanoseconds"])
        #expect(facts["ribPath"] as? String == "Root/Menu")
        #expect(facts["afterNanoseconds"] as? Int == 4_200_000_000)
    }

    @Test func tellsWhichRuleWasBrokenAndWithWhom() throws {
        let facts = ViolationFacts(
            .attachedTwice, other: .init(type: "RootRouter", ribPath: "Root"),
            newParent: .init(type: "HomeRouter", ribPath: "Root/Home"))
        let entry = try finding(Samples.finding(.lifecycleViolation, violation: facts))
        let violation = try #require(entry["violation"] as? [String: Any])
        #expect(Set(violation.keys) == ["name", "other", "newParent"])
        #expect(violation["name"] as? String == "attachedTwice")
        #expect(
            violation["other"] as? [String: String] == ["type": "RootRouter", "ribPath": "Root"])
        #expect(
            violation["newParent"] as? [String: String]
                == ["type": "HomeRouter", "ribPath": "Root/Home"])
    }

    @Test func saysNullForAnAbsentParty() throws {
        let facts = ViolationFacts(.loadedTwice)
        let entry = try finding(Samples.finding(.lifecycleViolation, violation: facts))
        let violation = try #require(entry["violation"] as? [String: Any])
        #expect(violation["other"] is NSNull && violation["newParent"] is NSNull)
    }

    @Test func keepsHostileTextAsDataAndOffTheTerminal() throws {
        let evil = "A\u{1B}[31m\u{9B}1m\u{202E}\"\\\n\u{2028}\u{E0041}\u{7F}🎲"
        let report = Samples.report([Samples.finding(at: evil)], caveats: [evil])
        let text = JSONReport().text(for: report)
        #expect(!text.unicodeScalars.contains { $0 != "\n" && TerminalEscape.isHidden($0) })
        #expect(try object(report)["caveats"] as? [String] == [evil])
    }
}
