/// Why settings or a baseline cannot be used, in words for the person at the terminal.
package struct GateError: Error, Equatable, CustomStringConvertible, Sendable {
    /// What cannot be used.
    package enum Code: Sendable {
        case settings
        case baseline
    }

    package let code: Code
    /// A file, with the line if one is to blame, or a variable of the environment.
    package let place: String
    /// What is wrong and what to do, in one line.
    package let explanation: String

    package init(_ code: Code, _ place: String, _ explanation: String) {
        self.code = code
        self.place = place
        self.explanation = explanation
    }

    package var description: String { "\(place): \(explanation)" }
}
