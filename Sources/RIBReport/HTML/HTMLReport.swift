// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
import RIBText

/// A report as one self-contained page for browsers.
///
/// Data from a trace never becomes markup. It is escaped here, and the script only creates text
/// from it. The page's policy blocks all other scripts, loads and requests.
struct HTMLReport {
    /// How much of a large run the page contains.
    var limits = HTMLData.Limits()

    /// The whole page, ending with a line break.
    func text(for report: RunReport, _ details: RunDetails) -> String {
        let head = HTMLHead(report: report, gaps: details.gaps)
        let parts = [
            "policy": policy,
            "title": head.title,
            "style": HTMLStyle.text,
            "head": head.markup,
            "plain-findings": HTMLPlainFindings.markup(for: report),
            "unowned": HTMLUnowned.markup(for: report.unowned),
            "data": HTMLData(report, details, limits).markup,
            "script": HTMLScript.text,
        ]
        return filled(HTMLPage.text, with: parts) + "\n"
    }

    private var policy: String {
        "default-src 'none'; script-src '\(HTMLScript.hash)'; style-src '\(HTMLStyle.hash)'; "
            + "base-uri 'none'; form-action 'none'"
    }

    /// Replaces each `{{name}}` in the template with its part. Does not search within the parts.
    private func filled(_ template: String, with parts: [String: String]) -> String {
        var result = ""
        var rest = template[...]
        while let opening = rest.firstRange(of: "{{"),
            let closing = rest[opening.upperBound...].firstRange(of: "}}")
        {
            result += rest[..<opening.lowerBound]
            result += parts[String(rest[opening.upperBound..<closing.lowerBound])] ?? ""
            rest = rest[closing.upperBound...]
        }
        return result + rest
    }
}

/// Writes the first findings as plain text, for browsers that do not run the script.
enum HTMLPlainFindings {
    private static let most = 50

    static func markup(for report: RunReport) -> String {
        var parts = report.findings.prefix(most).enumerated().map { index, finding in
            let lines = FindingText(finding: finding)
                .lines(position: "\(index + 1) of \(report.findings.count)")
                .map { HTMLText.escaped($0.rendered(colored: false)) }
            return "<pre>\(lines.joined(separator: "\n"))</pre>"
        }
        let left = report.findings.count - most
        if left > 0 {
            let more = Quantity.counted(left, "more finding", "more findings")
            parts.append("<p>… and \(more); the page shows all with JavaScript.</p>")
        }
        return parts.joined(separator: "\n")
    }
}

/// The data for the script of a page, as elements that contain JSON.
struct HTMLData {
    /// The most entries of each kind in a page.
    struct Limits: Sendable {
        var findings = 10_000
        var spans = 20_000
        var subscriptions = 20_000
    }

    private var blocks: [(id: String, json: String)] = []

    init(_ report: RunReport, _ details: RunDetails, _ limits: Limits) {
        var tables = HTMLTables()
        let shown = report.findings.prefix(limits.findings)
        let findings = shown.map { HTMLFinding($0, &tables) }
        let counts = Dictionary(shown.map { ($0.kind, 1) }, uniquingKeysWith: +)
        let kinds = FindingKind.allCases.compactMap { kind in
            counts[kind].map { HTMLKind(kind, count: $0) }
        }
        var (spans, subscriptions) = (limits.spans, limits.subscriptions)
        let trees = details.processes.map { HTMLTree($0.tree, &tables) }
        let timelines = details.processes.map {
            HTMLTimeline($0.timeline, room: &spans, &tables)
        }
        let lists = details.processes.map {
            HTMLSubscriptions($0.subscriptions, room: &subscriptions, &tables)
        }
        add("kinds", JSONText.inPage(lines: kinds))
        add("findings", JSONText.inPage(lines: findings))
        add("omitted-findings", JSONText.inPage(report.findings.count - shown.count))
        add(
            "processes",
            JSONText.inPage(lines: details.processes.map { HTMLProcess($0.timeline.process) }))
        add("trees", JSONText.inPage(lines: trees))
        add("timelines", JSONText.inPage(lines: timelines))
        add("ledgers", JSONText.inPage(lines: lists))
        add("texts", JSONText.inPage(lines: tables.texts))
        add("frames", JSONText.inPage(lines: tables.frames))
        add("stacks", JSONText.inPage(lines: tables.stacks))
    }

    /// The elements.
    var markup: String {
        blocks.map { id, json in
            "<script type=\"application/json\" id=\"data-\(id)\">\(json)</script>\n"
        }.joined()
    }

    private mutating func add(_ id: String, _ json: String) { blocks.append((id, json)) }
}

/// A recorded process in the data of a page.
struct HTMLProcess: Encodable {
    private let name: String
    private let pid: Int
    private let start: String

    init(_ process: RecordedProcess) {
        name = TerminalEscape.escaped(process.processName)
        pid = process.processID
        start = process.startedAt
    }
}

/// The head of a page: the result of the run.
struct HTMLHead {
    private static let mostRuns = 8
    private static let mostGaps = 8

    let report: RunReport
    /// What could not be read beside the findings.
    let gaps: [String]

    var markup: String {
        [verdict, counts, runs, caveats].filter { !$0.isEmpty }.joined(separator: "\n")
    }

    /// The title of the window.
    var title: String { HTMLText.escaped("ribleak: \(Verdict(report).line)") }

    private var verdict: String {
        let verdict = Verdict(report)
        let (tone, sign) =
            verdict.isDoubtful
            ? ("caution", "!") : verdict.isClean ? ("calm", "✓") : ("alarm", "✗")
        return
            "<h1 class=\"verdict \(tone)\"><span class=\"sign\" aria-hidden=\"true\">\(sign)</span>"
            + "<span>\(HTMLText.escaped(verdict.line))</span></h1>"
    }

    private var counts: String {
        let (summary, found) = (report.summary, report.newCounts)
        let new = report.isCompared ? "new " : ""
        let facts: [(Int, String, String)] = [
            (found.leaks, new + (found.leaks == 1 ? "leak" : "leaks"), "alarm"),
            (found.inactiveFires, new + "fired while inactive", "alarm"),
            (found.warnings, new + (found.warnings == 1 ? "warning" : "warnings"), "caution"),
            (report.knownFindings.count, "known", "caution"),
            (report.suppressedFindings.count, "suppressed", "caution"),
            (report.fixed.count, "fixed", "good"),
            (
                Int(clamping: summary.dropped),
                summary.dropped == 1 ? "event dropped" : "events dropped", "caution"
            ),
            (summary.tracked, summary.tracked == 1 ? "object tracked" : "objects tracked", "calm"),
        ]
        // Most counts of zero are left out.
        let entries = facts.filter { $0.0 > 0 || $0.2 == "alarm" || $0.2 == "calm" }.map {
            count, words, tone in
            "<div class=\"\(count > 0 ? tone : "calm")\"><dd>\(count)</dd><dt>\(words)</dt></div>"
        }
        return "<dl class=\"counts\">\n\(entries.joined(separator: "\n"))\n</dl>"
    }

    private var runs: String {
        var lines = report.runs.prefix(Self.mostRuns).map { run in
            "<li><strong>\(HTMLText.escaped(run.processName))</strong> "
                + "(process \(run.processID)) at \(HTMLText.escaped(run.startedAt)), "
                + "<span class=\"code\">\(HTMLText.escaped(run.trace))</span></li>"
        }
        let left = report.runs.count - Self.mostRuns
        if left > 0 { lines.append("<li>… \(left) more</li>") }
        return lines.isEmpty ? "" : "<ul class=\"runs\">\n\(lines.joined(separator: "\n"))\n</ul>"
    }

    private var caveats: String {
        var lines = CaveatLines.lines(for: report.caveats) + gaps.prefix(Self.mostGaps)
        let left = gaps.count - Self.mostGaps
        if left > 0 { lines.append("… \(left) more traces are not shown whole") }
        guard !lines.isEmpty else { return "" }
        let items = lines.map { "<li>\(HTMLText.escaped($0))</li>" }
        return """
            <section class="caveats" aria-label="What could not be known">
            <ul>
            \(items.joined(separator: "\n"))
            </ul>
            </section>
            """
    }
}
