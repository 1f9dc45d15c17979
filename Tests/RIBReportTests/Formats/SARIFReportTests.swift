// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import RIBAnalysis
@testable import RIBReport

@Suite struct SARIFReportTests {
    private func run(_ report: RunReport) throws -> [String: Any] {
        let data = Data(ReportFormat.sarif.document(for: report).utf8)
        let log = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        return try #require((log["runs"] as? [[String: Any]])?.first)
    }

    private func result(_ finding: Finding) throws -> [String: Any] {
        try #require((try run(Samples.report([finding]))["results"] as? [[String: Any]])?.first)
    }

    private func text(_ message: Any?) -> String? {
        (message as? [String: Any])?["text"] as? String
    }

    @Test func aResultHasItsPlaceRuleAndFingerprint() throws {
        let result = try result(
            Samples.finding(
                stacks: FindingStacks(
                    detach: CallStack([Samples.frame("f()", "Sources/My App/Ä.swift", 3)])),
                hint: "Let go of it."))
        #expect(result["ruleId"] as? String == "leaked-router")
        #expect(result["level"] as? String == "error")
        #expect(
            text(result["message"])
                == "OffGameRouter at Root/OffGame is still alive\nHint: Let go of it.")
        let location = try #require((result["locations"] as? [[String: Any]])?.first)
        let physical = location["physicalLocation"] as? [String: Any]
        let artifact = physical?["artifactLocation"] as? [String: String]
        #expect(artifact == ["uri": "Sources/My%20App/%C3%84.swift", "uriBaseId": "SRCROOT"])
        #expect((physical?["region"] as? [String: Int]) == ["startLine": 3])
        #expect(
            result["partialFingerprints"] as? [String: String] == [
                "ribleak/v2": "0123456789abcdef",
                "primaryLocationLineHash": "0123456789abcdef:1",
            ])
    }

    @Test func aFindingWithoutAFileIsAtTheManifestAndKeepsItsPlaceInTheTree() throws {
        let result = try result(Samples.finding())
        let location = try #require((result["locations"] as? [[String: Any]])?.first)
        let physical = location["physicalLocation"] as? [String: Any]
        let artifact = physical?["artifactLocation"] as? [String: String]
        #expect(artifact == ["uri": "Package.swift", "uriBaseId": "SRCROOT"])
        let logical = (location["logicalLocations"] as? [[String: String]])?.first
        #expect(logical?["fullyQualifiedName"] == "Root/OffGame")
    }

    @Test func theRetainPathIsACodeFlowWithItsSuspectEdge() throws {
        let step = RetainPathStep(
            holderKind: .object, holder: "RootRouter", file: nil, line: nil, label: "children[0]",
            target: "OffGameRouter", isInferred: true)
        let path = RetainPath(
            reason: .attachedRouter, steps: [step], suspect: 0, omittedSteps: 0, retainCount: 1,
            seenReferences: 1, dominatedCount: 0, dominatedBytes: 0, isPartial: false)
        let result = try result(Samples.finding(retainPath: path))
        let flow = try #require((result["codeFlows"] as? [[String: Any]])?.first)
        #expect(text(flow["message"]) == "kept alive by an attached router")
        let steps = try #require((flow["threadFlows"] as? [[String: Any]])?.first?["locations"])
        let first = try #require((steps as? [[String: Any]])?.first)
        #expect(first["importance"] as? String == "essential")
        #expect(
            text((first["location"] as? [String: Any])?["message"])
                == "RootRouter.children\\[0\\] → OffGameRouter (inferred)")
    }

    @Test func caveatsAreIncluded() throws {
        let run = try run(Samples.report(caveats: ["b is gone"], doubts: ["a is cut"]))
        let invocation = try #require((run["invocations"] as? [[String: Any]])?.first)
        #expect(invocation["executionSuccessful"] as? Bool == false)
        let told = invocation["toolExecutionNotifications"] as? [[String: Any]] ?? []
        #expect(told.map { $0["level"] as? String } == ["error", "warning"])
        #expect(told.map { text($0["message"]) } == ["a is cut", "b is gone"])
    }

    @Test func linksAndPlaceholdersOfATraceAreText() throws {
        let result = try result(Samples.finding(type: "[x](http://y) {0} \\ \u{1B}"))
        #expect(
            text(result["message"])
                == "\\[x\\](http://y) {{0}} \\\\ \\\\u{{1B}} at Root/OffGame is still alive")
    }

    @Test func aRuleExplainsEachKindThatOccurs() throws {
        let run = try run(Samples.report([Samples.finding(), Samples.finding(.neverAttached)]))
        let driver = (run["tool"] as? [String: Any])?["driver"] as? [String: Any]
        let rules = driver?["rules"] as? [[String: Any]] ?? []
        #expect(rules.map { $0["id"] as? String } == ["leaked-router", "never-attached"])
        let results = run["results"] as? [[String: Any]] ?? []
        #expect(results.map { $0["ruleIndex"] as? Int } == [0, 1])
    }
}
