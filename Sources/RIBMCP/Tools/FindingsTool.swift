// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
import RIBGate
import RIBText

extension Tool {
    static let findings = Tool(
        name: "findings", title: "Find leaks in a run",
        description: """
            Judges a recorded run and lists what is wrong, the most damaging first: leaked routers, \
            interactors, views and other objects, and subscriptions that fire or live on while \
            inactive. For each it gives the line of code to look at first, what keeps the object \
            alive, the call stacks and a hint how to mend it. Use it first, and again after each fix \
            and new run. A finding that the project's baseline or settings accept is marked known or \
            suppressed. Without findings, the verdict says whether that can be trusted.
            """,
        parameters: [
            .run,
            ToolParameter("kind", .word(FindingKind.allCases.map(\.rawValue)), "Only this kind."),
            .ribPath,
            ToolParameter(
                "onlyNew", .flag, "Only new findings: not known, not suppressed, not library leaks."
            ),
            .limit(1...50, usual: 10), .cursor,
        ],
        output: [
            "verdict": Schema.text("The result of the run in one line."),
            "isClean": Schema.flag("Whether the run has no leak and no value while inactive."),
            "isDoubtful": Schema.flag(
                "Whether a clean result may only mean that too little was recorded."),
            "summary": Schema.object(
                [
                    "tracked": Schema.count("Objects that were followed."),
                    "leaks": Schema.count("Different leaks."),
                    "inactiveFires": Schema.count("Subscriptions that fired while inactive."),
                    "warnings": Schema.count("Findings that fail no gate."),
                    "dropped": Schema.count("Events that were lost."),
                ], "The counts of the whole run."),
            "findings": Schema.list(of: ShownFinding.schema, "Most damaging first."),
        ].merging(Schema.run) { $1 },
        answer: { (arguments, library) throws(ToolError) in
            let run = try library.index.run(named: arguments.text("run"))
            let (raw, reading) = try library.report(on: run)
            let known = try library.known()
            let report = raw.compared(
                with: known.settings, baseline: known.baseline, today: .today())
            let (kind, place) = (arguments.text("kind"), PlaceFilter(arguments.text("ribPath")))
            let onlyNew = arguments.flag("onlyNew")
            let all = report.findings.filter { finding in
                (kind == nil || finding.kind.rawValue == kind) && place.includes(finding.ribPath)
                    && (!onlyNew || finding.status.isNew)
            }
            let shown = all.indices.lazy.map { index in
                ShownFinding(all[index], position: "\(index + 1) of \(all.count)")
            }
            let page = try arguments.page(
                of: shown, by: [reading.stamp, "\(all.count)"], size: \.bytes)
            let verdict = Verdict(report)
            return ToolAnswer(
                head: ["Verdict: \(verdict.line)"],
                quoted: page.elements.map { $0.lines.map { $0 + "\n" }.joined() }
                    .joined(separator: "\n"),
                notes: [page.elements.isEmpty ? "There is no such finding." : Tool.nextCalls]
                    + page.notes("findings"),
                run: reading.run, caveats: reading.caveats, page: page,
                members: [
                    "verdict": .string(verdict.line), "isClean": .bool(verdict.isClean),
                    "isDoubtful": .bool(verdict.isDoubtful),
                    "summary": Tool.summary(of: report),
                    "findings": .array(page.elements.map(\.json)),
                ])
        })

    private static let nextCalls =
        "explain with a fingerprint shows whole stacks; with a kind, such as leaked-router, its "
        + "cause and fix."

    private static func summary(of report: RunReport) -> JSONValue {
        let summary = report.summary
        return [
            "tracked": JSONValue(summary.tracked), "leaks": JSONValue(summary.leaks),
            "inactiveFires": JSONValue(summary.inactiveFires),
            "warnings": JSONValue(summary.warnings),
            "dropped": JSONValue(Int(clamping: summary.dropped)),
        ]
    }
}

/// A RIB path and what is below it.
struct PlaceFilter {
    /// Without a slash at its end; nil for all.
    private let path: String?

    /// - Parameter path: As answers show paths, or as they are.
    init(_ path: String?) {
        self.path = path.flatMap { path in
            let name = path.reversed().drop { $0 == "/" }.reversed()
            return name.isEmpty ? nil : InertText.line(String(name))
        }
    }

    func includes(_ ribPath: String) -> Bool {
        guard let path else { return true }
        let shown = InertText.line(ribPath)
        return shown == path || shown.hasPrefix("\(path)/")
    }

    /// What to say where nothing is at the path: the nearest place above it at which something is.
    ///
    /// - Parameter ribPaths: Where something is.
    /// - Returns: Nil when all places are asked for.
    func miss(among ribPaths: [String]) -> String? {
        guard let path else { return nil }
        let places = Set(ribPaths.map { InertText.line($0) })
        var above = Substring(path)
        while let slash = above.lastIndex(of: "/") {
            above = above[..<slash]
            if places.contains(String(above)) {
                return "Nothing is at \(InertText.quoted(path)) at that moment; the nearest place "
                    + "above it is \(InertText.quoted(String(above)))."
            }
        }
        return "Nothing is at \(InertText.quoted(path)) at that moment, nor above it."
    }
}
