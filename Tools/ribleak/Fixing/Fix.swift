// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import RIBAnalysis
import RIBFindingText
import RIBGate
import RIBLint
import RIBReport
import RIBText
import RIBWatchScreen

/// `ribleak fix`: changes the sources so that findings go away.
struct Fix: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Changes the sources so that findings go away, and can prove it.",
        discussion: """
            Takes the findings of a run, or those of the sources: give a file with the JSON of ribleak \
            lint, as ribleak lint --output json:FILE writes it. A fix changes only the lines that it \
            must. What is not certain is refused, with the reason.

            Suppressed findings and library leaks stay as they are, unless --only names them. So do \
            files with changes that are not committed, unless you give --allow-dirty.

            With --verify, the fixes are first tried in a copy of the repository, with your changes that \
            are not committed. The command runs there once without a fix, then with all, and where that \
            fails with halves of them. A fix is proved, and kept, when its findings are gone, no other \
            has come, and what passed before passes. Your files change at the end, or not at all if you \
            interrupt it.

            The program ribleak-lint makes the fixes; ribleak lint --help says where it is looked for.

            Exit codes: 0 all findings are fixed. 1 some are not. 2 the run or the sources cannot be \
            read, or the command shows nothing. 64 no such finding, or no git repository to verify in. 69 \
            there is no ribleak-lint or no git. 74 a file cannot be written. 78 the settings are wrong.
            """)

    @OptionGroup var traces: TraceArguments

    @Flag(help: "Print the changes as a diff that git apply takes, and change nothing.")
    var dryRun = false

    @Option(
        help: ArgumentHelp(
            """
            The fingerprint of a finding to fix, and no others, or how it begins. Can be given several \
            times.
            """, valueName: "fingerprint"))
    var only: [String] = []

    @Flag(help: "Change files with changes that are not committed, too.")
    var allowDirty = false

    @Option(
        help: ArgumentHelp(
            """
            Prove the fixes by a command of the shell that runs your tests, such as 'swift test', and \
            keep only proved ones.
            """, valueName: "command"))
    var verify: String?

    @Option(
        help: ArgumentHelp("How long the command of --verify may take.", valueName: "seconds"))
    var limit = 600

    @Option(
        help: ArgumentHelp(
            """
            A folder for the proved patches: one file a fix, proved.patch with all, and \
            suggestions.json, which Tools/ci/comment writes to a pull request. Only with --verify.
            """, valueName: "folder"))
    var output: String?

    @OptionGroup var comparison: ComparisonArguments
    @OptionGroup var colors: ColorArguments
    @OptionGroup var width: WidthArguments

    func validate() throws {
        if only.contains("") { throw ValidationError("the fingerprint of --only is empty") }
        if verify?.isEmpty == true { throw ValidationError("the command of --verify is empty") }
        guard limit > 0 else { throw ValidationError("--limit must be positive") }
        if output != nil, verify == nil {
            throw ValidationError("--output is only for --verify")
        }
    }

    func run() throws {
        let compared = try comparison.read()
        try makeOutputFolder()
        let folder = try FixFolder()
        defer { folder.remove() }
        let root = RepositoryRoot.current
        let request = try request(compared)
        let proposals = try request.proposals(in: root, file: folder.file("findings.json"))
        var plan = [PlannedFix](proposals, for: request)
        try check(&plan, in: root)
        if let verify, !plan.pending.isEmpty {
            guard let signals = CaughtSignals([SIGINT, SIGTERM, SIGHUP]) else {
                throw UserError(.input, "--verify", "too many open files; raise ulimit -n")
            }
            let copy = try WorkingCopy(of: root, in: folder, signals: signals)
            defer { copy.remove() }
            try prove(&plan, by: verify, in: copy, request, compared)
            // The user may have gone on meanwhile.
            try check(&plan, in: root)
            try copy.endIfAsked()
            try writePatches(of: plan.pending, root.path)
            if !dryRun { try plan.patch.write(below: root.path) }
        } else if !dryRun {
            try plan.patch.write(below: root.path)
        }
        try show(plan, root)
        guard plan.pending.count == plan.count else { throw ExitCode.failure }
    }

    /// The findings that a person named: of runs, or in a file.
    private func request(_ compared: (RunReport) -> RunReport) throws -> FixRequest {
        var isFolder: ObjCBool = false
        if let file = traces.trace.first, traces.trace.count == 1,
            FileManager.default.fileExists(atPath: file, isDirectory: &isFolder),
            !isFolder.boolValue
        {
            _ = try LintDocument(readingFrom: file)
            let json = try InputFile.text(at: file, atMost: LintDocument.mostBytes) ?? ""
            return try FixRequest(json, only: only, isOfSources: true, from: file)
        }
        let report = compared(try traces.read().whole())
        StandardStreams.warn(report.caveats)
        let json = ReportFormat.json.document(for: report)
        return try FixRequest(json, only: only, isOfSources: false, from: "the run")
    }

    private func check(_ plan: inout [PlannedFix], in root: RepositoryRoot) throws {
        let isLeftAlone = !dryRun && !allowDirty
        let files = Set(plan.pending.flatMap(\.patch.files)).sorted()
        let changed = try isLeftAlone ? Git(root: root.path).changed(among: files) : []
        plan.check(below: root.path, isProtected: changed)
    }

    // MARK: - Verifying

    private func prove(
        _ plan: inout [PlannedFix], by command: String, in copy: WorkingCopy,
        _ request: FixRequest, _ compared: @escaping (RunReport) -> RunReport
    ) throws {
        plan.check(below: copy.path, isProtected: [])
        guard !plan.pending.isEmpty else { return }
        let settings = try comparison.settings.read()
        var verification = try Verification(limit: limit, needsRun: !request.isOfSources) { patch in
            try copy.apply(patch)
            return try ProgressLine(work: "running \(command)").during {
                var run = try copy.run(command, limit: limit, compared: compared)
                if request.isOfSources {
                    run.findings.merge(try mistakes(in: copy, settings)) { $1 }
                }
                return run
            }
        }
        try verification.prove(&plan)
    }

    /// What lint says of the copy, by fingerprint.
    private func mistakes(
        in copy: WorkingCopy, _ settings: GateSettings
    ) throws -> [String: String] {
        let answer = try LintTool().check(LintRequest(), in: copy.workingFolder)
        guard case .document(let document) = answer else { throw ExitCode.unreadableTrace }
        let report = try LintReport(
            document, settings: settings.lint, baseline: nil, request: LintRequest(),
            today: .today(), root: RepositoryRoot(of: copy.workingFolder, workspace: copy.path))
        return Dictionary(
            report.findings.map { ($0.fingerprint.description, "\($0.rule.id) in \($0.scope)") }
        ) { first, _ in first }
    }

    /// Makes the folder early, so that an error appears before any work.
    private func makeOutputFolder() throws(UserError) {
        guard let output else { return }
        do {
            try FileManager.default.createDirectory(
                atPath: output, withIntermediateDirectories: true)
        } catch {
            throw UserError(.output, output, "cannot be made; name a folder that you may write to")
        }
    }

    private func writePatches(of proved: [PlannedFix], _ root: String) throws {
        guard let output, !proved.isEmpty else { return }
        for planned in proved {
            guard let fix = planned.fix else { continue }
            try OutputPlace.file("\(output)/\(fix.name).patch").opened().finish(fix.patch)
        }
        try OutputPlace.file("\(output)/proved.patch").opened()
            .finish(try proved.patch.diff(below: root))
        let suggestions = try proved.map { planned -> JSONValue in
            [
                "fingerprints": JSONValue(planned.findings),
                "title": JSONValue(planned.fix?.title),
                "changes": .array(try planned.patch.changes(below: root)),
            ]
        }
        try OutputPlace.file("\(output)/suggestions.json").opened()
            .finish(JSONText.encoded(suggestions))
    }

    // MARK: - Showing

    private func show(_ plan: [PlannedFix], _ root: RepositoryRoot) throws {
        if dryRun {
            try StandardStreams.write(try plan.patch.diff(below: root.path))
            for planned in plan {
                guard let problem = planned.problem else { continue }
                for finding in planned.findings {
                    StandardStreams.say("warning: \(finding): \(problem)")
                }
            }
            return
        }
        let all = plan.flatMap(\.findings).count
        let fixed = plan.pending.flatMap(\.findings).count
        let head =
            all == 0
            ? "There is nothing to fix."
            : "\(fixed == all ? "✓" : "✗") \(fixed) of \(Quantity.counted(all, "finding")) fixed."
        let lines =
            [TextLine(head, .strong)] + (all == 0 ? [] : [TextLine("")]) + plan.flatMap(rows)
        try StandardStreams.write(width.layout(colors).text(lines))
    }

    /// The rows of a table: the finding, what became of it, the patch, and why it is not made.
    private func rows(_ planned: PlannedFix) -> [TextLine] {
        let result =
            planned.problem == nil
            ? verify == nil ? "fixed" : "proved"
            : planned.fix == nil || verify == nil ? "refused" : "not proved"
        let word = result.padding(toLength: verify == nil ? 8 : 11, withPad: " ", startingAt: 0)
        let parts = [planned.fix?.headline, planned.problem].compactMap { $0 }
        return planned.findings.map { TextLine("\($0)  \(word) \(parts.joined(separator: ": "))") }
    }
}
