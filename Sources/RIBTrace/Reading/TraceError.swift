// SPDX-License-Identifier: Apache-2.0

/// Why a trace cannot be read or written, in words for the person at the terminal.
public struct TraceError: Error, Equatable, CustomStringConvertible, Sendable {
    /// The kind of failure.
    public enum Code: Sendable {
        case notFound
        case empty
        case notATrace
        case laterVersion
        case damaged
        case cannotWrite
    }

    public let code: Code
    /// The file or folder it is about.
    public let path: String
    /// What is wrong and what to do, in one line.
    public let explanation: String

    public init(_ code: Code, path: String, _ explanation: String) {
        self.code = code
        self.path = path
        self.explanation = explanation
    }

    public var description: String { "\(path): \(explanation)" }
}
