// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBAnalysis
import RIBRuns
import RIBTrace
import TraceFixtures

/// A victim that came to its end, with its runs.
struct FinishedVictim {
    let runs: TemporaryFolder
    let process: FinishedProcess
    /// Libraries that must be there while it runs.
    private let plugins: [BuiltPlugin]

    /// - Parameters:
    ///   - plugins: Libraries whose paths are its last arguments.
    ///   - executable: A copy of the victim's; by default the one that was built.
    ///   - runsFolder: Where the victim records; by default a new folder.
    ///   - seconds: After which it is killed.
    init(
        _ mode: String, _ arguments: [String] = [], plugins: [BuiltPlugin] = [],
        environment: [String: String] = [:], executable: String? = nil,
        runsFolder: String? = nil, within seconds: Double = 60
    ) throws {
        self.plugins = plugins
        runs = try TemporaryFolder()
        // A crash is on purpose: nobody needs its backtrace, which takes seconds.
        process = try FinishedProcess(
            path: executable
                ?? BuiltProducts.folder.appendingPathComponent("trace-victim").path,
            [mode, runsFolder ?? runs.file("runs")] + arguments + plugins.map(\.path),
            environment: [
                "SWIFT_BACKTRACE": "enable=no",
                "RIBLEAK_TRACE_DIR": runsFolder ?? runs.file("runs"),
            ].merging(environment) { $1 }, within: seconds)
    }

    /// The lines on standard output.
    var lines: [Substring] { process.output.split(separator: "\n") }

    /// The events that it has acknowledged.
    var acknowledged: [Acknowledgement] { lines.compactMap { Acknowledgement($0) } }

    /// The rest of the lines that begin with this word.
    func said(_ word: String) -> [String] {
        lines.filter { $0.hasPrefix("\(word) ") }.map { String($0.dropFirst(word.count + 1)) }
    }

    /// All its traces, the oldest first.
    func traces() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: runs.file("runs")).sorted()
            .flatMap { try RunFolder.traces(at: runs.file("runs/\($0)")) }
    }

    /// Its only trace.
    func trace() throws -> String {
        let traces = try traces()
        guard traces.count == 1 else { throw NotOneTrace(traces: traces) }
        return traces[0]
    }

    private struct NotOneTrace: Error {
        let traces: [String]
    }
}
