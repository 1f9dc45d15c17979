// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import RIBAnalysis
import RIBReport
import RIBRuns
import RIBTrace

/// `ribleak export`: writes a run for other tools.
struct Export: ParsableCommand {
    /// The target tool's format.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case chromeTrace = "chrome-trace"
        case ndjson
    }

    static let configuration = CommandConfiguration(
        abstract: "Writes a timeline or a table of findings for other tools.",
        discussion: """
            chrome-trace is the Trace Event Format: open it in https://ui.perfetto.dev or in \
            chrome://tracing. It has a row for each RIB with its activity, workers, views and \
            subscriptions, and a mark where one delivered its first value while inactive.

            ndjson has one row for the run and one for each finding, one JSON object a line, for \
            DuckDB, BigQuery and the like. Files of several shards can be loaded into one table.
            """)

    @OptionGroup var traces: TraceArguments
    @OptionGroup var redaction: RedactionArguments

    @Option(help: "The format.")
    var format: Format

    @OptionGroup var place: OutputPlaceArguments

    @OptionGroup var origin: RunOriginArguments

    @Option(help: "Which part of the run this is, for the rows of ndjson.")
    var shard: String?

    func validate() throws {
        guard format != .ndjson else { return }
        for (name, value) in [
            ("commit", origin.commit), ("branch", origin.branch), ("shard", shard),
        ] where value != nil {
            throw ValidationError("--\(name) is for --format ndjson")
        }
    }

    func run() throws {
        switch format {
        case .chromeTrace: try writeTimeline()
        case .ndjson: try writeRows()
        }
    }

    private func writeRows() throws {
        let output = try place.output.opened()
        let reading = traces.read()
        guard let report = reading.report.map(redaction.shown) else {
            throw ExitCode.unreadableTrace
        }
        StandardStreams.warn(report.caveats)
        let revision = origin.resolved(of: report)
        let rows = report.rows(
            shard: shard, commit: revision.commit, branch: revision.branch)
        try output.finish(rows)
        if !reading.errors.isEmpty { throw ExitCode.unreadableTrace }
    }

    private func writeTimeline() throws {
        // First read where each recording begins. Events are read while they are written.
        let (origins, errors) = traces.readEach { (trace) throws(TraceError) in
            (trace, try TraceTimeline.origin(of: trace))
        }
        guard let origin = origins.map(\.1).min() else { throw ExitCode.unreadableTrace }
        let output = try place.output.opened()
        let sink = PieceBuffer(to: output.write)
        var chrome = try ChromeTrace(origin: origin, to: sink.add)
        var isWhole = errors == 0
        for (trace, _) in origins {
            do {
                let timeline = try TraceTimeline(reading: trace)
                if let gaps = timeline.gaps { StandardStreams.say("warning: \(gaps)") }
                try chrome.add(timeline)
            } catch let error as TraceError {
                StandardStreams.say("error: \(error)")
                isWhole = false
            }
        }
        try chrome.finish()
        try sink.flush()
        try output.finish()
        if !isWhole { throw ExitCode.unreadableTrace }
    }
}
