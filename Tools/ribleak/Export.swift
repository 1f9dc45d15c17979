import ArgumentParser
import RIBAnalysis
import RIBReport
import RIBTrace

/// `ribleak export`: writes a run for other tools.
struct Export: ParsableCommand {
    /// Which tools it is written for.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case chromeTrace = "chrome-trace"
    }

    static let configuration = CommandConfiguration(
        abstract: "Writes what lived when as a timeline for other tools.",
        discussion: """
            chrome-trace is the Trace Event Format: open it in https://ui.perfetto.dev or in \
            chrome://tracing. It has a row for each RIB with its activity, workers, views and \
            subscriptions, and a mark where one delivered its first value while inactive.
            """)

    @OptionGroup var traces: TraceArguments

    @Option(help: "The format.")
    var format: Format

    @Option(
        help: ArgumentHelp(
            "The file to write. Default: standard output.", valueName: "file"))
    var output: String?

    func run() throws {
        // Where each recording begins is asked first, and its events are read when they are written.
        let (origins, errors) = traces.readEach { (trace) throws(TraceError) in
            (trace, try TraceHistory.origin(of: trace))
        }
        guard let origin = origins.map(\.1).min() else { throw ExitCode.unreadableTrace }
        let file = try output.map(OutputFile.init)
        let sink = PieceBuffer { text in
            if let file { try file.write(text) } else { try StandardStreams.write(text) }
        }
        var chrome = try ChromeTrace(origin: origin, to: sink.add)
        var isWhole = errors == 0
        for (trace, _) in origins {
            do {
                let history = try TraceHistory(reading: trace)
                if let gaps = history.gaps { StandardStreams.say("warning: \(gaps)") }
                try chrome.add(history)
            } catch let error as TraceError {
                StandardStreams.say("error: \(error)")
                isWhole = false
            }
        }
        try chrome.finish()
        try sink.flush()
        try file?.finish()
        if !isWhole { throw ExitCode.unreadableTrace }
    }
}
