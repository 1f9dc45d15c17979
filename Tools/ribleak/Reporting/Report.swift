// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import RIBAnalysis
import RIBFindingText
import RIBGate
import RIBReport

extension ReportFormat: ExpressibleByArgument {}

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
            it); markdown for comments; github for annotations of GitHub Actions; gitlab for Code \
            Quality; sarif for code scanning; junit for test reports; xcode for marks beside the \
            code; speedscope for a flame graph of where leaked objects were made. With github or \
            markdown, the Markdown is also appended to the file that GITHUB_STEP_SUMMARY names.
            """)

    @OptionGroup var traces: TraceArguments
    @OptionGroup var redaction: RedactionArguments
    @OptionGroup var comparison: ComparisonArguments

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

    @OptionGroup var colors: ColorArguments

    @Option(
        help: """
            How many findings a text report shows, most damaging first; 0 for all. The counts and \
            the other formats always have all.
            """)
    var limit = TextReport.usualLimit

    @Option(
        help: ArgumentHelp(
            "How many columns a line of text may take; 0 for as many as it needs. Default: the terminal's.",
            valueName: "columns"))
    var width: Int?

    func validate() throws {
        guard limit >= 0 else { throw ValidationError("--limit must not be negative") }
        guard width ?? 0 >= 0 else { throw ValidationError("--width must not be negative") }
        let paths = output.map(\.path)
        if let twice = paths.first(where: { path in paths.count { $0 == path } > 1 }) {
            throw ValidationError("--output names \(twice) twice")
        }
    }

    func run() throws {
        // Reads the settings and opens the output files first, so that an error appears early.
        let known = try comparison.read()
        let files = try output.map { ($0.format, try OutputFile($0.path)) }
        let reading = traces.read()
        if let whole = reading.report {
            lazy var details = redaction.shown(RunDetails(of: whole, symbolizer: LLVMSymbolizer()))
            let report = redaction.shown(known.comparing(whole))
            try show(report) { details }
            for (format, file) in files {
                try file.write(
                    format.document(for: report, style: style(isColored: false)) { details })
                try file.finish()
            }
            summarize(report)
        }
        if !reading.errors.isEmpty { throw ExitCode.unreadableTrace }
    }

    /// The format on standard output.
    private var shownFormat: ReportFormat? { format ?? (output.isEmpty ? .text : nil) }

    private func show(_ report: RunReport, details: () -> RunDetails) throws {
        // On a terminal, the text report has already shown them.
        if shownFormat != .text || !Terminal.isOutput {
            for line in CaveatLines.lines(for: report.caveats) {
                StandardStreams.say("warning: \(line)")
            }
        }
        guard let shownFormat else { return }
        try StandardStreams.write(
            shownFormat.document(
                for: report,
                style: style(isColored: colors.isColored(), width: columns),
                details: details))
    }

    private var columns: Int? {
        if let width { return width == 0 ? nil : width }
        return Terminal.isOutput ? Terminal.width : nil
    }

    private func style(isColored: Bool, width: Int? = nil) -> ReportStyle {
        let root = RepositoryRoot.current
        return ReportStyle(
            isColored: isColored, limit: limit == 0 ? nil : limit, width: width,
            root: redaction.redactPaths ? "" : root.path, manifest: root.manifest)
    }

    /// Adds the report to the file that GitHub shows on the run's page.
    private func summarize(_ report: RunReport) {
        let formats = Set(output.map(\.format) + [shownFormat].compactMap { $0 })
        guard !formats.isDisjoint(with: [.github, .markdown]),
            let path = ProcessInfo.processInfo.environment["GITHUB_STEP_SUMMARY"], !path.isEmpty
        else { return }
        StepSummary(path: path).append(report)
    }
}

/// A format and a file to write, such as `html:report.html`.
struct ReportOutput: ExpressibleByArgument, Equatable {
    let format: ReportFormat
    let path: String

    init?(argument: String) {
        let parts = argument.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let format = ReportFormat(rawValue: String(parts[0])),
            !parts[1].isEmpty
        else { return nil }
        self.format = format
        path = String(parts[1])
    }
}

/// The file from which GitHub Actions shows a step's summary.
struct StepSummary {
    let path: String

    /// Appends the report to the step's summary, up to GitHub's size limit. Reports on standard
    /// error when it cannot.
    func append(_ report: RunReport) {
        // If the path is a pipe, this must not wait for a reader.
        let flags = O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
        let descriptor = open(path, flags, 0o600)
        guard descriptor >= 0 else { return complain(errno) }
        defer { close(descriptor) }
        var facts = stat()
        guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
            return complain(EINVAL)
        }
        let room = MarkdownReport.mostBytes - Int(facts.st_size)
        let text = MarkdownReport(mostBytes: room - 1).text(for: report)
        guard text.utf8.count < room else {
            return StandardStreams.say("warning: \(path): there is no space left for the report")
        }
        let code = StandardStreams.write((facts.st_size > 0 ? "\n" : "") + text, to: descriptor)
        if code != 0 { complain(code) }
    }

    private func complain(_ code: Int32) {
        StandardStreams.say(
            "warning: \(path): the summary was not written: \(String(cString: strerror(code)))")
    }
}
