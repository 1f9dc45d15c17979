import ArgumentParser
import Foundation
import RIBHistory

/// The history a subcommand works on.
struct HistoryArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The history's file. Default: $RIBLEAK_HISTORY or .ribleak/history.sqlite.",
            valueName: "file"))
    var database: String?

    /// The file.
    var path: String {
        let named = ProcessInfo.processInfo.environment["RIBLEAK_HISTORY"] ?? ""
        return database ?? (named.isEmpty ? ".ribleak/history.sqlite" : named)
    }

    /// Does something with the history, and says on standard error why it cannot.
    func use<Result>(_ body: () throws(HistoryError) -> Result) throws -> Result {
        do {
            return try body()
        } catch {
            StandardStreams.say("error: \(error)")
            throw error.code == .cannotWrite ? ExitCode.cannotWrite : ExitCode.unreadableTrace
        }
    }
}
