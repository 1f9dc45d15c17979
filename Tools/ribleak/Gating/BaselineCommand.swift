// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import RIBAnalysis
import RIBFindingText
import RIBGate
import RIBText

/// `ribleak baseline`: manages the list of known findings.
struct BaselineCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "baseline",
        abstract: "Manages the baseline: the known findings that the gate accepts.",
        subcommands: [BaselineWrite.self])
}

/// `ribleak baseline write`: records the findings of a run as known.
struct BaselineWrite: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "write",
        abstract: "Writes the findings of a run as the baseline.",
        discussion: """
            Use it after a run of all tests: a mistake that did not happen is not in the baseline. \
            Findings that a suppression covers are left out, so that they count again when it \
            expires. Library leaks are left out too. Tests find the file from their sources, and let \
            the same pass as the gate; for that, it has a copy of the suppressions and library leaks \
            of .ribleak.yml. After a change to these, --settings-only renews the copy. An existing file is replaced only if it is a baseline that this version can \
            read.

            Exit codes: 0 the baseline is written. 2 a trace or the old baseline cannot be read, \
            or the run cannot be judged. 74 the file cannot be written. 78 the settings are wrong.
            """)

    @OptionGroup var traces: TraceArguments

    @OptionGroup var settings: SettingsArguments

    @Option(
        help: ArgumentHelp(
            "The file to write.",
            discussion: """
                Default: $RIBLEAK_BASELINE, then the baseline that the settings name, then \
                \(InputFile.baseline). - is standard output.
                """,
            valueName: "file"), transform: OutputPlace.init(parsing:))
    var output: OutputPlace?

    @Flag(
        help: """
            Write the baseline even if the run cannot be judged in full: it is damaged, was killed \
            before it settled, dropped events, or has no RIB.
            """)
    var allowDoubtful = false

    @Flag(
        help: """
            Renew only the copy of the settings' suppressions and library leaks. This needs no run, and \
            no finding is added or taken out.
            """)
    var settingsOnly = false

    func validate() throws {
        guard !settingsOnly || (traces.trace.isEmpty && !allowDoubtful) else {
            throw ValidationError("--settings-only reads no run; name none")
        }
    }

    func run() throws {
        let settings = try self.settings.read()
        let place = output ?? .file(settings.baseline ?? InputFile.baseline)
        let file = try place.opened()
        let old = try place.path.map(Self.known) ?? Baseline([KnownFinding]())
        if settingsOnly { return try writeSettings(settings, old, file, place) }
        let report = try judged().namingLibraryLeaks(settings)
        let findings = SuppressionUse(
            settings.suppressions, of: report.findings, today: .today())
        var baseline = Baseline(of: report, knowing: findings.rest)
        (baseline.lint, baseline.exceptions) = (old.lint, settings.exceptions)
        let diff = FindingDiff(from: old, to: baseline, of: report)
        try file.finish(baseline.text)
        let leftOut = [
            findings.suppressed.isEmpty ? nil : "\(findings.suppressed.count) suppressed",
            report.libraryLeaks.isEmpty
                ? nil : Quantity.counted(report.libraryLeaks.count, "library leak"),
        ].compactMap { $0 }
        // What was done is no part of the document.
        guard let path = place.path else { return }
        try StandardStreams.write(line(diff, baseline, leftOut, path))
        if old.isOfEarlierVersion {
            try StandardStreams.write(
                "it was of an earlier ribleak and is of version \(Baseline.version) now\n")
        }
        try tellHowToHeed(path)
    }

    /// What the gate needs to heed a file that it does not find by itself.
    private func tellHowToHeed(_ path: String) throws {
        if try settings.read().baseline == nil {
            try StandardStreams.write(
                "for the gate to use it, write  baseline: \(TerminalEscape.escaped(path))  "
                    + "into \(InputFile.settings), or give gate --baseline\n")
        }
    }

    /// Writes what was known, with a new copy of the settings.
    private func writeSettings(
        _ settings: GateSettings, _ old: Baseline, _ file: OpenedOutput, _ place: OutputPlace
    ) throws {
        guard !old.isOfEarlierVersion else {
            StandardStreams.say(
                "error: \(place.path ?? "the baseline"): was written by an earlier ribleak; renew it "
                    + "with ribleak baseline write after a run of all tests")
            throw ExitCode.unreadableTrace
        }
        var baseline = old
        baseline.exceptions = settings.exceptions
        try file.finish(baseline.text)
        guard let path = place.path else { return }
        let exceptions = settings.exceptions
        try StandardStreams.write(
            "ribleak baseline: "
                + "\(Quantity.counted(exceptions.suppressions.count, "suppression")) and "
                + "\(Quantity.counted(exceptions.libraryLeaks.count, "library leak")) in "
                + "\(TerminalEscape.escaped(path)); its findings are as they were\n")
        try tellHowToHeed(path)
    }

    /// The current contents of the file.
    static func known(at path: String) throws -> Baseline {
        var facts = stat()
        guard lstat(path, &facts) == 0 else { return Baseline([KnownFinding]()) }
        do {
            return try Baseline(readingFrom: path)
        } catch {
            throw UserError(.input, path, "\(error.explanation); it was not overwritten")
        }
    }

    /// A run whose findings are all certain, or any run that the user asked to accept.
    private func judged() throws -> RunReport {
        guard !traces.areOld else {
            StandardStreams.say(
                "error: RIBLEAK_LEVEL: is off, so nothing was recorded; name a trace")
            throw ExitCode.unreadableTrace
        }
        let reading = traces.read()
        StandardStreams.warn(reading.report?.caveats ?? [])
        let report = try reading.whole()
        guard report.doubts.isEmpty || allowDoubtful else {
            StandardStreams.say(
                "error: the run: could not be judged completely, so nothing was written; "
                    + "--allow-doubtful writes what was found")
            throw ExitCode.unreadableTrace
        }
        try report.refuseWithoutNames(named: "the run", so: "nothing was written")
        return report
    }

    private func line(
        _ diff: FindingDiff, _ new: Baseline, _ leftOut: [String], _ path: String
    ) -> String {
        let renamed = diff[.moved].count + diff[.changed].count
        let names = renamed > 0 ? ", \(renamed) renamed" : ""
        let aside = leftOut.isEmpty ? "" : "; \(leftOut.joined(separator: " and ")) left out"
        return "ribleak baseline: \(Quantity.counted(new.entries.count, "finding")) in "
            + "\(TerminalEscape.escaped(path)): \(diff[.new].count) added, "
            + "\(diff[.fixed].count) taken out\(names)\(aside)\n"
    }
}
