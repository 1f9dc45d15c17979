import ArgumentParser
import Foundation
import RIBAnalysis

/// The traces a subcommand works on.
struct TraceArguments: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "Run folders or trace folders.",
            discussion: "Default: the newest run below $RIBLEAK_TRACE_DIR or .ribleak."))
    var trace: [String] = []

    /// Reads what can be read, and says on standard error what cannot.
    func read() -> PartialReading {
        let folder = ProcessInfo.processInfo.environment["RIBLEAK_TRACE_DIR"] ?? ""
        let reading = PartialReading(
            of: trace, defaultFolder: folder.isEmpty ? ".ribleak" : folder,
            symbolizer: LLVMSymbolizer())
        for error in reading.errors { StandardStreams.say("error: \(error)") }
        return reading
    }
}
