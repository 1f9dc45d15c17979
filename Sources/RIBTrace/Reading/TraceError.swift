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

/// How the reading of a stream file ended. Truncation is data, not an error: every whole event
/// before it was read.
public enum StreamEnding: Error, Equatable {
    /// Every packet was whole.
    case complete
    /// The file ends inside a packet, as after a crash of the machine or a partial copy.
    case cutShort
    /// The bytes at this offset of the file are no ribleak packet or event.
    case damaged(offset: Int, reason: String)
    /// The file was removed after its trace was opened.
    case removed
    /// The system does not give the file's bytes.
    case unreadable(reason: String)

    /// What an error of opening or reading the file means.
    package init(_ error: any Error) {
        switch error {
        case let ending as StreamEnding: self = ending
        case let error as TraceError where error.code == .notFound: self = .removed
        case let error as TraceError: self = .unreadable(reason: error.explanation)
        default: self = .unreadable(reason: "\(error)")
        }
    }

    /// What happened to the file, behind its name; nil when it is whole.
    package var problem: String? {
        switch self {
        case .complete: nil
        case .cutShort: "is cut short"
        case .damaged(let offset, let reason): "is damaged at byte \(offset) (\(reason))"
        case .removed: "was removed while it was read"
        case .unreadable(let reason): "cannot be read (\(reason))"
        }
    }
}
