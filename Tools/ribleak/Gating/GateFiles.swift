import ArgumentParser
import RIBGate

/// Maps what is wrong with settings and baselines to exit codes.
enum GateFiles {
    /// Reads something.
    ///
    /// - Throws: `ExitCode.wrongSettings` or `.unreadableTrace`, after it was said why.
    static func reading<Result>(_ read: () throws(GateError) -> Result) throws -> Result {
        do {
            return try read()
        } catch {
            StandardStreams.say("error: \(error)")
            switch error.code {
            case .settings: throw ExitCode.wrongSettings
            case .baseline: throw ExitCode.unreadableTrace
            }
        }
    }
}
