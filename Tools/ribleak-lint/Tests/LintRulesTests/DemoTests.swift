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

    // MARK: - Fixes

    /// The fixes of a document below the demo's folder, by kind and file.
    private static func fixes(_ document: Data) throws -> FixRun {
        let folder = root.appendingPathComponent("Tools/ribleak-demo").path
        return try #require(FixRun(of: FixDocument(document), below: folder))
    }

    private static func lines(_ run: FixRun) -> [String] {
        run.fixes.flatMap { fix in
            fix.findings.map { _ in "\(fix.kind) \(fix.file):\(fix.line)" }
        } + run.refused.map { "refused: \($0.reason)" }
    }

    /// Whether each patch applies to a copy of the demo, and leaves Swift.
    private static func apply(_ run: FixRun) throws {
        let demo = root.appendingPathComponent("Tools/ribleak-demo")
        for fix in run.fixes {
            let folder = try FixFolder([
                fix.file: String(contentsOf: demo.appendingPathComponent(fix.file), encoding: .utf8)
            ])
            try folder.apply(fix.patch)
            let text = String(decoding: try folder.data(fix.file), as: UTF8.self)
            #expect(!ParsedFile(text, path: fix.file).isDamaged, "\(text)")
        }
    }

    @Test func allFindingsOfTheRunHaveAFix() throws {
        let file = Self.root.appendingPathComponent("Reports/demo.json")
        let run = try Self.fixes(Data(contentsOf: file))
        #expect(
            Self.lines(run) == [
                "clear-child LoggedIn/LoggedInRouter.swift:25",
                "weak-capture Login/LoginInteractor.swift:45",
                "detach-child LoggedIn/LoggedInRouter.swift:94",
                "cancel-on-deactivate OffGame/OffGameInteractor.swift:71",
            ])
        try Self.apply(run)
    }

    @Test func allFindingsOfLintHaveAFix() throws {
        let file = Self.root.appendingPathComponent("Reports/demo.lint.json")
        let run = try Self.fixes(Data(contentsOf: file))
        #expect(
            Self.lines(run) == [
                "weak-property CreateAccount/CreateAccountViewController.swift:22",
                "cancel-on-deactivate LoggedIn/LoggedInInteractor.swift:91",
                "cancel-on-deactivate LoggedIn/LoggedInInteractor.swift:91",
                "weak-capture LoggedIn/LoggedInInteractor.swift:100",
                "clear-child LoggedIn/LoggedInRouter.swift:25",
                "detach-child LoggedIn/LoggedInRouter.swift:94",
                "weak-capture LoggedOut/LoggedOutInteractor.swift:38",
                "weak-capture Login/LoginInteractor.swift:45",
                "cancel-on-deactivate OffGame/OffGameInteractor.swift:71",
                "end-timer OffGame/OffGameInteractor.swift:54",
                "end-timer OffGame/OffGameInteractor.swift:54",
                "weak-property Scores/ScoresBuilder.swift:16",
                "cancel-on-deactivate TicTacToe/GameClock.swift:39",
                "end-timer TicTacToe/TicTacToeInteractor.swift:49",
            ])
        try Self.apply(run)
    }

    /// The paths of the demo's leaks, with their hints, as findings of a run.
    private static func leaks() throws -> [[String: Any]] {
        let file = root.appendingPathComponent("Reports/retain-paths.txt")
        let text = try String(contentsOf: file, encoding: .utf8)
        return text.components(separatedBy: "ribleak-demo --leak ").dropFirst().map { leak in
            let lines = leak.components(separatedBy: "\n")
            let mark = lines.firstIndex { $0.contains("~~~") } ?? 1
            let words = lines[mark - 1].drop { "│ ↓".contains($0) }.components(separatedBy: " at ")
            let place = words.last?.split(separator: " ").first?.split(separator: ":") ?? []
            let isClosure = words[0].hasPrefix("closure")
            let names = words[0].split(separator: ".", maxSplits: 1).map(String.init)
            let target = lines[mark + 1].drop { "│ ↓".contains($0) }.prefix { $0 != "." }
            let hint = lines.drop { !$0.contains("hint: ") }
                .map { $0.drop { "│├─ ".contains($0) } }.joined(separator: " ")
            let edge: [String: Any] = [
                "holder": isClosure ? words[0] : names[0],
                "label": isClosure ? "captures self" : names[1], "target": String(target),
                "file": String(place[0]), "line": Int(place[1]) ?? 0,
            ]
            return [
                "kind": "leaked-interactor", "type": "", "fingerprint": lines[0],
                "hint": hint.replacing("hint: ", with: ""), "stacks": [String: String](),
                "retainPath": [edge], "suspect": 0,
            ]
        }
    }

    @Test func theEdgesOfAllLeaksLeadToAFix() throws {
        let document: [String: Any] = [
            "version": 1, "runs": [String](), "findings": try Self.leaks(),
        ]
        let run = try Self.fixes(JSONSerialization.data(withJSONObject: document))
        #expect(
            Self.lines(run) == [
                "clear-child LoggedIn/LoggedInRouter.swift:25",
                "weak-capture Login/LoginInteractor.swift:45",
                "weak-property CreateAccount/CreateAccountViewController.swift:22",
                "weak-capture LoggedOut/LoggedOutInteractor.swift:38",
                "weak-capture TicTacToe/TicTacToeInteractor.swift:71",
                "task-in-interactor OffGame/OffGameInteractor.swift:81",
                "weak-capture LoggedIn/LoggedInInteractor.swift:100",
                "weak-property Scores/ScoresBuilder.swift:16",
                "weak-capture TicTacToe/GameClock.swift:50",
                // The workflow's subscription, which only its stack or lint leads to.
                "refused: The finding does not tell which code is at fault.",
            ])
        try Self.apply(run)
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
