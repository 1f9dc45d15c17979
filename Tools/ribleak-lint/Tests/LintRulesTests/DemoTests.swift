// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import LintRules
@testable import SourceModel

/// The mistakes of the sample app, each of which the runtime finds when it happens, and the rules
/// before.
@Suite struct DemoTests {
    /// This file is Tools/ribleak-lint/Tests/LintRulesTests/DemoTests.swift.
    private static let root = (1...5).reduce(URL(fileURLWithPath: #filePath)) { url, _ in
        url.deletingLastPathComponent()
    }
    private static let run = LintRun(
        FoundSources(below: [root.appendingPathComponent("Tools/ribleak-demo").path]))
    private static let findings = run.findings
    /// What reports on the demo's runs compare their findings with.
    private struct Document: Decodable {
        let findings: [LintFinding]
    }

    /// The lines at which a report that knows these findings shows each mistake.
    private static func places() throws -> [String: String] {
        let file = root.appendingPathComponent("Reports/places.txt")
        var places: [String: String] = [:]
        var mistake = ""
        for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
            if !line.hasPrefix(" ") { mistake = String(line) }
            if line.hasPrefix("  with lint: ") { places[mistake] = String(line.dropFirst(13)) }
        }
        return places
    }

    private static func place(of finding: LintFinding) -> String {
        "\(finding.file.dropFirst(root.path.count + 1)):\(finding.line)"
    }

    @Test func theFindingsForReportsOnTheDemoAreTheCheckedInOnes() throws {
        let file = Self.root.appendingPathComponent("Reports/demo.lint.json")
        let written = try JSONDecoder().decode(Document.self, from: Data(contentsOf: file))
        // Else: ribleak-lint check Tools/ribleak-demo --format json > Reports/demo.lint.json
        #expect(
            written.findings.map { "\($0.file):\($0.line) \($0.rule) \($0.subject)" }
                == Self.findings.map { "\(Self.place(of: $0)) \($0.rule) \($0.subject)" })
    }

    @Test(arguments: [
        ("strong-listener", "strong-listener CreateAccountViewController"),
        ("stored-closure", "strong-self-in-stored-closure LoggedOutInteractor"),
        ("sink-captures-self", "strong-self-in-stored-closure LoginInteractor"),
        ("uncancelled-subscription", "subscription-outlives-activity OffGameInteractor"),
        ("worker-not-stopped", "subscription-outlives-activity GameClock"),
        ("timer", "timer-or-observer-kept TicTacToeInteractor"),
        ("task", "timer-or-observer-kept OffGameInteractor"),
        ("global-observer", "timer-or-observer-kept LoggedInInteractor"),
        ("plain-rib", "builder-keeps-product ScoresBuilder"),
        ("parent-keeps-child", "child-not-released LoggedInRouter"),
        ("forgotten-detach", "unbalanced-attach LoggedInRouter"),
    ])
    func aRuleForeseesItAtTheLineOfTheRun(mistake: String, finding: String) throws {
        let foreseen = Self.findings.filter { "\($0.rule) \($0.type ?? "")" == finding }
        let place = try #require(Self.places()[mistake])
        #expect(foreseen.map(Self.place).contains(place))
    }

    @Test func everySourceOfTheDemoIsChecked() {
        #expect(Self.run.problems == [])
    }

    @Test(arguments: ["LifecycleLogging", "Shop"])
    func everySourceOfAnExampleIsChecked(name: String) {
        let folder = Self.root.appendingPathComponent("Tools/Examples/\(name)").path
        let run = LintRun(FoundSources(below: [folder]))
        #expect(run.files > 0)
        #expect(run.problems == [])
    }

    /// The others need to know what another object does with what it is given.
    @Test func nothingElseIsFoundWhereThereIsNoMistake() {
        let clean = Self.findings.filter { finding in
            ["Root", "Session", "Console"].contains { finding.file.contains("/\($0)/") }
        }
        #expect(clean == [])
    }
}
