// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import RIBHistory
import RIBReport
import RIBText

/// `ribleak history show`: shows the trend of each finding.
struct HistoryShow: ParsableCommand {
    /// The output format.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text
        case json
        case html
    }

    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Shows the latest runs and what they found.")

    @OptionGroup var history: HistoryArguments

    @Option(help: "Only runs of this branch.")
    var branch: String?

    @Option(help: ArgumentHelp("How many runs are shown.", valueName: "runs"))
    var last = 30

    @Option(help: "For people (text, html) or for programs (json).")
    var format: Format = .text

    @OptionGroup var place: OutputPlaceArguments

    @OptionGroup var colors: ColorArguments
    @OptionGroup var width: WidthArguments

    func validate() throws {
        guard (1...10_000).contains(last) else {
            throw ValidationError("--last must be from 1 to 10000")
        }
    }

    func run() throws {
        let report = try HistoryStore(reading: history.path).report(branch: branch, last: last)
        try place.output.opened().finish(text(for: report))
    }

    private func text(for report: HistoryReport) -> String {
        switch format {
        case .text:
            // A file is UTF-8 and has no width, wherever it is written.
            let layout =
                place.output == .standardOutput
                ? width.layout(colors)
                : TextLayout(isColored: colors.isColored(toTerminal: false))
            return layout.text(for: report)
        case .json: return report.json
        case .html: return report.html
        }
    }
}
