// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import RIBAnalysis
import RIBReport

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
