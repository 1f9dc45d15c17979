// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import RIBAnalysis
import RIBReport
import RIBTrace

/// `ribleak subscriptions`: lists the subscriptions of a run.
struct Subscriptions: ParsableCommand {
    /// What the list is written for.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text
        case json
    }

    static let configuration = CommandConfiguration(
        abstract: "Lists the subscriptions of a run: whose, made where and when, and their ends.",
        discussion: """
            A subscription's owner is known by a form such as .sink(in:) or .tracked(by:) \
            (explicit), because it was made while the owner's code ran (current), or because its \
            closure captures it (captured); one without is listed at the end, as unowned. Bound \
            says what its form does when the owner becomes inactive: silent delivers nothing until \
            it is active again, ending ends. A mark, !, means that values came while the owner was \
            inactive or gone. That is no judgement: which of them are mistakes is said by report.
            """)

    @OptionGroup var traces: TraceArguments
    @OptionGroup var redaction: RedactionArguments

    @Option(
        help: ArgumentHelp(
            "Only what RIBs own at this RIB path and below it.",
            discussion: """
                Root/LoggedIn takes Root/LoggedIn and Root/LoggedIn/OffGame, but neither \
                Root/LoggedInAgain nor App/Root/LoggedIn. Letters are as written; slashes at its \
                end do not count. Places are those at the end of the run.
                """,
            valueName: "path"))
    var rib: String?

    @Flag(help: "Only what has not ended.")
    var alive = false

    @Option(help: "For people (text) or for programs (json).")
    var format: Format = .text

    @Option(help: "Colours in text; auto means on a terminal.")
    var color: ColorChoice = .auto

    func run() throws {
        let filter = SubscriptionFilter(ribPath: rib, isAliveOnly: alive)
        let (readings, errors) = traces.readEach { (trace) throws(TraceError) in
            try SubscriptionReading(of: trace, filter)
        }
        let report = redaction.shown(SubscriptionReport(readings, symbolizer: LLVMSymbolizer()))
        let isTerminal = isatty(STDOUT_FILENO) == 1
        // On a terminal the text has just shown them.
        if format != .text || !isTerminal {
            for gaps in report.lists.compactMap(\.gaps) {
                StandardStreams.say("warning: \(gaps)")
            }
        }
        for line in CaveatLines.lines(for: report.caveats) {
            StandardStreams.say("warning: \(line)")
        }
        if !readings.isEmpty { try StandardStreams.write(text(for: report, isTerminal)) }
        if errors > 0 { throw ExitCode.unreadableTrace }
    }

    private func text(for report: SubscriptionReport, _ isTerminal: Bool) -> String {
        switch format {
        case .text:
            let environment = ProcessInfo.processInfo.environment
            return SubscriptionListText(
                isColored: color.usesColor(isTerminal: isTerminal, environment: environment),
                ribPath: rib
            ).text(for: report)
        case .json: return SubscriptionListJSON().text(for: report)
        }
    }
}
