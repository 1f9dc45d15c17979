// SPDX-License-Identifier: Apache-2.0

import RIBFindingText
import RIBText
import Testing

@testable import RIBGate

@Suite struct LintSettingsTests {
    private func settings(_ yaml: String) throws -> LintSettings {
        try GateSettings(yaml: yaml, file: ".ribleak.yml").lint
    }

    @Test func theSectionIsRead() throws {
        let lint = try settings(
            """
            lint:
              rules:
                strong-listener: warning
                force-unwrap-in-wiring: off
              exclude:
                - Sources/Generated/**
              suppressions:
                - rule: strong-listener
                  path: Sources/Legacy/**
                  reason: is rewritten
                  expires: 2026-12-31
            """)
        #expect(lint.rules.map(\.id) == ["strong-listener", "force-unwrap-in-wiring"])
        #expect(lint.rules.map(\.severity) == [.warning, .off])
        #expect(lint.excluded.map(\.description) == ["Sources/Generated/**"])
        let suppression = try #require(lint.suppressions.first)
        #expect(
            suppression.name
                == "strong-listener, path Sources/Legacy/** (.ribleak.yml:8)")
        #expect(suppression.reason == "is rewritten")
    }

    @Test(arguments: [
        (
            "lint:\n  rules:\n    strong-listener: loud",
            ".ribleak.yml:3: unknown severity 'loud' in rules; there are error, warning, off"
        ),
        (
            "lint:\n  exclude: Sources",
            ".ribleak.yml:2: exclude must be a list; start each entry with -"
        ),
        (
            "lint:\n  exclude:\n    - Sources//A",
            ".ribleak.yml:3: a path of exclude has an empty component"
        ),
        (
            "lint:\n  suppressions:\n    - rule: a\n      expires: 2026-12-31",
            ".ribleak.yml:3: a suppression needs a reason; say why this may stay for now"
        ),
        (
            "lint:\n  suppressions:\n    - reason: a\n      expires: 2026-12-31",
            ".ribleak.yml:3: a suppression needs a fingerprint, or a rule, path or type"
        ),
        (
            "lint:\n  suppressions:\n    - kind: leaked-view\n      reason: a",
            ".ribleak.yml:3: unknown key 'kind' in a suppression; there are fingerprint, rule, path, type, reason, expires"
        ),
        ("lint:\n  rule: []", ".ribleak.yml:2: unknown key 'rule' in lint; did you mean rules?"),
    ])
    func mistakesAreNamedWithTheirLine(yaml: String, error: String) {
        let thrown = #expect(throws: UserError.self) { try settings(yaml) }
        #expect(thrown?.description == error)
    }

    @Test func aRuleThatTheAnalyserDoesNotHaveIsRefused() throws {
        let lint = try settings("lint:\n  rules:\n    strong-listner: off")
        let thrown = #expect(throws: UserError.self) {
            try lint.check(among: ["missing-super", "strong-listener"])
        }
        #expect(
            thrown?.description
                == ".ribleak.yml:3: unknown rule 'strong-listner' in lint; did you mean strong-listener?"
        )
    }

    @Test func aRuleOfASuppressionIsCheckedToo() throws {
        let lint = try settings(
            "lint:\n  suppressions:\n    - rule: x\n      reason: a\n      expires: 2026-12-31")
        let thrown = #expect(throws: UserError.self) { try lint.check(among: ["missing-super"]) }
        #expect(
            thrown?.description
                == ".ribleak.yml:3: unknown rule 'x' in lint; ribleak lint --rules lists all")
    }
}
