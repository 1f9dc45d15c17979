// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
import RIBGate
import RIBReport
import RIBRuns
import RIBText
import RIBTrace

extension Tool {
    private static let subjects = ["finding", "kind", "object", "subscription"]

    static let explain = Tool(
        name: "explain", title: "Explain a finding, kind, object or subscription",
        description: """
            Shows everything about one finding by its fingerprint: whole call stacks, all victims, \
            what keeps it alive. With the name of a kind, such as leaked-router, it shows that kind's \
            page: cause, example and fix; this needs no run. With object:17 or subscription:5, as \
            other answers print them, it tells the life of that object or subscription. Use it before \
            you change code.
            """,
        parameters: [
            ToolParameter(
                "id", .text, "What to explain: \(ExplainedID.forms).",
                isRequired: true), .run, .cursor,
        ],
        output: [
            "id": Schema.text("What was asked for."),
            "subject": Schema.word("What it is.", subjects),
            "run": Schema.text("The run's name; null for a kind.", isNullable: true),
            "caveats": Schema.caveats,
            "text": Schema.text("The explanation, a page of its lines."),
            "finding": [
                "description": "The finding as findings shows it; null for other subjects.",
                "type": ["object", "null"],
            ],
        ],
        answer: { (arguments, library) throws(ToolError) in
            let asked = arguments.text("id") ?? ""
            guard let id = ExplainedID(asked) else {
                let near = FindingKind.allCases.map(\.rawValue).nearest(to: asked)
                throw ToolError(
                    "\(InertText.quoted(asked)): is not an id; "
                        + (near.map { "did you mean \($0)?" } ?? "give \(ExplainedID.forms)"))
            }
            switch id {
            case .kind(let kind):
                return try Tool.explanation(
                    of: "kind", TextLayout().text(for: kind), arguments)
            case .finding(let digits):
                let run = try library.index.run(named: arguments.text("run"))
                let (finding, reading) = try library.finding(digits, in: run)
                return try Tool.explanation(
                    of: "finding", TextLayout().text(for: finding), run: reading.run,
                    caveats: reading.caveats, stamp: reading.stamp,
                    finding: ShownFinding(finding).json, arguments)
            case .object(let number, _):
                return try Tool.story(of: id, "object", arguments, library) {
                    (trace) throws(TraceError) in try Explanation(ofObject: number, in: trace)
                }
            case .subscription(let number, _):
                return try Tool.story(of: id, "subscription", arguments, library) {
                    (trace) throws(TraceError) in try Explanation(ofSubscription: number, in: trace)
                }
            }
        })

    /// - Parameter read: Reads what happened to the subject in one trace.
    private static func story(
        of id: ExplainedID, _ subject: String, _ arguments: ToolArguments, _ library: RunLibrary,
        _ read: (String) throws(TraceError) -> Explanation
    ) throws(ToolError) -> ToolAnswer {
        let run = try library.index.run(named: arguments.text("run"))
        let (all, errors, stamp) = try library.readEach(of: run, read)
        let (text, caveats): (String, [Caveat])
        do throws(ExplanationMiss) {
            let found = try Explanation.one(id, in: all)
            guard let (story, doubts) = found.story(library.symbolizer) else {
                throw ExplanationMiss(found.trace + ": has no such number")
            }
            text = TextLayout().text(for: story, isOfOnlyProcess: all.count == 1)
            caveats = doubts
        } catch {
            throw ToolError(error.line)
        }
        return try explanation(
            of: subject, text,
            run: run, caveats: errors + all.compactMap(\.gaps) + caveats.lines, stamp: stamp,
            arguments)
    }

    /// - Parameter run: Nil for what needs no run.
    private static func explanation(
        of subject: String, _ text: String, run: ServedRun? = nil,
        caveats: [String] = [], stamp: String = "", finding: JSONValue = .null,
        _ arguments: ToolArguments
    ) throws(ToolError) -> ToolAnswer {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { String($0.prefix(2_000)) }
        let page = try arguments.page(
            of: lines, by: [stamp], atMost: .max, room: AnswerLimits.pageBytes / 2
        ) { InertText.fenced($0).utf8.count + 1 }
        let shown = page.elements.joined(separator: "\n")
        var members: [String: JSONValue] = [
            "id": JSONValue(arguments.text("id")), "subject": .string(subject),
            ToolAnswer.textMember: .string(shown), "finding": finding,
        ]
        if run == nil { members["run"] = .null }
        return ToolAnswer(
            quoted: shown, notes: page.notes("lines"), run: run, caveats: caveats,
            page: page, members: members)
    }
}

extension RunLibrary {
    /// The finding that an id names, in a run's report.
    func finding(
        _ digits: String, in run: ServedRun
    ) throws(ToolError) -> (finding: Finding, reading: Reading) {
        let (report, reading) = try report(on: run)
        let named = report.namingLibraryLeaks(try known().settings)
        do throws(ExplanationMiss) {
            return (try Explanation.finding(digits, in: named.findings), reading)
        } catch {
            throw ToolError(error.line)
        }
    }
}
