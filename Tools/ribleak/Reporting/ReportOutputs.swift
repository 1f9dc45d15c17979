// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import RIBAnalysis
import RIBFindingText
import RIBGate
import RIBHistory
import RIBReport
import RIBText

extension ReportFormat: ExpressibleByArgument {}

/// A format and a file to write, such as `html:report.html`; `-` is standard output.
struct ReportOutput: ExpressibleByArgument, Equatable {
    let format: ReportFormat
    let place: OutputPlace

    init?(argument: String) {
        let parts = argument.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let format = ReportFormat(rawValue: String(parts[0])),
            let place = try? OutputPlace(parsing: String(parts[1]))
        else { return nil }
        (self.format, self.place) = (format, place)
    }

    /// - Throws: What to give instead.
    init(parsing argument: String) throws {
        if let output = ReportOutput(argument: argument) {
            self = output
            return
        }
        let names = ReportFormat.allCases.map(\.rawValue)
        let (name, rest) = (argument.prefix { $0 != ":" }, argument.drop { $0 != ":" })
        guard !names.contains(String(name)) else {
            throw ValidationError("give a file too, such as \(name):report.\(name)")
        }
        if let near = names.nearest(to: String(name)) {
            throw ValidationError("did you mean '\(near)\(rest)'?")
        }
        throw ValidationError("give a format and a file, such as html:report.html")
    }
}

extension ReportOutput {
    /// - Throws: When two of the outputs go to the same place.
    static func refuseTwice(_ outputs: [ReportOutput]) throws {
        let paths = outputs.map { $0.place.path ?? "-" }
        if let twice = paths.first(where: { path in paths.count { $0 == path } > 1 }) {
            throw ValidationError("--output names \(twice) twice")
        }
    }
}

/// The documents that a subcommand writes beside what it says itself.
struct OutputArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A format and the file to write it to, or - for standard output. Can be given several times.",
            valueName: "format:file"), transform: ReportOutput.init(parsing:))
    var output: [ReportOutput] = []

    @OptionGroup var history: HistoryArguments

    var formats: [ReportFormat] { output.map(\.format) }

    func validate() throws { try ReportOutput.refuseTwice(output) }

    /// Starts the files, so that an error appears before any work.
    ///
    /// - Throws: `UserError`, or `ExitCode.cannotWrite` after reporting the reason.
    func opened() throws -> [(format: ReportFormat, output: OpenedOutput)] {
        try output.map { ($0.format, try $0.place.opened()) }
    }

    /// What a comment says beside the findings of a run.
    ///
    /// - Parameters:
    ///   - report: Nil when there is no run.
    ///   - verdict: The gate's; nil when no gate judges the run.
    func comment(on report: RunReport?, _ verdict: GateJudgement? = nil) -> CommentReport {
        var comment = CommentReport()
        comment.ruling = verdict.map {
            .init(passed: $0.outcome == .passed, line: $0.line, notes: $0.notes)
        }
        comment.code = .current
        comment.folder = RepositoryRoot.current.workingFolder
        comment.trend = report.flatMap(trend)
        return comment
    }

    /// How the run compares with the last ones of the branch that it will be merged into. A history
    /// that cannot be read is a warning, since the verdict does not depend on it.
    private func trend(of report: RunReport) -> String? {
        guard history.isThere else { return nil }
        do throws(UserError) {
            let last = try HistoryStore(reading: history.path)
                .report(
                    branch: RunOriginArguments.targetBranch, last: HistoryReport.mostRunsOfTrend)
            return last.trend(then: report)
        } catch {
            StandardStreams.say("warning: \(error)")
            return nil
        }
    }
}

/// The file from which GitHub Actions shows a step's summary.
struct StepSummary {
    private let path: String

    /// Appends the report, when one of these formats is written for GitHub and GitHub names the file.
    static func append(_ report: RunReport, beside formats: [ReportFormat]) {
        guard !Set(formats).isDisjoint(with: [.github, .markdown]),
            let path = ProcessInfo.processInfo.environment["GITHUB_STEP_SUMMARY"], !path.isEmpty
        else { return }
        StepSummary(path: path).append(report)
    }

    /// Appends the report to the step's summary, up to GitHub's size limit. Reports on standard
    /// error when it cannot.
    private func append(_ report: RunReport) {
        // If the path is a pipe, this must not wait for a reader.
        let flags = O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
        let descriptor = open(path, flags, 0o600)
        guard descriptor >= 0 else { return complain(errno) }
        defer { close(descriptor) }
        var facts = stat()
        guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
            return complain(EINVAL)
        }
        let room = IssueReport.mostBytesOfSummary - Int(facts.st_size)
        let text = IssueReport(report).markdown(mostBytes: room - 1)
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
