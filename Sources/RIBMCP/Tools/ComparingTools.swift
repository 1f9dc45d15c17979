// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
import RIBGate
import RIBText

extension RunLibrary {
    /// The answer of the tool `diff`.
    func diff(_ arguments: ToolArguments) throws -> ToolAnswer {
        let before = arguments.text("before") ?? ""
        // The folders are looked through once.
        let index = index
        let now = try ComparedRun(try index.run(named: arguments.text("after")), in: self)
        let old =
            before == "baseline"
            ? try ComparedRun(baselineOf: self)
            : try ComparedRun(try index.run(named: before), in: self)
        let diff = FindingDiff(from: old.known, to: now.known, of: now.run)
        let all = FindingDiff.Part.allCases.flatMap { part in diff[part].map { (part, $0) } }
        let page = try arguments.page(
            of: all, by: [old.stamp, now.stamp], atMost: arguments.count("limit") ?? 50
        ) {
            200 + max($1.line.utf8.count, 2 * InertText.line($1.line, atMost: 4_000).utf8.count)
        }
        let counts = FindingDiff.Part.allCases.map { ($0.rawValue, diff[$0].count) }
        return ToolAnswer(
            head: [
                "From \(InertText.quoted(old.name)) to \(InertText.quoted(now.name)): \(diff.counts)."
            ],
            quoted: page.elements.map { "\($0.title): \($1.line)\n" }.joined(),
            notes: page.notes("findings"),
            caveats: old.caveats + now.caveats, page: page,
            members: [
                "before": old.name, "after": now.name,
                "counts": JSONValue(Dictionary(uniqueKeysWithValues: counts)),
                "entries": page.elements.map { Self.json($0, $1) },
            ])
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

extension RunLibrary {
    /// The answer of the tool `gate`.
    func gate(_ arguments: ToolArguments) throws -> ToolAnswer {
        let run = try index.run(named: arguments.text("run"))
        let reading = reading(of: run)
        let (settings, baseline) = try known()
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
        // The settings are read anew for each page. If the verdict changed, the cursor is refused.
        let page = try arguments.page(
            of: verdict.details.map { InertText.line($0) }, by: [reading.stamp, verdict.line],
            atMost: 100
        ) { JSONValue.string($0).bytes }
        return ToolAnswer(
            quoted: (["ribleak gate: \(verdict.line)"] + page.elements).map { $0 + "\n" }.joined(),
            notes: page.notes("lines"), run: reading.run, caveats: reading.caveats, page: page,
            members: [
                "outcome": "\(verdict.outcome)", "exitCode": Int(verdict.outcome.rawValue),
                "line": verdict.line,
                // Without the blanks that set a detail below another line.
                "details": page.elements.map { String($0.drop { $0 == " " }) },
            ])
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

    init(_ run: ServedRun, in library: RunLibrary) throws {
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

    init(baselineOf library: RunLibrary) throws {
        guard let baseline = try library.known().baseline else {
            throw ToolError(
                "the project has no baseline; name a run, or write one with ribleak baseline write")
        }
        (name, known, run) = ("baseline", baseline, nil)
        (caveats, stamp) = ([], "\([baseline.text].stableHash)")
    }
}
