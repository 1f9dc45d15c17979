import ArgumentParser

extension ExitCode {
    /// The gate's limits are exceeded, or what it was told to tolerate is over.
    static let limitExceeded = ExitCode(1)
    /// A trace or baseline is missing, cannot be read or, for a gate, judged.
    static let unreadableTrace = ExitCode(2)
    /// The settings file, or a variable of the environment in its place, is wrong (`EX_CONFIG`).
    static let wrongSettings = ExitCode(78)
    /// The report could not be written (`EX_IOERR`).
    static let cannotWrite = ExitCode(74)
}
