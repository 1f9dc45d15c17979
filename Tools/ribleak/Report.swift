import ArgumentParser
import Foundation
import RIBAnalysis
import RIBReport

extension ColorChoice: ExpressibleByArgument {}
extension ReportFormat: ExpressibleByArgument {}

/// `ribleak report`: shows what was found.
struct Report: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Shows the leaks and misbehaving subscriptions of a run.",
        discussion: """
            Exits with 0 also when there are findings: use gate to fail a build. What could not \
            be known is said on standard error, one line each, and in the report.
            """)

    @OptionGroup var traces: TraceArguments

    @Option(
        help: """
            The format on standard output. Default: text, or nothing when there is an --output.
            """)
    var format: ReportFormat?

    @Option(
        help: ArgumentHelp(
            "A format and the file to write it to. Can be given several times.",
            valueName: "format:file"))
    var output: [ReportOutput] = []

    @Option(help: "Colours on standard output; auto means on a terminal.")
    var color: ColorChoice = .auto

    @Option(
        help: """
            How many findings a text report shows, most damaging first; 0 for all. The counts and \
            JSON reports always have all.
            """)
    var limit = TextReport.usualLimit

    func validate() throws {
        guard limit >= 0 else { throw ValidationError("--limit must not be negative") }
        let paths = output.map(\.path)
        if let twice = paths.first(where: { path in paths.count { $0 == path } > 1 }) {
            throw ValidationError("--output names \(twice) twice")
        }
    }

    func run() throws {
        // What cannot be written to is known before anything is read.
        let files = try output.map { ($0.format, try OutputFile($0.path)) }
        let reading = traces.read()
        if let report = reading.report {
            lazy var details = RunDetails(of: report, symbolizer: LLVMSymbolizer())
            try show(report) { details }
            for (format, file) in files {
                try file.write(
                    format.document(for: report, style: style(isColored: false)) { details })
                try file.finish()
            }
        }
        if !reading.errors.isEmpty { throw ExitCode.unreadableTrace }
    }

    /// What standard output gets.
    private var shownFormat: ReportFormat? { format ?? (output.isEmpty ? .text : nil) }

    private func show(_ report: RunReport, details: () -> RunDetails) throws {
        let isTerminal = isatty(STDOUT_FILENO) == 1
        // On a terminal the text report has just said them.
        if shownFormat != .text || !isTerminal {
            for line in CaveatLines.lines(for: report.caveats) {
                StandardStreams.say("warning: \(line)")
            }
        }
        guard let shownFormat else { return }
        let isColored = color.usesColor(
            isTerminal: isTerminal, environment: ProcessInfo.processInfo.environment)
        try StandardStreams.write(
            shownFormat.document(
                for: report, style: style(isColored: isColored), details: details))
    }

    private func style(isColored: Bool) -> ReportStyle {
        ReportStyle(isColored: isColored, limit: limit == 0 ? nil : limit)
    }
}
