// SPDX-License-Identifier: Apache-2.0

/// Why something that a person asked for cannot be done, in words for that person.
package struct UserError: Error, Equatable, CustomStringConvertible, Sendable {
    /// What is to blame, as the code that a command exits with.
    package enum Code: Int32, Sendable {
        /// A file to read is missing, damaged or of a later version, or a program that reads it
        /// did not do its work.
        case input = 2
        /// What was asked for is not there (`EX_USAGE`).
        case request = 64
        /// A program that does the work is not there (`EX_UNAVAILABLE`).
        case program = 69
        /// A file cannot be written (`EX_IOERR`).
        case output = 74
        /// The settings file, or an environment variable that replaces it (`EX_CONFIG`).
        case settings = 78
    }

    package let code: Code
    /// The file, with the line if one is to blame, or the environment variable; empty for neither.
    package let place: String
    /// What is wrong and what to do, in one line.
    package let explanation: String

    package init(_ code: Code, _ place: String, _ explanation: String) {
        (self.code, self.place, self.explanation) = (code, place, explanation)
    }

    package var description: String { place.isEmpty ? explanation : "\(place): \(explanation)" }
}
