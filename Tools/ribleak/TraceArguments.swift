// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import RIBAnalysis
import RIBTrace

/// The traces that a subcommand reads.
struct TraceArguments: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "Run folders or trace folders.",
            discussion: "Default: the newest run below $RIBLEAK_TRACE_DIR or .ribleak."))
    var trace: [String] = []

    /// Reads what can be read, and says on standard error what cannot.
    func read() -> PartialReading {
        let reading = readQuietly()
        for error in reading.errors { StandardStreams.say("error: \(error)") }
        return reading
    }

    /// Reads what can be read.
    func readQuietly() -> PartialReading {
        ProgressLine(work: "reading the run").during {
            PartialReading(
                of: trace, defaultFolder: Self.defaultFolder, symbolizer: LLVMSymbolizer())
        }
    }

    /// True when the newest run would be taken though the recorder is off, so that it is an old one.
    var areOld: Bool {
        trace.isEmpty
            && ProcessInfo.processInfo.environment["RIBLEAK_LEVEL"]?.lowercased()
                == RecordingLevel.off.rawValue
    }

    /// Reads traces one by one, and says on standard error which cannot be read.
    ///
    /// - Parameter read: Reads the trace in a folder.
    /// - Returns: What was read, and how many errors were said.
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
