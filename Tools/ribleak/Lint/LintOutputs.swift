// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import RIBAnalysis
import RIBLint
import RIBReport
import RIBText

/// A format that shows mistakes in sources.
struct LintFormat: ExpressibleByArgument, Equatable, CaseIterable {
    let format: ReportFormat

    /// All but those that show what only a run has.
    static let allCases = ReportFormat.allCases.filter { ![.html, .speedscope].contains($0) }
        .map(LintFormat.init)
    static var allValueStrings: [String] { allCases.map(\.format.rawValue) }

    private init(format: ReportFormat) { self.format = format }

    init?(argument: String) {
        guard let found = Self.allCases.first(where: { $0.format.rawValue == argument }) else {
            return nil
        }
        self = found
    }

    /// - Parameter layout: How text is laid out. Files are UTF-8 and have no width.
    func document(
        for report: LintReport, layout: TextLayout = TextLayout(), limit: Int? = nil
    ) -> String {
        switch format {
        case .text: return layout.text(report.lines(limit: limit))
        case .json: return report.json
        default:
            let root = RepositoryRoot.current
            var style = ReportStyle(root: root.path, manifest: root.manifest)
            style.comment.code = .current
            style.comment.folder = root.workingFolder
            return format.issueDocument(for: report.issues, style: style) ?? ""
        }
    }
}

/// Where the report on sources goes.
struct LintOutputArguments: ParsableArguments {
    @Option(
        help: """
            The format on standard output. Default: text, or nothing when there is an --output.
            """)
    var format: LintFormat?

    @Option(
        help: ArgumentHelp(
            "A format and the file to write it to, or - for standard output. Can be given several times.",
            valueName: "format:file"), transform: Self.parsed)
    var output: [ReportOutput] = []

    private static func parsed(_ argument: String) throws -> ReportOutput {
        let output = try ReportOutput(parsing: argument)
        guard LintFormat(argument: output.format.rawValue) != nil else {
            throw ValidationError(
                "\(output.format.rawValue) shows only recorded runs; give one of "
                    + LintFormat.allValueStrings.joined(separator: ", "))
        }
        return output
    }

    func validate() throws { try ReportOutput.refuseTwice(output) }

    /// Starts the files, so that an error appears before any work.
    ///
    /// - Throws: `UserError`, or `ExitCode.cannotWrite` after reporting the reason.
    func opened() throws -> [(format: LintFormat, output: OpenedOutput)] {
        try output.compactMap { output in
            guard let format = LintFormat(argument: output.format.rawValue) else { return nil }
            return (format, try output.place.opened())
        }
    }

    /// Writes to standard output what was asked for.
    func show(_ report: LintReport, layout: TextLayout, limit: Int) throws {
        guard let shown = format ?? (output.isEmpty ? LintFormat(argument: "text") : nil) else {
            return
        }
        try StandardStreams.write(
            shown.document(for: report, layout: layout, limit: limit == 0 ? nil : limit))
    }
}
