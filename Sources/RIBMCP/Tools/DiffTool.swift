// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
import RIBGate
import RIBText

extension Tool {
    static let diff = Tool(
        name: "diff", title: "Compare the findings of two runs",
        description: """
            Says which findings are new, fixed and unchanged between two runs, or between the \
            project's baseline and a run. Use it after a fix and a new run, to see that the finding is \
            gone and no other came. A finding that is only missing because a test did not run is listed \
            as fixed too.
            """,
        parameters: [
            ToolParameter(
                "before", .text,
                "The earlier run's name from list_runs, or baseline for the project's.",
                isRequired: true),
            ToolParameter("after", .text, "The later run's name. Default: the newest run."),
            .limit(1...200, usual: 50), .cursor,
        ],
        output: [
            "before": Schema.text("The earlier run."), "after": Schema.text("The later run."),
            "counts": Schema.object(
                eachPart { Schema.count($0.meaning) }, "How many there are in all."),
            "entries": Schema.list(
                of: Schema.object([
                    "change": Schema.word(
                        "What became of it.", FindingDiff.Part.allCases.map(\.rawValue)),
                    "finding": entry(isNullable: false), "was": entry(isNullable: true),
                ]), "New ones first."),
            "caveats": Schema.caveats,
        ],
        answer: { (arguments, library) throws(ToolError) in
            let index = library.index
            let before = arguments.text("before") ?? ""
            let now = try ComparedRun(try index.run(named: arguments.text("after")), in: library)
            let old =
                before == "baseline"
                ? try ComparedRun(baselineOf: library)
                : try ComparedRun(try index.run(named: before), in: library)
            let diff = FindingDiff(from: old.known, to: now.known, of: now.run)
            let all = FindingDiff.Part.allCases.flatMap { part in diff[part].map { (part, $0) } }
            let page = try arguments.page(of: all, by: [old.stamp, now.stamp]) {
                200 + max($1.line.utf8.count, 2 * InertText.line($1.line, atMost: 4_000).utf8.count)
            }
            return ToolAnswer(
                head: [
                    "From \(InertText.quoted(old.name)) to \(InertText.quoted(now.name)): "
                        + diff.counts + "."
                ],
                quoted: page.elements.map { "\($0.0.title): \($0.1.line)\n" }.joined(),
                notes: page.notes("findings"),
                caveats: old.caveats + now.caveats, page: page,
                members: [
                    "before": .string(old.name), "after": .string(now.name),
                    "counts": .object(Tool.eachPart { JSONValue(diff[$0].count) }),
                    "entries": .array(page.elements.map { Tool.json($0.0, $0.1) }),
                ])
        })

    private static func eachPart(
        _ value: (FindingDiff.Part) -> JSONValue
    ) -> [String: JSONValue] {
        FindingDiff.Part.allCases.reduce(into: [:]) { $0[$1.rawValue] = value($1) }
    }

    private static func entry(isNullable: Bool) -> JSONValue {
        Schema.object(
            [
                "fingerprint": Schema.text("What explain takes."),
                "kind": Schema.text("What is wrong."),
                "ribPath": Schema.text("The place in the tree."),
                "type": Schema.text("The culprit's type."),
                "count": Schema.count("How many objects showed it.", isNullable: true),
            ],
            isNullable
                ? "As it was before; null unless its name or count changed." : "As it is now.",
            isNullable: isNullable)
    }

    private static func json(_ part: FindingDiff.Part, _ entry: FindingDiff.Entry) -> JSONValue {
        [
            "change": .string(part.rawValue), "finding": json(entry.finding),
            "was": entry.was.map(json) ?? .null,
        ]
    }

    private static func json(_ finding: KnownFinding) -> JSONValue {
        InertText.value(finding.json.adding(["count": JSONValue(finding.count)]))
    }
}

/// One side of a comparison.
private struct ComparedRun {
    let name: String
    let known: Baseline
    /// Nil for the baseline.
    let run: RunReport?
    let caveats: [String]
    let stamp: String

    init(_ run: ServedRun, in library: RunLibrary) throws(ToolError) {
        let (report, reading) = try library.report(on: run)
        if !reading.errors.isEmpty { throw RunLibrary.unreadable(run, reading.errors) }
        if let obstacle = report.obstaclesToComparing.first {
            throw ToolError(
                "run \(InertText.quoted(run.name)): has no names of functions (\(InertText.quoted(obstacle.text))), so "
                    + "nothing was compared; run the tests again, and call findings before the next "
                    + "build")
        }
        name = run.name
        known = Baseline(of: report, knowing: report.findings)
        self.run = report
        caveats = report.doubts.lines.map { "\(run.name): \($0)" }
        stamp = reading.stamp
    }

    init(baselineOf library: RunLibrary) throws(ToolError) {
        guard let baseline = try library.known().baseline else {
            throw ToolError(
                "the project has no baseline; name a run, or write one with ribleak baseline write")
        }
        (name, known, run) = ("baseline", baseline, nil)
        (caveats, stamp) = ([], "\([baseline.text].stableHash)")
    }
}
