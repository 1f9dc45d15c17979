// SPDX-License-Identifier: Apache-2.0

import RIBSetup
import RIBText
import Testing

@Suite struct ColorChoiceTests {
    @Test(
        arguments: [
            (nil, true, ["TERM": "xterm-256color"], true),
            (nil, true, [:], false),
            (nil, true, ["TERM": ""], false),
            (nil, false, ["TERM": "xterm"], false),
            (nil, true, ["TERM": "dumb"], false),
            (nil, true, ["TERM": "xterm", "NO_COLOR": "1"], false),
            (nil, true, ["TERM": "xterm", "NO_COLOR": "0"], false),
            (nil, true, ["TERM": "xterm", "NO_COLOR": ""], true),
            (nil, false, ["CLICOLOR_FORCE": "1"], true),
            (nil, false, ["CLICOLOR_FORCE": "0"], false),
            (nil, false, ["FORCE_COLOR": "1"], true),
            (nil, false, ["NO_COLOR": "1", "CLICOLOR_FORCE": "1"], false),
            (true, false, ["NO_COLOR": "1"], true),
            (false, true, ["CLICOLOR_FORCE": "1"], false),
        ] as [(Bool?, Bool, [String: String], Bool)])
    func followsTheChoiceThenTheEnvironmentThenTheTerminal(
        choice: Bool?, isTerminal: Bool, environment: [String: String], colored: Bool
    ) {
        #expect(
            TextLayout.usesColor(choice, isTerminal: isTerminal, environment: environment)
                == colored)
    }
}
