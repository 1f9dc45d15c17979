// SPDX-License-Identifier: Apache-2.0

import RIBFindingText
import RIBText
import Testing

@testable import RIBGate

@Suite struct GateOverridesTests {
    @Test func theCommandLineRanksAboveTheEnvironmentAndThatAboveTheFile() throws {
        let file = try GateSamples.settings(
            "{baseline: f.json, allow-empty: true, budgets: {leaks: 1, inactive-fires: 1}}")
        let environment = [
            "RIBLEAK_MAX_LEAKS": "2", "RIBLEAK_MAX_INACTIVE_FIRES": "2",
            "RIBLEAK_BASELINE": "e.json", "RIBLEAK_ALLOW_EMPTY": "false",
        ]
        let settings = try file.overridden(by: environment).overridden(maxLeaks: 3)
        #expect(settings.budgets.limits == [.leaks: 3, .inactiveFires: 2])
        #expect(settings.baseline == "e.json")
        #expect(!settings.allowsEmpty)
        #expect(file.overridden() == file)
    }

    @Test func theEnvironmentIsRead() throws {
        let settings = try GateSettings().overridden(by: [
            "RIBLEAK_MAX_LEAKS": "4", "RIBLEAK_MAX_INACTIVE_FIRES": "0",
            "RIBLEAK_BASELINE": "b.json", "RIBLEAK_ALLOW_EMPTY": "1", "RIBLEAK_LEVEL": "full",
        ])
        #expect(
            settings
                == GateSettings().overridden(
                    maxLeaks: 4, maxInactiveFires: 0, baseline: "b.json", allowsEmpty: true))
        let allowing = GateSettings().overridden(allowsEmpty: true)
        #expect(
            try !allowing.overridden(by: ["RIBLEAK_ALLOW_EMPTY": "false"]).allowsEmpty)
    }

    @Test func anEmptyVariableChangesNothing() throws {
        let names = ["MAX_LEAKS", "MAX_INACTIVE_FIRES", "BASELINE", "ALLOW_EMPTY"]
        let empty = Dictionary(uniqueKeysWithValues: names.map { ("RIBLEAK_\($0)", "") })
        #expect(try GateSettings().overridden(by: empty) == GateSettings())
        #expect(try GateSettings().overridden(by: ["RIBLEAK_MAX_LEAKS": "1"]) != GateSettings())
    }

    @Test(arguments: [
        ("RIBLEAK_MAX_LEAKS", "many", "must be a whole number, 0 or more, not 'many'"),
        ("RIBLEAK_MAX_INACTIVE_FIRES", "-1", "must be a whole number, 0 or more, not '-1'"),
        ("RIBLEAK_ALLOW_EMPTY", "maybe", "must be true, 1, false or 0, not 'maybe'"),
    ])
    func aValueThatIsNotUnderstoodIsAnError(_ name: String, _ value: String, _ text: String) {
        #expect(throws: UserError(.settings, name, text)) {
            try GateSettings().overridden(by: [name: value])
        }
    }
}
