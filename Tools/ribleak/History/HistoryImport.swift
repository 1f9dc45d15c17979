import ArgumentParser
import RIBHistory
import RIBReport

/// `ribleak history import`: adds a run.
struct HistoryImport: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Adds a run to the history, and makes that where there is none.",
        discussion: """
            A run that is in the history already changes nothing. One that could not be judged in \
            full is added and marked, and does not make a mistake count as fixed.
            """)

    @OptionGroup var traces: TraceArguments
    @OptionGroup var history: HistoryArguments
    @OptionGroup var origin: RunOriginArguments

    @Option(
        help: ArgumentHelp(
            "When it ran, as 2026-01-02T03:04:05Z. Default: what the run says.", valueName: "time"),
        transform: HistoryImport.time)
    var time: String?

    func run() throws {
        let reading = traces.read()
        guard let report = reading.report, reading.errors.isEmpty else {
            throw ExitCode.unreadableTrace
        }
        for line in CaveatLines.lines(for: report.caveats) {
            StandardStreams.say("warning: \(line)")
        }
        try ComparableRun.check(report, named: "the run", so: "it was not added")
        let (commit, branch) = origin.resolved()
        let isNew = try history.use { () throws(HistoryError) in
            try HistoryStore(updating: history.path)
                .add(report, from: RunOrigin(commit: commit, branch: branch, time: time))
        }
        let facts = [commit.map { "commit \($0.prefix(12))" }, branch.map { "branch \($0)" }]
            .compactMap { $0 }.joined(separator: ", ")
        let run = facts.isEmpty ? "the run" : "the run of \(facts)"
        StandardStreams.say(
            isNew ? "\(history.path): added \(run)" : "\(history.path): has this run already")
    }

    private static func time(_ text: String) throws -> String {
        if let time = HistoryTime.normalized(text) { return time }
        throw ValidationError("give a time such as 2026-01-02T03:04:05Z")
    }
}
