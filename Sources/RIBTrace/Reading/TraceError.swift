// SPDX-License-Identifier: Apache-2.0

import Foundation

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

    /// What went wrong.
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

extension TraceError {
    /// In words, why something that was recorded cannot be read by the system's error number, and
    /// what to do where that is clear.
    package static func reason(ofReading code: Int32) -> String {
        let reason = String(cString: strerror(code))
        return switch code {
        case EACCES, EPERM:
            "\(reason); run ribleak as the user who recorded it, or change the permissions"
        case EMFILE, ENFILE: "\(reason); raise the limit with ulimit -n"
        default: reason
        }
    }
}
