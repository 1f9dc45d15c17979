import ArgumentParser
import Foundation
import RIBReport

extension ColorChoice: ExpressibleByArgument {}

/// `ribleak report`: shows what was found.
struct Report: ParsableCommand {
    /// What the report is written for.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text
        case json
    }

    static let configuration = CommandConfiguration(
        abstract: "Shows the leaks and misbehaving subscriptions of a run.",
        discussion: """
            Exits with 0 also when there are findings: use gate to fail a build. What could not \
            be known is said on standard error, one line each, and in the report.
            """)

    @OptionGroup var traces: TraceArguments

    @Option(help: "For people (text) or for programs (json).")
    var format: Format = .text

    @Option(help: "Colours in text reports; auto means on a terminal.")
    var color: ColorChoice = .auto

    @Option(
        help: """
            How many findings a text report shows, most damaging first; 0 for all. The counts and \
            JSON reports always have all.
            """)
    var limit = TextReport.usualLimit

    func validate() throws {
        guard limit >= 0 else { throw ValidationError("--limit must not be negative") }
    }

    func run() throws {
        let reading = traces.read()
        if let report = reading.report {
            let isTerminal = isatty(STDOUT_FILENO) == 1
            // On a terminal the text report has just said them.
            if format == .json || !isTerminal {
                for line in CaveatLines.lines(for: report.caveats) {
                    StandardStreams.say("warning: \(line)")
                }
            }
            let text =
                switch format {
                case .text:
                    TextReport(
                        isColored: color.usesColor(
                            isTerminal: isTerminal,
                            environment: ProcessInfo.processInfo.environment),
                        limit: limit == 0 ? nil : limit
                    ).text(for: report)
                case .json: JSONReport().text(for: report)
                }
            try StandardStreams.write(text)
        }
        if !reading.errors.isEmpty { throw ExitCode.unreadableTrace }
    }
}
