// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import RIBAnalysis
import RIBReport
import RIBRuns
import RIBText
import RIBTrace
import RIBTrees

/// `ribleak tree`: shows which RIBs were alive at a time.
struct Tree: ParsableCommand {
    /// The output format.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text
        case json
        case mermaid
    }

    static let configuration = CommandConfiguration(
        abstract: "Shows the tree of RIBs at any moment of a run.",
        discussion: """
            Objects that were detached and not yet deallocated are shown separately. These need \
            not be leaks: they may be freed a moment later. report names the leaks.
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

    @OptionGroup var colors: ColorArguments
    @OptionGroup var width: WidthArguments

    func run() throws {
        let (snapshots, errors) = traces.readEach { (trace) throws(TraceError) in
            redaction.shown(try TreeSnapshot(reading: trace, at: at))
        }
        // On a terminal, the text has already shown them.
        if format != .text || !Terminal.isOutput {
            for gaps in snapshots.compactMap(\.gaps) { StandardStreams.say("warning: \(gaps)") }
        }
        if !snapshots.isEmpty { try StandardStreams.write(text(for: snapshots)) }
        if errors > 0 { throw ExitCode.unreadableTrace }
    }

    private func text(for snapshots: [TreeSnapshot]) -> String {
        switch format {
        case .text:
            return snapshots.text(width.layout(colors))
        case .json: return snapshots.json
        case .mermaid: return snapshots.mermaid
        }
    }

    private static func moment(_ text: String) throws -> TraceTime {
        if let moment = TraceTime(text) { return moment }
        throw ValidationError("give \(TraceTime.forms)")
    }
}
