// SPDX-License-Identifier: Apache-2.0

/// When to colour a text report.
package enum ColorChoice: String, CaseIterable, Sendable {
    case auto
    case always
    case never

    /// Decides by the choice, then by `NO_COLOR`, `CLICOLOR_FORCE` and `FORCE_COLOR`, then by the
    /// destination of the text.
    ///
    /// - Parameters:
    ///   - isTerminal: Whether the text goes to a terminal.
    ///   - environment: The process's environment.
    package func usesColor(isTerminal: Bool, environment: [String: String]) -> Bool {
        func isSet(_ name: String) -> Bool {
            guard let value = environment[name] else { return false }
            return !value.isEmpty && value != "0"
        }
        switch self {
        case .always: return true
        case .never: return false
        case .auto:
            // By convention, any non-empty value of NO_COLOR counts, even `0`.
            if environment["NO_COLOR"]?.isEmpty == false { return false }
            if isSet("CLICOLOR_FORCE") || isSet("FORCE_COLOR") { return true }
            return isTerminal && environment["TERM"] != "dumb"
        }
    }
}
