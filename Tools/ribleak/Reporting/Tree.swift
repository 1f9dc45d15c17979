// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import RIBAnalysis
import RIBReport
import RIBTrace
import RIBTrees

/// `ribleak tree`: shows which RIBs lived at a moment.
struct Tree: ParsableCommand {
    /// What the tree is written for.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text
        case json
        case mermaid
    }

    static let configuration = CommandConfiguration(
        abstract: "Shows the tree of RIBs as it was at any moment of a run.",
        discussion: """
            What was detached and has not been deallocated so far is shown apart. That is no \
            judgement: it may be freed a moment later. What leaked is said by report.
            """)

    @OptionGroup var traces: TraceArguments
    @OptionGroup var redaction: RedactionArguments

    @Option(
        help: ArgumentHelp(
            "The moment: \(TraceTime.forms). Default: the end.", valueName: "time"),
        transform: Tree.moment)
    var at: TraceTime = .end

    @Option(help: "For people (text), programs (json) or documents (mermaid).")
    var format: Format = .text

    @Option(help: "Colours in text; auto means on a terminal.")
    var color: ColorChoice = .auto

    func run() throws {
        let (snapshots, errors) = traces.readEach { (trace) throws(TraceError) in
            redaction.shown(try TreeSnapshot(reading: trace, at: at))
        }
        let isTerminal = isatty(STDOUT_FILENO) == 1
        // On a terminal the text has just shown them.
        if format != .text || !isTerminal {
            for gaps in snapshots.compactMap(\.gaps) { StandardStreams.say("warning: \(gaps)") }
        }
        if !snapshots.isEmpty { try StandardStreams.write(text(for: snapshots, isTerminal)) }
        if errors > 0 { throw ExitCode.unreadableTrace }
    }

    private func text(for snapshots: [TreeSnapshot], _ isTerminal: Bool) -> String {
        switch format {
        case .text:
            let environment = ProcessInfo.processInfo.environment
            return TreeText(
                isColored: color.usesColor(isTerminal: isTerminal, environment: environment)
            ).text(for: snapshots)
        case .json: return TreeJSON().text(for: snapshots)
        case .mermaid: return TreeMermaid().text(for: snapshots)
        }
    }

    private static func moment(_ text: String) throws -> TraceTime {
        if let moment = TraceTime(text) { return moment }
        throw ValidationError("give \(TraceTime.forms)")
    }
}
