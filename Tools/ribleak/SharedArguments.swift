// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import RIBAnalysis
import RIBReport
import RIBRuns
import RIBSetup
import RIBText
import RIBTrace
import RIBTrees

/// The traces that a subcommand works on.
struct TraceArguments: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "Run folders or trace folders.",
            discussion: "Default: the newest run below $RIBLEAK_TRACE_DIR or .ribleak."))
    var trace: [String] = []

    func validate() throws {
        if trace.contains("") { throw ValidationError("the name of a trace is empty") }
    }

    /// Reads what is readable, and reports the rest on standard error.
    func read() -> PartialReading {
        let reading = readQuietly()
        reading.sayErrors()
        return reading
    }

    /// Reads what is readable, without reporting errors.
    func readQuietly() -> PartialReading {
        let reading = ProgressLine(work: "reading the run").during {
            PartialReading(
                of: trace, defaultFolder: Self.defaultFolder, symbolizer: LLVMSymbolizer())
        }
        for doubt in reading.doubts { StandardStreams.say("warning: \(doubt)") }
        return reading
    }

    /// The folder of the run, unless its traces were named one by one or are of several runs.
    var runFolder: String? {
        let found = PartialReading.traces(named: trace, defaultFolder: Self.defaultFolder).found
        guard Set(found).isDisjoint(with: trace) else { return nil }
        let runs = Set(found.map { URL(fileURLWithPath: $0).deletingLastPathComponent().path })
        return runs.count == 1 ? runs.first : nil
    }

    /// Whether the newest run would be used while the recorder is off. It can only be an old one.
    var areOld: Bool {
        trace.isEmpty
            && ProcessInfo.processInfo.environment["RIBLEAK_LEVEL"]?.lowercased()
                == RecordingLevel.off.rawValue
    }

    /// Reads traces one by one, and reports the unreadable ones on standard error.
    ///
    /// - Parameter read: Reads the trace in a folder.
    /// - Returns: The results, and the number of reported errors.
    func readEach<Result>(
        _ read: (String) throws(TraceError) -> Result
    ) -> (results: [Result], errors: Int) {
        let traces = PartialReading.traces(named: trace, defaultFolder: Self.defaultFolder)
        var errors = traces.errors
        var results: [Result] = []
        ProgressLine(work: "reading the run").during {
            for trace in traces.found {
                do throws(TraceError) {
                    results.append(try read(trace))
                } catch {
                    errors.append(error)
                }
            }
        }
        for doubt in traces.doubts { StandardStreams.say("warning: \(doubt)") }
        for error in errors { StandardStreams.say("error: \(error)") }
        return (results, errors.count)
    }

    /// The folder that holds the runs when nobody names one.
    static var defaultFolder: String {
        let folder = ProcessInfo.processInfo.environment["RIBLEAK_TRACE_DIR"] ?? ""
        return folder.isEmpty ? ".ribleak" : folder
    }
}

extension PartialReading {
    /// Reports on standard error what could not be read.
    func sayErrors() {
        for error in errors { StandardStreams.say("error: \(error)") }
    }

    /// The report on traces of which each could be read.
    ///
    /// - Throws: `ExitCode.unreadableTrace` when one could not.
    func whole() throws -> RunReport {
        guard let report, errors.isEmpty else { throw ExitCode.unreadableTrace }
        return report
    }
}

/// A format for people or for programs.
enum TextOrJSON: String, ExpressibleByArgument, CaseIterable {
    case text
    case json
}

/// When a command's text is coloured.
enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
    case auto
    case always
    case never
}

/// Whether a command's text is coloured.
struct ColorArguments: ParsableArguments {
    @Option(help: "Colours on standard output; auto means on a terminal.")
    var color: ColorChoice = .auto

    /// Whether text gets colours.
    ///
    /// - Parameter toTerminal: False for text that goes to a file instead of standard output.
    func isColored(toTerminal: Bool = Terminal.isOutput) -> Bool {
        TextLayout.usesColor(
            color == .auto ? nil : color == .always, isTerminal: toTerminal,
            environment: ProcessInfo.processInfo.environment)
    }
}

/// How wide a command's text may be.
struct WidthArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            How many columns a line of text may take, at least \(TextLayout.leastWidth); 0 for as \
            many as it needs. Default: the terminal's.
            """, valueName: "columns"))
    var width: Int?

    func validate() throws {
        guard width ?? 0 >= 0 else { throw ValidationError("--width must not be negative") }
    }

    /// The layout of text on standard output.
    ///
    /// - Parameter colors: Nil for text without colours.
    func layout(_ colors: ColorArguments? = nil) -> TextLayout {
        TextLayout(
            isColored: colors?.isColored() ?? false, width: columns,
            alphabet: StandardStreams.alphabet)
    }

    /// Nil for no limit.
    private var columns: Int? {
        if let width { return width == 0 ? nil : width }
        return Terminal.isOutput ? Terminal.width : nil
    }
}

/// Whether the output may reveal details of the machine that made it.
struct RedactionArguments: ParsableArguments {
    @Flag(
        help: ArgumentHelp(
            "Show no folder outside the working directory, for reports that others will see.",
            discussion: """
                Only the last component of such a path is shown: …/HomeInteractor.swift. Errors in \
                the arguments of this command still show whole paths.
                """))
    var redactPaths = false

    /// The style of reports, which name files from the repository's root.
    var style: ReportStyle {
        let root = RepositoryRoot.current
        return ReportStyle(root: redactPaths ? "" : root.path, manifest: root.manifest)
    }

    func shown(_ report: RunReport) -> RunReport { redactPaths ? report.redactingPaths() : report }

    /// - Parameter formats: The formats to be written, of which some look up lines in the
    ///   repository.
    func shown(_ report: RunReport, as formats: [ReportFormat]) -> RunReport {
        shown(report.locatingTypes(for: formats, in: RepositoryRoot.current.path))
    }

    func shown(_ details: RunDetails) -> RunDetails {
        redactPaths ? details.redactingPaths() : details
    }

    func shown(_ list: SubscriptionReport) -> SubscriptionReport {
        redactPaths ? list.redactingPaths() : list
    }

    func shown(_ snapshot: TreeSnapshot) -> TreeSnapshot {
        redactPaths ? snapshot.redactingPaths() : snapshot
    }

    func shown(_ story: Explanation.Story) -> Explanation.Story {
        redactPaths ? story.redactingPaths() : story
    }
}

extension RepositoryRoot {
    /// The package manifest nearest to the working directory, relative to the root. It is the place
    /// of a finding for which no line is known.
    var manifest: String {
        let parts = workingFolder.split(separator: "/")
        let candidates = (0...parts.count).reversed().map {
            (parts.prefix($0) + ["Package.swift"]).joined(separator: "/")
        }
        return candidates.first { FileManager.default.fileExists(atPath: "\(path)/\($0)") }
            ?? candidates[0]
    }
}
