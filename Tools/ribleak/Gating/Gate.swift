// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import RIBAnalysis
import RIBFindingText
import RIBGate
import RIBReport
import RIBText

/// `ribleak gate`: fails a build that leaks.
struct Gate: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Fails when a run has more findings than allowed.",
        discussion: """
            Equal mistakes count once, however often they happened. Limits come from .ribleak.yml, \
            then from the environment ($RIBLEAK_MAX_LEAKS, $RIBLEAK_MAX_INACTIVE_FIRES, \
            $RIBLEAK_BASELINE, $RIBLEAK_ALLOW_EMPTY), then from the command line; the last one \
            wins.

            With --output, it also writes reports, in the formats of report, whether it passes or not: \
            --output comment:comment.md --output sarif:leaks.sarif --output github:-. With github or \
            markdown, the Markdown is also appended to the file that GITHUB_STEP_SUMMARY names. \
            A comment also shows the trend of the history, if there is one.

            Exit codes: 0 the run is within the limits. 1 it is not, a suppression has expired, or \
            --ratchet found a fixed entry. 2 a trace or the baseline cannot be read, or the run \
            cannot be judged: it is damaged, was killed before it settled, dropped events, or has \
            no RIB. 78 the settings are wrong.
            """)

    @OptionGroup var traces: TraceArguments
    @OptionGroup var redaction: RedactionArguments

    @OptionGroup var settings: SettingsArguments

    @Option(help: "How many different leaks are allowed. Default: from the settings, or 0.")
    var maxLeaks: Int?

    @Option(
        help: """
            How many different subscriptions may have fired while inactive. Default: as the \
            settings say, or 0.
            """)
    var maxInactiveFires: Int?

    @Option(
        help: ArgumentHelp(
            "A baseline: only findings that are not in it count.", valueName: "file"))
    var baseline: String?

    @OptionGroup var outputs: OutputArguments
    @OptionGroup var foresight: ForesightArguments

    @Flag(
        help: ArgumentHelp(
            "Fail also for findings of the baseline that are fixed, so that it shrinks.",
            discussion: """
                An entry is fixed only if a test that showed it ran; one that no test showed, if the \
                run made objects of its type.
                """))
    var ratchet = false

    @Flag(
        inversion: .prefixedNo,
        help: "Whether to pass when there is no run, no RIB in it, or the recorder is off.")
    var allowEmpty: Bool?

    @OptionGroup var width: WidthArguments

    func validate() throws {
        guard maxLeaks ?? 0 >= 0 else { throw ValidationError("--max-leaks must not be negative") }
        guard maxInactiveFires ?? 0 >= 0 else {
            throw ValidationError("--max-inactive-fires must not be negative")
        }
    }

    func run() throws {
        let settings = try self.settings.read().overridden(
            maxLeaks: maxLeaks, maxInactiveFires: maxInactiveFires, baseline: baseline,
            allowsEmpty: allowEmpty)
        if ratchet, settings.baseline == nil {
            throw ValidationError("--ratchet needs a baseline; name one with --baseline")
        }
        let baseline = try settings.knownFindings()
        self.settings.warnOfOldCopy()
        let foreseen = try foresight.read()
        let documents = try outputs.opened()
        let (subject, run, isWhole) = subject()
        guard subject != nil || !isWhole else { throw ExitCode.unreadableTrace }
        let verdict = GateJudgement(
            subject, isPartial: !isWhole, settings: settings, baseline: baseline,
            ratchets: ratchet, today: .today())
        try StandardStreams.write(width.layout().text(verdict.text))
        // A document that cannot be written must not hide the verdict.
        let written = Result {
            try write(documents, on: run, verdict) {
                foreseen($0).compared(with: settings, baseline: baseline, today: .today())
            }
        }
        guard verdict.outcome == .passed else { throw ExitCode(verdict.outcome.rawValue) }
        try written.get()
    }

    /// Writes the documents of `--output`, and the summary of the step.
    ///
    /// - Parameters:
    ///   - run: Nil when there is none: then only a comment can say something, and the other files
    ///     stay as they are.
    ///   - compared: Compares it with what is known, and with what lint says.
    private func write(
        _ documents: [(format: ReportFormat, output: OpenedOutput)], on run: RunReport?,
        _ verdict: GateJudgement, compared: (RunReport) -> RunReport
    ) throws {
        guard !outputs.formats.isEmpty else { return }
        guard let run else {
            let comment = outputs.comment(on: nil, verdict)
            for (format, output) in documents where format == .comment {
                try output.finish(comment.textWithoutRun)
            }
            return
        }
        lazy var details = redaction.shown(RunDetails(of: run, symbolizer: LLVMSymbolizer()))
        let report = redaction.shown(compared(run), as: outputs.formats)
        var style = redaction.style
        if outputs.formats.contains(.comment) {
            style.comment = outputs.comment(on: report, verdict)
        }
        for (format, output) in documents {
            try output.finish(format.document(for: report, style: style) { details })
        }
        StepSummary.append(report, beside: outputs.formats)
    }

    /// The subject to judge, its run with whole paths, and whether it is everything that was asked
    /// for.
    private func subject() -> (GateSubject?, run: RunReport?, isWhole: Bool) {
        if traces.areOld { return (.recorderIsOff, nil, true) }
        let reading = traces.readQuietly()
        if let emptiness = reading.emptiness { return (.nothing(emptiness), nil, true) }
        reading.sayErrors()
        let report = reading.report.map(redaction.shown)
        StandardStreams.warn(report?.caveats ?? [])
        return (report.map(GateSubject.run), reading.report, reading.errors.isEmpty)
    }
}

/// Where a subcommand finds a project's settings.
struct SettingsArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The settings file. Default: $RIBLEAK_CONFIG, or .ribleak.yml if there is one.",
            valueName: "file"))
    var config: String?

    /// The settings file that was named; nil for the default one.
    var file: String? {
        let named = ProcessInfo.processInfo.environment["RIBLEAK_CONFIG"] ?? ""
        return config ?? (named.isEmpty ? nil : named)
    }

    /// The settings file's values, overridden by the environment.
    func read() throws(UserError) -> GateSettings {
        try GateSettings(readingFrom: file)
            .overridden(by: ProcessInfo.processInfo.environment)
    }
}

extension SettingsArguments {
    /// Why the project's tests let other findings pass than its settings; nil when they let the same
    /// pass, or that cannot be known.
    func oldCopy() -> String? {
        do throws(UserError) {
            let named = ProcessInfo.processInfo.environment["RIBLEAK_BASELINE"]
            guard named != Baseline.noFile else { return nil }
            let settings = try read()
            return settings.oldCopy(in: try settings.knownFindings())
        } catch {
            // What cannot be read is told where it is needed.
            return nil
        }
    }

    func warnOfOldCopy() {
        guard let copy = oldCopy() else { return }
        let file = file ?? InputFile.settings
        StandardStreams.say("warning: \(file): \(copy); \(GateSettings.renewalOfCopy)")
    }
}

/// The settings and the baseline that a report is compared with.
struct ComparisonArguments: ParsableArguments {
    @OptionGroup var settings: SettingsArguments

    @Option(
        help: ArgumentHelp(
            "A baseline: findings that are in it are known, not new.", valueName: "file"))
    var baseline: String?

    /// Reads what the project knows of its findings.
    ///
    /// - Returns: Compares a report with it.
    func read() throws(UserError) -> (RunReport) -> RunReport {
        let settings = try self.settings.read().overridden(baseline: baseline)
        let known = try settings.knownFindings()
        self.settings.warnOfOldCopy()
        return { $0.compared(with: settings, baseline: known, today: .today()) }
    }
}
