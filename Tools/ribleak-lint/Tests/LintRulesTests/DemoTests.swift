// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import LintRules
@testable import SourceModel

/// The mistakes of the sample app, each of which the runtime finds when it happens, and the rules
/// before.
@Suite struct DemoTests {
    private static let findings: [LintFinding] = {
        // This file is Tools/ribleak-lint/Tests/LintRulesTests/DemoTests.swift.
        let tools = (1...4).reduce(URL(fileURLWithPath: #filePath)) { url, _ in
            url.deletingLastPathComponent()
        }
        let demo = tools.appendingPathComponent("ribleak-demo").path
        return LintRun(FoundSources(below: [demo])).findings
    }()

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
    func aRuleForesees(mistake: String, finding: String) {
        #expect(Self.findings.contains { "\($0.rule) \($0.type ?? "")" == finding })
    }

    /// The others need to know what another object does with what it is given.
    @Test func nothingElseIsFoundWhereThereIsNoMistake() {
        let clean = Self.findings.filter { finding in
            ["Root", "Session", "Console"].contains { finding.file.contains("/\($0)/") }
        }
        #expect(clean == [])
    }
}
