// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import RIBAnalysis
import RIBFindingText
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

/// How a report on a run learns which of its findings `ribleak lint` reports, too.
struct ForesightArguments: ParsableArguments {
    /// Enough for a million lines: a report should not wait longer for what it can do without.
    private static let patience: TimeInterval = 30

    @Option(
        help: ArgumentHelp(
            """
            Names for each finding the rule and the line with which lint already reports it, shows \
            the finding there, and counts those that lint does not report. Takes the JSON of ribleak \
            lint or ribleak-lint. Default: asks ribleak-lint where it is built, if a finding is in a \
            source below the working directory. With none, as with RIBLEAK_LINT=none, nothing is asked.
            """, valueName: "file"))
    var lint: String?

    /// Reads the named file, so that an error appears before any work.
    ///
    /// - Returns: Names the rules in a report.
    func read() throws(UserError) -> (RunReport) -> RunReport {
        if let lint, lint != Baseline.noFile {
            let document = try LintDocument(readingFrom: lint)
            return { $0.foreseen(by: document, in: .current) }
        }
        let named = ProcessInfo.processInfo.environment[LintTool.variable]
        guard lint == nil, named != Baseline.noFile else { return { $0 } }
        return { Self.asked($0) }
    }

    /// The report with what `ribleak-lint` says of the sources now. Without an answer it is a report
    /// all the same.
    private static func asked(_ report: RunReport) -> RunReport {
        // A project that never built the program is not told of it with each report.
        guard hasSources(report), let tool = try? LintTool() else { return report }
        do {
            let answer = try ProgressLine(work: "reading the sources").during {
                try tool.check(LintRequest(), within: patience)
            }
            guard case .document(let document) = answer else {
                throw UserError(.input, tool.path, "refused to read the sources")
            }
            return report.foreseen(by: document, in: .current)
        } catch {
            StandardStreams.say("warning: what lint says of the findings is not known: \(error)")
            return report
        }
    }

    /// Whether a source of a finding lies below the working directory, where the rest is then, too.
    private static func hasSources(_ report: RunReport) -> Bool {
        let root = RepositoryRoot.current
        return report.findings.contains { finding in
            guard finding.libraryLeak == nil, let file = finding.relativePlace?.file else {
                return false
            }
            return (root.workingFolder.isEmpty || file.hasPrefix(root.workingFolder + "/"))
                && FileManager.default.fileExists(atPath: "\(root.path)/\(file)")
        }
    }
}
