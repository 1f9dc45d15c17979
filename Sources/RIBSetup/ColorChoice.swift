// SPDX-License-Identifier: Apache-2.0

import RIBText

// Here, since `ribleak init` asks it as well, which is compiled of this target and RIBText alone.
extension TextLayout {
    /// Whether text gets colours: by the reader's choice, then by `NO_COLOR`, `CLICOLOR_FORCE` and
    /// `FORCE_COLOR`, then by the destination of the text.
    package static func usesColor(
        _ choice: Bool? = nil, isTerminal: Bool, environment: [String: String]
    ) -> Bool {
        if let choice { return choice }
        func isSet(_ name: String) -> Bool {
            guard let value = environment[name] else { return false }
            return !value.isEmpty && value != "0"
        }
        // By convention, any non-empty value of NO_COLOR counts, even `0`.
        if environment["NO_COLOR"]?.isEmpty == false { return false }
        if isSet("CLICOLOR_FORCE") || isSet("FORCE_COLOR") { return true }
        return isTerminal && terminalUnderstandsSequences(environment)
    }

    /// Whether the terminal understands escape sequences, by which text is coloured and placed. One
    /// that does not calls itself `dumb`, or has no name.
    package static func terminalUnderstandsSequences(_ environment: [String: String]) -> Bool {
        let name = environment["TERM"] ?? ""
        return !name.isEmpty && name != "dumb"
    }
}
