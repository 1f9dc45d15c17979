// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBText

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
        let summary = report.summary
        let facts: [(Int, String, String)] = [
            (summary.leaks, summary.leaks == 1 ? "leak" : "leaks", "alarm"),
            (summary.inactiveFires, "fired while inactive", "alarm"),
            (summary.warnings, summary.warnings == 1 ? "warning" : "warnings", "caution"),
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
