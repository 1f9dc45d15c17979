// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import RIBAnalysis
import RIBFindingText
import RIBGate
import RIBLint
import RIBReport
import RIBRuns
import RIBSetup
import RIBText

/// `ribleak lint`: finds mistakes in the sources, before the code runs.
struct Lint: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Finds mistakes in the sources, before the code runs.",
        discussion: """
            Reads sources without building them, and says which subscriptions, listeners, children and \
            the like will leak or fire while inactive. .ribleak.yml says under lint which rules count, \
            which files are left out, and what may stay for now. In the source, a comment \
            // ribleak:ignore RULE reason hides one mistake.

            The formats are those of report, without html and speedscope, which show only recorded runs; \
            Reports/lint.schema.json describes the JSON.

            The program ribleak-lint reads the sources. It is looked for next to ribleak, then where this \
            package builds it, then on the PATH; $RIBLEAK_LINT names another one.

            Exit codes: 0 no new mistake is an error. 1 a new one is, or with --strict is a warning, or a \
            suppression has expired. 2 a source or the baseline cannot be read, or \
            ribleak-lint failed. 69 there is no ribleak-lint. 74 a file cannot be written. 78 the settings \
            are wrong.
            """)

    @Argument(help: "Swift files and folders. Default: the working directory.")
    var paths: [String] = []

    @Flag(help: "Fail for new warnings too.")
    var strict = false

    @Flag(help: "Mend what has one safe fix.")
    var fix = false

    @Flag(help: "List the names that rules skip, since they may mean several types.")
    var explainSkipped = false

    @Option(
        help: ArgumentHelp(
            "A rule to check, and no others. Can be given several times.", valueName: "rule"))
    var only: [String] = []

    @Flag(help: "Explain all rules, with examples, and check nothing.")
    var rules = false

    @Option(
        help: ArgumentHelp(
            """
            A run folder or trace folder: says of each mistake whether it was seen leaking, ran and was \
            freed, or never ran in tests. Can be given several times. Default: only says which mistakes \
            the newest run shows leaking, if there is one; with none, not even that.
            """, valueName: "run"))
    var trace: [String] = []

    @OptionGroup var comparison: ComparisonArguments

    @Flag(
        help: """
            Write what is found into the baseline, so that only new mistakes fail. Its findings of runs \
            stay as they are.
            """)
    var writeBaseline = false

    @OptionGroup var outputs: LintOutputArguments
    @OptionGroup var colors: ColorArguments

    @Option(help: "How many mistakes a text report shows; 0 for all.")
    var limit = TextReport.usualLimit

    @OptionGroup var width: WidthArguments

    func validate() throws {
        guard limit >= 0 else { throw ValidationError("--limit must not be negative") }
    }

    func run() throws {
        let tool = try LintTool()
        if rules { try tool.become(["rules"]) }
        let settings = try comparison.settings.read()
            .overridden(baseline: comparison.baseline)
        let file = try writeBaseline ? LintBaselineFile(settings) : nil
        let documents = try outputs.opened()
        let named = try namedRun()
        var report = try report(
            by: tool, settings, baseline: file?.old ?? settings.knownFindings())
        if let run = named ?? newestRun(worthwhile: !report.findings.isEmpty) {
            report = report.joined(to: run, isNamed: named != nil)
        }
        try outputs.show(report, layout: width.layout(colors), limit: limit)
        for (format, output) in documents { try output.finish(format.document(for: report)) }
        if let file { return try file.write(report) }
        guard report.outcome == .passed else { throw ExitCode(report.outcome.rawValue) }
    }

    /// What the named runs show; nil when none is named.
    private func namedRun() throws -> RunReport? {
        guard !trace.isEmpty, trace != [Baseline.noFile] else { return nil }
        let reading = reading()
        reading.sayErrors()
        let report = try reading.whole()
        StandardStreams.warn(report.doubts)
        return report
    }

    /// What can be read of the newest run, if none is named. It is no part of the check, so it is
    /// not missed where there is none.
    private func newestRun(worthwhile: Bool) -> RunReport? {
        worthwhile && trace.isEmpty ? reading().report : nil
    }

    private func reading() -> PartialReading {
        ProgressLine(work: "reading the run").during {
            PartialReading(
                of: trace, defaultFolder: TraceArguments.defaultFolder,
                symbolizer: LLVMSymbolizer())
        }
    }

    private func report(
        by tool: LintTool, _ settings: GateSettings, baseline: Baseline?
    ) throws -> LintReport {
        var request = LintRequest(paths: paths, rules: only, mends: fix, isStrict: strict)
        request.explainsSkipped = explainSkipped
        let answer = try ProgressLine(work: "reading the sources").during {
            try tool.check(request)
        }
        guard case .document(let document) = answer else {
            guard case .refused(let code) = answer else { throw ExitCode.unreadableTrace }
            throw ExitCode(code)
        }
        return try LintReport(
            document, settings: settings.lint, baseline: baseline, request: request,
            today: .today(), root: .current)
    }
}

/// The baseline that takes what is found.
private struct LintBaselineFile {
    let old: Baseline
    private let path: String
    private let file: OutputFile

    /// Starts the file, so that an error appears before any work.
    init(_ settings: GateSettings) throws {
        path = settings.baseline ?? InputFile.baseline
        file = try OutputFile(path)
        old = try BaselineWrite.known(at: path)
    }

    func write(_ report: LintReport) throws {
        let new = report.accepted(into: old)
        try file.write(new.text)
        try file.finish()
        let (before, now) = (Set(old.lint), Set(new.lint))
        try StandardStreams.write(
            "ribleak lint: \(Quantity.counted(now.count, "mistake")) in "
                + "\(TerminalEscape.escaped(path)): \(now.subtracting(before).count) added, "
                + "\(before.subtracting(now).count) taken out\n")
    }
}

/// `ribleak new`: becomes `ribleak-lint new`.
struct New: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Writes a new RIB with its tests.",
        discussion: """
            The program ribleak-lint does it, with the same arguments: ribleak new --help shows them. \
            ribleak lint --help says where it is looked for.
            """)

    @Argument(parsing: .captureForPassthrough, help: "What ribleak-lint new takes.")
    var arguments: [String] = []

    func run() throws { try becomeLintTool("new", arguments) }
}

/// `ribleak doubles`: becomes `ribleak-lint doubles`.
struct Doubles: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Writes test doubles for the protocols of RIBs.",
        discussion: """
            The program ribleak-lint does it, with the same arguments: ribleak doubles --help shows them. \
            ribleak lint --help says where it is looked for.
            """)

    @Argument(parsing: .captureForPassthrough, help: "What ribleak-lint doubles takes.")
    var arguments: [String] = []

    func run() throws { try becomeLintTool("doubles", arguments) }
}

private func becomeLintTool(_ subcommand: String, _ arguments: [String]) throws -> Never {
    try LintTool().become([subcommand] + arguments)
}
