// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import RIBAnalysis
import RIBFindingText
import RIBGate
import RIBReport
import RIBRuns
import RIBText
import RIBTrace

/// `ribleak explain`: shows everything about one finding, object or subscription, or about a kind of
/// finding.
struct Explain: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Shows everything about one finding, object or subscription.",
        discussion: """
            A finding is named by its fingerprint, which report prints. A subscription, or the \
            object that owns it, is named by the id that subscriptions prints. Stacks are shown in \
            full.

            A kind of finding, such as leaked-router, shows its page: cause, example and fix. This \
            needs no trace.

            Exits with 64 if nothing has that id, or if several have, and names similar ids.
            """)

    @Argument(
        help: ArgumentHelp("What to explain: \(ExplainedID.forms).", valueName: "id"),
        transform: Explain.id)
    var id: ExplainedID

    @OptionGroup var traces: TraceArguments
    @OptionGroup var redaction: RedactionArguments
    @OptionGroup var settings: SettingsArguments

    @OptionGroup var colors: ColorArguments
    @OptionGroup var width: WidthArguments

    func run() throws {
        switch id {
        case .finding(let digits): try explainFinding(digits)
        case .kind(let kind): try StandardStreams.write(layout.text(for: kind))
        case .object(let number, _):
            try explain(id) { (trace) throws(TraceError) in
                try Explanation(ofObject: number, in: trace)
            }
        case .subscription(let number, _):
            try explain(id) { (trace) throws(TraceError) in
                try Explanation(ofSubscription: number, in: trace)
            }
        }
    }

    private func explainFinding(_ digits: String) throws {
        // Only the library leaks of the settings count here.
        let settings = try settings.read()
        let reading = traces.read()
        guard let report = reading.report.map(redaction.shown)?.namingLibraryLeaks(settings) else {
            throw ExitCode.unreadableTrace
        }
        StandardStreams.warn(report.caveats)
        try refusing(reading.errors.count) { () throws(ExplanationMiss) in
            let finding = try Explanation.finding(digits, in: report.findings)
            return layout.text(for: finding)
        }
    }

    private func explain(
        _ id: ExplainedID, _ read: (String) throws(TraceError) -> Explanation
    ) throws {
        let (all, errors) = traces.readEach(read)
        guard !all.isEmpty else { throw ExitCode.unreadableTrace }
        for gaps in all.compactMap(\.gaps) { StandardStreams.say("warning: \(gaps)") }
        try refusing(errors) { () throws(ExplanationMiss) in
            let found = try Explanation.one(id, in: all)
            guard let (story, caveats) = found.story(LLVMSymbolizer()) else { return "" }
            StandardStreams.warn(caveats)
            return layout.text(for: redaction.shown(story), isOfOnlyProcess: all.count == 1)
        }
    }

    /// Writes an explanation, or reports why there is none.
    ///
    /// - Parameter errors: The number of unreadable traces. What was asked for may be in one of them.
    private func refusing(
        _ errors: Int, _ explanation: () throws(ExplanationMiss) -> String
    ) throws {
        let text: String
        do throws(ExplanationMiss) {
            text = try explanation()
        } catch {
            StandardStreams.say("error: \(error)")
            throw errors > 0 && error.mayBeUnread
                ? ExitCode.unreadableTrace : ExitCode.validationFailure
        }
        try StandardStreams.write(text)
        if errors > 0 { throw ExitCode.unreadableTrace }
    }

    private var layout: TextLayout { width.layout(colors) }

    private static func id(_ text: String) throws -> ExplainedID {
        if let id = ExplainedID(text) { return id }
        let kinds = FindingKind.allCases.map(\.rawValue)
        if let kind = kinds.nearest(to: text) {
            throw ValidationError("did you mean \(kind)?")
        }
        throw ValidationError("give \(ExplainedID.forms)")
    }
}
