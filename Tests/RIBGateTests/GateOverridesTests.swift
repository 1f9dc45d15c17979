// SPDX-License-Identifier: Apache-2.0

import RIBFindingText
import Testing

@testable import RIBGate

@Suite struct GateOverridesTests {
    @Test func theCommandLineRanksAboveTheEnvironmentAndThatAboveTheFile() throws {
        let file = try GateSamples.settings(
            "{baseline: f.json, allow-empty: true, budgets: {leaks: 1, inactive-fires: 1}}")
        let environment = GateOverrides(
            maxLeaks: 2, maxInactiveFires: 2, baseline: "e.json", allowsEmpty: false)
        let commandLine = GateOverrides(maxLeaks: 3)
        let settings = file.overridden(by: environment).overridden(by: commandLine)
        #expect(settings.budgets.limits == [.leaks: 3, .inactiveFires: 2])
        #expect(settings.baseline == "e.json")
        #expect(!settings.allowsEmpty)
        #expect(file.overridden(by: GateOverrides()) == file)
    }

    @Test func theEnvironmentIsRead() throws {
        let overrides = try GateOverrides([
            "RIBLEAK_MAX_LEAKS": "4", "RIBLEAK_MAX_INACTIVE_FIRES": "0",
            "RIBLEAK_BASELINE": "b.json", "RIBLEAK_ALLOW_EMPTY": "1", "RIBLEAK_LEVEL": "full",
        ])
        #expect(
            overrides
                == GateOverrides(
                    maxLeaks: 4, maxInactiveFires: 0, baseline: "b.json", allowsEmpty: true))
        #expect(try GateOverrides(["RIBLEAK_ALLOW_EMPTY": "false"]).allowsEmpty == false)
    }

    @Test func anEmptyVariableChangesNothing() throws {
        let names = ["MAX_LEAKS", "MAX_INACTIVE_FIRES", "BASELINE", "ALLOW_EMPTY"]
        let empty = Dictionary(uniqueKeysWithValues: names.map { ("RIBLEAK_\($0)", "") })
        #expect(try GateOverrides(empty) == GateOverrides())
        #expect(try GateOverrides(["RIBLEAK_MAX_LEAKS": "1"]) != GateOverrides())
    }

    @Test(arguments: [
        ("RIBLEAK_MAX_LEAKS", "many", "must be a whole number, 0 or more, not 'many'"),
        ("RIBLEAK_MAX_INACTIVE_FIRES", "-1", "must be a whole number, 0 or more, not '-1'"),
        ("RIBLEAK_ALLOW_EMPTY", "maybe", "must be true, 1, false or 0, not 'maybe'"),
    ])
    func aValueThatIsNotUnderstoodIsAnError(_ name: String, _ value: String, _ text: String) {
        #expect(throws: GateError(.settings, name, text)) { try GateOverrides([name: value]) }
    }
}
