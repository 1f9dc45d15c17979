// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import RIBAnalysis
import RIBFindingText
import RIBGate
import RIBReport
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
        case .kind(let kind): try StandardStreams.write(text().text(for: kind))
        case .object(let number, let process):
            try explain("object", number, in: process) { (trace) throws(TraceError) in
                try Explanation(ofObject: number, in: trace)
            }
        case .subscription(let number, let process):
            try explain("subscription", number, in: process) { (trace) throws(TraceError) in
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
        for line in CaveatLines.lines(for: report.caveats) {
            StandardStreams.say("warning: \(line)")
        }
        let found = report.findings.filter { $0.fingerprint.description.hasPrefix(digits) }
        if found.count == 1 {
            try StandardStreams.write(text().text(for: found[0]))
            if !reading.errors.isEmpty { throw ExitCode.unreadableTrace }
        } else if found.isEmpty {
            let near = Nearest.fingerprints(to: digits, among: report.findings)
            let rest = near.isEmpty ? "there are no findings" : "the nearest are \(Self.list(near))"
            try refuse(
                "\(digits): no finding's fingerprint begins with it; \(rest)", reading.errors.count)
        } else {
            let all = Self.list(found.map(\.fingerprint.description))
            try refuse("\(digits): \(found.count) findings begin with it; name one of \(all)", 0)
        }
    }

    private func explain(
        _ noun: String, _ number: UInt64, in process: Int?,
        _ read: (String) throws(TraceError) -> Explanation
    ) throws {
        let (all, errors) = traces.readEach(read)
        guard !all.isEmpty else { throw ExitCode.unreadableTrace }
        let explanations = all.filter { process == nil || $0.processID == process }
        if let process, explanations.isEmpty {
            let processes = Self.list(Set(all.map(\.processID)).sorted().map(String.init))
            return try refuse(
                "process \(process): is in none of the traces; they have \(processes)", errors)
        }
        let found = explanations.filter(\.isFound)
        for gaps in explanations.compactMap(\.gaps) { StandardStreams.say("warning: \(gaps)") }
        if found.count > 1 {
            try refuse(Self.ambiguity("\(noun):\(number)", found), 0)
        }
        guard let (story, caveats) = found.first?.story(LLVMSymbolizer()) else {
            let near = Set(explanations.flatMap(\.nearest)).sorted().prefix(Self.mostListed)
            let place = process.map { "@\($0)" } ?? ""
            let rest =
                near.isEmpty
                ? "there are none"
                : "the nearest are \(Self.list(near.map { "\(noun):\($0)\(place)" }))"
            return try refuse("\(noun):\(number)\(place): is not in the traces; \(rest)", errors)
        }
        for line in CaveatLines.lines(for: caveats) { StandardStreams.say("warning: \(line)") }
        try StandardStreams.write(
            text(ofOnlyProcess: all.count == 1).text(for: redaction.shown(story)))
        if errors > 0 { throw ExitCode.unreadableTrace }
    }

    private func text(ofOnlyProcess isOnly: Bool = true) -> ExplanationText {
        ExplanationText(
            width.layout(isColored: colors.isColored()), isOfOnlyProcess: isOnly)
    }

    /// Says that several traces have an id, and how to name one of them.
    private static func ambiguity(_ id: String, _ found: [Explanation]) -> String {
        let processes = Set(found.map(\.processID)).sorted()
        let names =
            processes.count == found.count
            ? processes.map { "\(id)@\($0)" } : found.map(\.trace)
        return "\(id): is in \(found.count) traces; name one of \(list(names))"
    }

    /// Reports why nothing is explained.
    ///
    /// - Parameter errors: The number of unreadable traces. The id may be in one of them.
    private func refuse(_ line: String, _ errors: Int) throws {
        StandardStreams.say("error: \(line)")
        throw errors > 0 ? ExitCode.unreadableTrace : ExitCode.validationFailure
    }

    private static let mostListed = 8

    private static func list(_ texts: [String]) -> String {
        let left = texts.count - mostListed
        return texts.prefix(mostListed).joined(separator: ", ")
            + (left > 0 ? ", … \(left) more" : "")
    }

    private static func id(_ text: String) throws -> ExplainedID {
        if let id = ExplainedID(text) { return id }
        let kinds = FindingKind.allCases.map(\.rawValue)
        if let kind = NearestName.to(text, among: kinds) {
            throw ValidationError("did you mean \(kind)?")
        }
        throw ValidationError("give \(ExplainedID.forms)")
    }
}
