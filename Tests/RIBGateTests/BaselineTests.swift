// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBAnalysis
import RIBFindingText
import Testing
import TraceFixtures

@testable import RIBGate

@Suite struct BaselineTests {
    private func failure(_ json: String) -> String? {
        do {
            _ = try Baseline(json: json, path: "b.json")
            return nil
        } catch {
            return error.description
        }
    }

    private static let shape =
        "b.json: is damaged: each of its findings must have the texts fingerprint "
        + "(16 hexadecimal digits), kind, ribPath and type; "
        + "write it again with ribleak baseline write"

    @Test func itHasAnEntryALineInTheOrderOfPlaces() {
        let baseline = Baseline(of: [
            GateSamples.finding(at: "Root/Menu", type: "MenuRouter"),
            GateSamples.finding(.firedWhileInactive, at: "Root/Map", type: "MapInteractor"),
        ])
        #expect(
            baseline.text == """
                {
                  "version": 3,
                  "findings": [
                    {"fingerprint": "2aeebfde61eaa2ef", "kind": "fired-while-inactive", \
                "ribPath": "Root/Map", "type": "MapInteractor", "count": 1},
                    {"fingerprint": "2c052a50b7a25b83", "kind": "leaked-router", \
                "ribPath": "Root/Menu", "type": "MenuRouter", "count": 1}
                  ]
                }

                """)
    }

    @Test func anEmptyOneIsABaselineToo() throws {
        let empty = Baseline([KnownFinding]())
        #expect(empty.text == "{\n  \"version\": 3,\n  \"findings\": []\n}\n")
        #expect(try Baseline(json: empty.text, path: "b.json") == empty)
    }

    @Test func whatTheSettingsLetPassIsReadBackAndFound() throws {
        let settings = try GateSamples.settings(
            """
            suppressions:
              - {kind: leaked-view, rib-path: Root/**, reason: "a \\"cache\\"", expires: 2026-12-31}
              - {fingerprint: 2aeebfde61eaa2ef, reason: later, expires: 2026-11-30}
            library-leaks:
              - name: sdk
                retain-path: "**/Client.observers[*]"
                kinds: [leaked-view]
                types: [MapView]
                description: keeps its observers
                link: https://example.com/1
            """)
        var baseline = Baseline(of: GateSamples.leaks(1))
        #expect(
            settings.oldCopy(in: nil) == "tests do not know its suppressions and library leaks yet")
        baseline.exceptions = settings.exceptions
        let read = try Baseline(json: baseline.text, path: "b.json")
        #expect(read == baseline)
        #expect(settings.oldCopy(in: read) == nil)
        #expect(
            baseline.text.contains(
                #"{"kind": "leaked-view", "ribPath": "Root/**", "reason": "a \"cache\"", "#))

        // Where it is said makes no difference, what is said does.
        let moved = try GateSamples.settings("suppressions: []\n")
        #expect(
            moved.oldCopy(in: read) == "tests still use its older suppressions and library leaks")
        baseline.exceptions.suppressions = settings.suppressions.map {
            Suppression(
                pattern: $0.pattern, reason: $0.reason, expires: $0.expires, place: "elsewhere:1")
        }
        #expect(settings.oldCopy(in: baseline) == nil)
    }

    @Test func whatIsWrittenIsReadBack() throws {
        let baseline = Baseline(
            of: GateSamples.leaks(9) + [
                GateSamples.finding(at: GateSamples.evil, type: GateSamples.evil)
            ])
        #expect(baseline.entries.count == 10)
        #expect(try Baseline(json: baseline.text, path: "b.json") == baseline)
        #expect(baseline.text.split(separator: "\n").count == 15)
    }

    @Test func allThatMakesAMistakeIsReadBack() throws {
        let identity = FindingIdentity(
            kind: "leaked-router", ribPath: "A", type: "B", chain: "C → \"D\"", function: "E.f()",
            site: 2, sites: 3, holder: "G", property: "h[]", isEdgeDoubtful: true)
        var known = KnownFinding(
            fingerprint: identity.fingerprint.description, identity: identity, count: 4)
        known.tests = ["S.f()", "S.\"g\"()"]
        let baseline = Baseline([known])
        #expect(try Baseline(json: baseline.text, path: "b.json").entries == [known])
    }

    @Test func theSecondVersionDoesNotSayWhetherACauseWasSearchedFor() throws {
        let leak = GateSamples.finding(at: "Root/Menu", type: "MenuRouter")
        let named = GateSamples.finding(at: "Root/Menu", type: "MenuRouter", cause: "Store")
        let text = Baseline(of: [leak, named]).text
        let old = try Baseline(
            json: text.replacing("\"version\": 3", with: "\"version\": 2"), path: "b.json")
        #expect(old.isOfEarlierVersion)
        #expect(
            old.entries.allSatisfy { $0.identity.isEdgeDoubtful == ($0.identity.holder == nil) })
        #expect(try !Baseline(json: text, path: "b.json").isOfEarlierVersion)
    }

    @Test func aNewFindingIsALineOfADiff() {
        let lines = Set(Baseline(of: GateSamples.leaks(5)).text.split(separator: "\n"))
        let more = GateSamples.leaks(5) + [GateSamples.finding(at: "A", type: "ARouter")]
        let added = Baseline(of: more).text.split(separator: "\n").filter { !lines.contains($0) }
        #expect(added.count == 1)
    }

    @Test func aFingerprintThatAMergeLeftTwiceIsOneEntry() throws {
        let entry =
            #"{"fingerprint": "0123456789abcdef", "kind": "k", "ribPath": "A", "type": "B"}"#
        let text = #"{"version": 1, "findings": [\#(entry), \#(entry)]}"#
        #expect(try Baseline(json: text, path: "b.json").entries.count == 1)
    }

    @Test func unknownKeysAndKindsAreSkipped() throws {
        let text = #"""
            {"version": 1, "tool": "x", "findings": [{"fingerprint": "0123456789abcdef",
            "kind": "leaked-moon", "ribPath": "A", "type": "B", "since": [1]}]}
            """#
        #expect(try Baseline(json: text, path: "b.json").entries.map(\.kind) == ["leaked-moon"])
    }

    @Test(arguments: [
        "", "null", "[]", "{}", "\"x\"", "{\"version\": \"1\"}", "{\"version\": 1.5}",
        "<<<<<<< HEAD\n{\"version\": 1}", String(repeating: "[", count: 200_000),
        String(repeating: "{\"version\":", count: 50_000),
    ])
    func anythingElseIsNoBaseline(_ json: String) {
        #expect(
            failure(json)
                == "b.json: is not a baseline, which is a JSON object with a version; name another file"
        )
    }

    @Test func versionsThatAreUnknownAreRefused() {
        #expect(
            failure(#"{"version": 4, "entries": {}}"#)
                == "b.json: is a baseline of version 4, and this ribleak reads version 3; "
                + "update ribleak")
        #expect(
            failure(#"{"version": 0, "findings": []}"#)
                == "b.json: is not a baseline: there is no version 0; name another file")
    }

    @Test(arguments: [
        #"{"version": 1}"#, #"{"version": 1, "findings": {}}"#, #"{"version": 1, "findings": [1]}"#,
        #"{"version": 1, "findings": [{"fingerprint": "0123456789abcdef", "kind": "k", "type": "B"}]}"#,
        #"{"version": 1, "findings": [{"fingerprint": "0123", "kind": "k", "ribPath": "", "type": "B"}]}"#,
        #"{"version": 1, "findings": [{"fingerprint": 7, "kind": "k", "ribPath": "", "type": "B"}]}"#,
    ])
    func aDamagedOneIsRefused(_ json: String) {
        #expect(failure(json) == Self.shape)
    }
}
