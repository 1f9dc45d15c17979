// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import RIBAnalysis
import RIBTrace

/// The traces that a subcommand works on.
struct TraceArguments: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "Run folders or trace folders.",
            discussion: "Default: the newest run below $RIBLEAK_TRACE_DIR or .ribleak."))
    var trace: [String] = []

    /// Reads what is readable, and reports the rest on standard error.
    func read() -> PartialReading {
        let reading = readQuietly()
        for error in reading.errors { StandardStreams.say("error: \(error)") }
        return reading
    }

    /// Reads what is readable, without reporting errors.
    func readQuietly() -> PartialReading {
        ProgressLine(work: "reading the run").during {
            PartialReading(
                of: trace, defaultFolder: Self.defaultFolder, symbolizer: LLVMSymbolizer())
        }
    }

    /// Whether the newest run would be used while the recorder is off. It can only be an old one.
    var areOld: Bool {
        trace.isEmpty
            && ProcessInfo.processInfo.environment["RIBLEAK_LEVEL"]?.lowercased()
                == RecordingLevel.off.rawValue
    }

    /// Reads traces one by one, and reports the unreadable ones on standard error.
    ///
    /// - Parameter read: Reads the trace in a folder.
    /// - Returns: The results, and the number of reported errors.
    func readEach<Result>(
        _ read: (String) throws(TraceError) -> Result
    ) -> (results: [Result], errors: Int) {
        let traces = PartialReading.traces(named: trace, defaultFolder: Self.defaultFolder)
        var errors = traces.errors
        var results: [Result] = []
        ProgressLine(work: "reading the run").during {
            for trace in traces.found {
                do throws(TraceError) {
                    results.append(try read(trace))
                } catch {
                    errors.append(error)
                }
            }
        }
        for error in errors { StandardStreams.say("error: \(error)") }
        return (results, errors.count)
    }

    private static var defaultFolder: String {
        let folder = ProcessInfo.processInfo.environment["RIBLEAK_TRACE_DIR"] ?? ""
        return folder.isEmpty ? ".ribleak" : folder
    }
}
