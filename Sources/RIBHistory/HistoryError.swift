import RIBTrees

/// Why a history cannot be read or written.
public struct HistoryError: Error, Equatable, CustomStringConvertible, Sendable {
    /// What went wrong.
    public enum Code: Equatable, Sendable {
        case notFound
        /// The file is no history, or a damaged one.
        case unreadable
        /// A newer version of ribleak made it.
        case laterVersion
        case cannotWrite
    }

    public let code: Code
    /// The database's file.
    public let path: String
    /// What and what to do, in one line.
    public let reason: String

    /// The path and the reason, safe to show on a terminal.
    public var description: String {
        "\(TerminalEscape.escaped(path)): \(TerminalEscape.escaped(reason))"
    }
}
