// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import RIBAnalysis
import RIBFindingText
import RIBGate
import RIBLint
import RIBReport
import RIBText

/// `ribleak report`: shows the findings.
struct Report: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Shows the leaks and misbehaving subscriptions of a run.",
        discussion: """
            Exits with 0 even if there are findings: use gate to fail a build. What the report \
            could not find out is printed on standard error, one line each, and in the report.

            With a baseline or suppressions in .ribleak.yml, the findings are compared with them, as \
            gate does: new ones first, known and suppressed ones apart, and those that are fixed.

            The formats: text for people; html for browsers; json for programs (Reports/report.schema.json describes \
            it); markdown for documents and job summaries; comment for a pull request (it begins with a hidden marker by \
            which a later run finds and replaces it); github for annotations of GitHub Actions; gitlab for Code \
            Quality; sarif for code scanning; junit for test reports, and xunit for readers that are strict about its schema; xcode for marks next to the \
            code; speedscope for a flame graph of where leaked objects were made. With github or \
            markdown, the Markdown is also appended to the file that GITHUB_STEP_SUMMARY names.
            """)

    @OptionGroup var traces: TraceArguments
    @OptionGroup var redaction: RedactionArguments
    @OptionGroup var comparison: ComparisonArguments

    @OptionGroup var foresight: ForesightArguments

    @Option(
        help: """
            The format on standard output. Default: text, or nothing when there is an --output.
            """)
    var format: ReportFormat?

    @OptionGroup var outputs: OutputArguments

    @OptionGroup var colors: ColorArguments

    @Option(
        help: """
            How many findings a text report shows, most damaging first; 0 for all. The counts and \
            the other formats always have all.
            """)
    var limit = TextReport.usualLimit

    @OptionGroup var width: WidthArguments

    func validate() throws {
        guard limit >= 0 else { throw ValidationError("--limit must not be negative") }
    }

    func run() throws {
        // Reads the settings and opens the output files first, so that an error appears early.
        let compared = try comparison.read()
        let foreseen = try foresight.read()
        let documents = try outputs.opened()
        let reading = traces.read()
        if let whole = reading.report {
            lazy var details = redaction.shown(RunDetails(of: whole, symbolizer: LLVMSymbolizer()))
            let report = redaction.shown(compared(foreseen(whole)), as: formats)
            try show(report) { details }
            let style = style(of: report)
            for (format, output) in documents {
                try output.finish(format.document(for: report, style: style) { details })
            }
            StepSummary.append(report, beside: formats)
        }
        if !reading.errors.isEmpty { throw ExitCode.unreadableTrace }
    }

    /// The format on standard output.
    private var shownFormat: ReportFormat? { format ?? (outputs.output.isEmpty ? .text : nil) }

    private func show(_ report: RunReport, details: () -> RunDetails) throws {
        // On a terminal, the text report has already shown them.
        if shownFormat != .text || !Terminal.isOutput {
            StandardStreams.warn(report.caveats)
        }
        guard let shownFormat else { return }
        try StandardStreams.write(
            shownFormat.document(
                for: report,
                style: style(of: report, width.layout(colors)),
                details: details))
    }

    private var formats: [ReportFormat] { outputs.formats + [shownFormat].compactMap { $0 } }

    /// - Parameter layout: How text is laid out. Files are UTF-8 and have no width.
    private func style(
        of report: RunReport, _ layout: TextLayout = TextLayout()
    ) -> ReportStyle {
        var style = redaction.style
        (style.isColored, style.width) = (layout.isColored, layout.width)
        style.isASCII = layout.alphabet == .ascii
        style.limit = limit == 0 ? nil : limit
        if formats.contains(.comment) { style.comment = outputs.comment(on: report) }
        return style
    }
}
