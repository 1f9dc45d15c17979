// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import RIBAnalysis
import RIBReport
import RIBRuns
import RIBTrace

/// `ribleak subscriptions`: lists the subscriptions of a run.
struct Subscriptions: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Lists the subscriptions of a run: owner, origin, start and end.",
        discussion: """
            The owner of a subscription is known by a form such as .sink(in:) or .tracked(by:) \
            (explicit), because the owner's code was running when it was made (current), or \
            because its closure captures the owner (captured). Unowned subscriptions are listed at \
            the end.

            Bound says what the form does when the owner becomes inactive: silent delivers nothing \
            until the owner is active again; ending ends the subscription.

            A mark, !, means that values came while the owner was inactive or gone. Not each of \
            these is a mistake: report names those that are.
            """)

    @OptionGroup var traces: TraceArguments
    @OptionGroup var redaction: RedactionArguments

    @Option(
        help: ArgumentHelp(
            "Only what RIBs own at this RIB path and below it.",
            discussion: """
                Root/LoggedIn matches Root/LoggedIn and Root/LoggedIn/OffGame, but neither \
                Root/LoggedInAgain nor App/Root/LoggedIn. Case matters; a slash at the end is \
                ignored. Paths are those at the end of the run. Unowned subscriptions never match.
                """,
            valueName: "path"))
    var rib: String?

    @Flag(help: "Only what has not ended.")
    var alive = false

    @Option(help: "For people (text) or for programs (json).")
    var format: TextOrJSON = .text

    @OptionGroup var colors: ColorArguments
    @OptionGroup var width: WidthArguments

    func run() throws {
        let filter = SubscriptionFilter(ribPath: rib, isAliveOnly: alive)
        let (readings, errors) = traces.readEach { (trace) throws(TraceError) in
            try SubscriptionReading(of: trace, filter)
        }
        let report = redaction.shown(SubscriptionReport(readings, symbolizer: LLVMSymbolizer()))
        // On a terminal the text has just shown them.
        if format != .text || !Terminal.isOutput {
            for gaps in report.lists.compactMap(\.gaps) {
                StandardStreams.say("warning: \(gaps)")
            }
        }
        StandardStreams.warn(report.caveats)
        if !readings.isEmpty { try StandardStreams.write(text(for: report)) }
        if errors > 0 { throw ExitCode.unreadableTrace }
    }

    private func text(for report: SubscriptionReport) -> String {
        switch format {
        case .text:
            let layout = width.layout(colors)
            return layout.text(for: report, ribPath: rib)
        case .json: return report.json
        }
    }
}

/// `ribleak growth`: shows what repeated scenarios left behind.
struct Growth: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Shows what grows with each turn of the scenarios that a run repeated.",
        discussion: """
            assertNoGrowth in a test repeats a scenario and records what it leaves behind, leaked \
            or not. report and gate have the same findings, as growing-objects, among all others.

            Exits with 0 even if something grows: use gate to fail a build.
            """)

    @OptionGroup var traces: TraceArguments
    @OptionGroup var redaction: RedactionArguments

    @Option(help: "For people (text) or for programs (json).")
    var format: TextOrJSON = .text

    @OptionGroup var colors: ColorArguments
    @OptionGroup var width: WidthArguments

    func run() throws {
        let reading = traces.read()
        if let report = reading.report.map(redaction.shown) {
            StandardStreams.warn(report.caveats)
            try StandardStreams.write(text(for: report))
        }
        if !reading.errors.isEmpty { throw ExitCode.unreadableTrace }
    }

    private func text(for report: RunReport) -> String {
        switch format {
        case .text:
            width.layout(colors).growth(in: report)
        case .json: report.growthJSON
        }
    }
}
