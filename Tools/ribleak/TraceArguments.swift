import ArgumentParser
import Foundation
import RIBAnalysis
import RIBTrace

/// The traces a subcommand works on.
struct TraceArguments: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "Run folders or trace folders.",
            discussion: "Default: the newest run below $RIBLEAK_TRACE_DIR or .ribleak."))
    var trace: [String] = []

    /// Reads what can be read.
    func read() -> PartialReading {
        let folder = ProcessInfo.processInfo.environment["RIBLEAK_TRACE_DIR"] ?? ""
        let traces = PartialReading.traces(
            named: trace, defaultFolder: folder.isEmpty ? ".ribleak" : folder)
        let symbolizer = LLVMSymbolizer()
        return PartialReading(of: traces.found, errors: traces.errors) {
            (traces) throws(TraceError) in
            try Analysis.report(on: traces, symbolizer: symbolizer)
        }
    }
}
