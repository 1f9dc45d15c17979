// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
import RIBGate
import RIBText

extension Tool {
    static let gate = Tool(
        name: "gate", title: "Check a run against the project's limits",
        description: """
            Says whether a run is within the limits of the project's .ribleak.yml and its baseline, as \
            ribleak gate does in CI: passed, exceeded, or doubtful when the run cannot be judged. Use \
            it before you call a change done. It changes nothing, and writes no baseline.
            """,
        parameters: [
            .run,
            ToolParameter(
                "ratchet", .flag,
                "Fail for fixed findings of the baseline too. Only for runs of all tests."),
            .cursor,
        ],
        output: [
            "outcome": Schema.word("How it ended.", ["passed", "exceeded", "doubtful"]),
            "exitCode": Schema.count("What ribleak gate would exit with."),
            "line": Schema.text("The outcome and its reason."),
            "details": Schema.list(
                of: Schema.text("One line."),
                "What is above the limits, what to do about exceptions, and what else to know."),
        ].merging(Schema.run) { $1 },
        answer: { (arguments, library) throws(ToolError) in
            let run = try library.index.run(named: arguments.text("run"))
            let reading = library.reading(of: run)
            let (settings, baseline) = try library.known()
            let ratchets = arguments.flag("ratchet")
            if ratchets, baseline == nil {
                throw ToolError("gate: ratchet needs a baseline, and the project has none")
            }
            guard reading.report != nil || !reading.errors.isEmpty else {
                throw ToolError("gate: the run has no trace; name another")
            }
            let verdict = GateJudgement(
                reading.report.map(GateSubject.run), isPartial: !reading.errors.isEmpty,
                settings: settings, baseline: baseline, ratchets: ratchets, today: .today())
            let page = try arguments.page(
                of: verdict.details.map { InertText.line($0) }, by: [reading.stamp, verdict.line],
                atMost: 100
            ) { JSONValue.string($0).bytes }
            return ToolAnswer(
                quoted: (["ribleak gate: \(verdict.line)"] + page.elements).map { $0 + "\n" }
                    .joined(),
                notes: page.notes("lines"), run: reading.run, caveats: reading.caveats, page: page,
                members: [
                    "outcome": .string("\(verdict.outcome)"),
                    "exitCode": JSONValue(Int(verdict.outcome.rawValue)),
                    "line": .string(verdict.line),
                    // Without the blanks that set a detail below another line.
                    "details": JSONValue(page.elements.map { String($0.drop { $0 == " " }) }),
                ])
        })
}
