// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RIBText

@Suite struct ColorChoiceTests {
    @Test(
        arguments: [
            (.auto, true, ["TERM": "xterm-256color"], true),
            (.auto, true, [:], false),
            (.auto, true, ["TERM": ""], false),
            (.auto, false, ["TERM": "xterm"], false),
            (.auto, true, ["TERM": "dumb"], false),
            (.auto, true, ["TERM": "xterm", "NO_COLOR": "1"], false),
            (.auto, true, ["TERM": "xterm", "NO_COLOR": "0"], false),
            (.auto, true, ["TERM": "xterm", "NO_COLOR": ""], true),
            (.auto, false, ["CLICOLOR_FORCE": "1"], true),
            (.auto, false, ["CLICOLOR_FORCE": "0"], false),
            (.auto, false, ["FORCE_COLOR": "1"], true),
            (.auto, false, ["NO_COLOR": "1", "CLICOLOR_FORCE": "1"], false),
            (.always, false, ["NO_COLOR": "1"], true),
            (.never, true, ["CLICOLOR_FORCE": "1"], false),
        ] as [(ColorChoice, Bool, [String: String], Bool)])
    func followsTheChoiceThenTheEnvironmentThenTheTerminal(
        choice: ColorChoice, isTerminal: Bool, environment: [String: String], colored: Bool
    ) {
        #expect(choice.usesColor(isTerminal: isTerminal, environment: environment) == colored)
    }
}
