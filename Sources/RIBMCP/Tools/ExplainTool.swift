// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
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
                name: "id", form: .text, description: "What to explain: \(ExplainedID.forms).",
                isRequired: true), .run, .cursor,
        ],
        output: [
            "id": Schema.text("What was asked for."),
            "subject": Schema.word("What it is.", subjects),
            "run": Schema.text("The run's name; null for a kind.", isNullable: true),
            "caveats": RunAnswer.schema["caveats"] ?? [:],
            "text": Schema.text("The explanation, a page of its lines."),
            "finding": [
                "description": "The finding as findings shows it; null for other subjects.",
                "type": ["object", "null"],
            ],
        ].merging(Page<String>.schema) { $1 },
        answer: { (arguments, library) throws(ToolError) in
            let asked = arguments.text("id") ?? ""
            guard let id = ExplainedID(asked) else {
                let near = FindingKind.allCases.map(\.rawValue).nearest(to: asked)
                throw ToolError(
                    "\(InertText.quoted(asked)): is not an id; "
                        + (near.map { "did you mean \($0)?" } ?? "give \(ExplainedID.forms)"))
            }
            if case .kind(let kind) = id {
                let page = TextLayout().text(for: kind)
                return try Tool.explanation(
                    Explained(subject: "kind", text: page, run: nil, stamp: ""), asked, arguments)
            }
            let run = try library.index.run(named: arguments.text("run"))
            return try Tool.explanation(
                try library.explained(id, in: run), asked, arguments)
        })

    private static func explanation(
        _ explained: Explained, _ asked: String, _ arguments: ToolArguments
    ) throws(ToolError) -> ToolAnswer {
        let lines = explained.text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { String($0.prefix(2_000)) }
        let call = arguments.call + [explained.stamp]
        let page = Page(
            of: lines, from: try arguments.start(of: call), atMost: .max,
            room: AnswerLimits.pageBytes / 2
        ) { InertText.fenced($0).utf8.count + 1 }
        let text = page.elements.joined(separator: "\n")
        return ToolAnswer(
            head: explained.run?.head ?? [], quoted: explained.run?.quoting(text) ?? text,
            notes: page.notes("lines", of: call),
            structure: JSONValue.merging(
                explained.run?.members ?? ["run": .null, "caveats": []], page.members(of: call),
                [
                    "id": .string(asked), "subject": .string(explained.subject),
                    ToolAnswer.textMember: .string(text),
                    "finding": explained.finding ?? .null,
                ]))
    }
}

/// An explanation before it is cut into pages.
struct Explained {
    let subject: String
    let text: String
    /// Nil for what needs no run.
    let run: RunAnswer?
    let stamp: String
    var finding: JSONValue?
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

    fileprivate func explained(
        _ id: ExplainedID, in run: ServedRun
    ) throws(ToolError) -> Explained {
        switch id {
        case .kind(let kind):
            return Explained(
                subject: "kind", text: TextLayout().text(for: kind), run: nil, stamp: "")
        case .finding(let digits):
            let (finding, reading) = try finding(digits, in: run)
            return Explained(
                subject: "finding", text: TextLayout().text(for: finding),
                run: RunAnswer(reading), stamp: reading.stamp, finding: ShownFinding(finding).json)
        case .object(let number, _):
            return try story(of: id, "object", in: run) { (trace) throws(TraceError) in
                try Explanation(ofObject: number, in: trace)
            }
        case .subscription(let number, _):
            return try story(of: id, "subscription", in: run) { (trace) throws(TraceError) in
                try Explanation(ofSubscription: number, in: trace)
            }
        }
    }

    private func story(
        of id: ExplainedID, _ subject: String, in run: ServedRun,
        _ read: (String) throws(TraceError) -> Explanation
    ) throws(ToolError) -> Explained {
        let (all, errors, stamp) = try readEach(of: run, read)
        do throws(ExplanationMiss) {
            let found = try Explanation.one(id, in: all)
            guard let (story, caveats) = found.story(symbolizer) else {
                throw ExplanationMiss(found.trace + ": has no such number")
            }
            let text = TextLayout().text(for: story, isOfOnlyProcess: all.count == 1)
            return Explained(
                subject: subject, text: text,
                run: RunAnswer(
                    run,
                    caveats: errors + all.compactMap(\.gaps) + caveats.lines),
                stamp: stamp)
        } catch {
            throw ToolError(error.line)
        }
    }
}
