import ArgumentParser

extension ExitCode {
    /// The gate's limits are exceeded.
    static let limitExceeded = ExitCode(1)
    /// A trace is missing or cannot be read.
    static let unreadableTrace = ExitCode(2)
    /// The report could not be written (`EX_IOERR`).
    static let cannotWrite = ExitCode(74)
}
