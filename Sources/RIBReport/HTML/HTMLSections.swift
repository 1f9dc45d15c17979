// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
import RIBText

// The parts of a page that are there without its script.
extension HTMLReport {
    private static let mostRuns = 8
    private static let mostGaps = 8
    private static let mostPlain = 50
    private static let mostSites = 5

    /// The head: the result of the run.
    static func head(of report: RunReport, _ gaps: [String]) -> String {
        [
            markup(of: Verdict(report)), counts(of: report), runs(of: report),
            caveats(of: report, gaps),
        ].filter { !$0.isEmpty }.joined(separator: "\n")
    }

    private static func markup(of verdict: Verdict) -> String {
        let (tone, sign) =
            verdict.isDoubtful
            ? ("caution", "!") : verdict.isClean ? ("calm", "✓") : ("alarm", "✗")
        return
            "<h1 class=\"verdict \(tone)\"><span class=\"sign\" aria-hidden=\"true\">\(sign)</span>"
            + "<span>\(MarkupText.html(verdict.line))</span></h1>"
    }

    private static func counts(of report: RunReport) -> String {
        let (summary, found) = (report.summary, report.newCounts)
        let new = report.isCompared ? "new " : ""
        let (leaks, dropped) = (report.libraryLeaks.count, Int(clamping: summary.dropped))
        let counts: [(count: Int, words: String, tone: String)] = [
            (found.leaks, new + Quantity.noun(found.leaks, "leak"), "alarm"),
            (found.inactiveFires, new + "fired while inactive", "alarm"),
            (found.warnings, new + Quantity.noun(found.warnings, "warning"), "caution"),
            (report.knownFindings.count, "known", "caution"),
            (report.suppressedFindings.count, "suppressed", "caution"),
            (report.fixed.count, "fixed", "good"),
            (leaks, Quantity.noun(leaks, "library leak"), "caution"),
            (dropped, Quantity.noun(dropped, "event") + " dropped", "caution"),
            (summary.tracked, Quantity.noun(summary.tracked, "object") + " tracked", "calm"),
        ]
        // Most counts of zero are left out.
        return MarkupText.counts(
            counts.filter { $0.count > 0 || $0.tone == "alarm" || $0.tone == "calm" })
    }

    private static func runs(of report: RunReport) -> String {
        let lines = report.runs.lazy.map { run in
            "<li><strong>\(MarkupText.html(run.processName))</strong> "
                + "(process \(run.processID)) at \(MarkupText.html(run.startedAt)), "
                + "<span class=\"code\">\(MarkupText.html(run.trace))</span></li>"
        }.cut(to: mostRuns) { "<li>… \($0) more</li>" }
        return lines.isEmpty ? "" : "<ul class=\"runs\">\n\(lines.joined(separator: "\n"))\n</ul>"
    }

    private static func caveats(of report: RunReport, _ gaps: [String]) -> String {
        let others = gaps.cut(to: mostGaps) { "… \($0) more traces are not shown whole" }
        let items = (report.caveats.lines + others).map { "<li>\(MarkupText.html($0))</li>" }
        return section("class=\"caveats\" aria-label=\"What could not be known\"", "", items)
    }

    /// A section with a list after some words; empty text for an empty list.
    static func section(_ attributes: String, _ words: String, _ items: [String]) -> String {
        guard !items.isEmpty else { return "" }
        let list = "<ul>\n\(items.joined(separator: "\n"))\n</ul>"
        return "<section \(attributes)>\n\(words)\(list)\n</section>"
    }

    /// The first findings as plain text, for browsers that do not run the script.
    static func plainFindings(of report: RunReport) -> String {
        let findings = report.ownFindings
        return findings.indices.lazy.map { index in
            pre(findings[index], position: "\(index + 1) of \(findings.count)")
        }.cut(to: mostPlain) { left in
            let more = Quantity.counted(left, "more finding")
            return "<p>… and \(more); the page shows all with JavaScript.</p>"
        }.joined(separator: "\n")
    }

    private static func pre(_ finding: Finding, position: String? = nil) -> String {
        let lines = finding.lines(position: position)
            .map { MarkupText.html($0.rendered(colored: false)) }
        return "<pre>\(lines.joined(separator: "\n"))</pre>"
    }

    /// The live unowned subscriptions, below the findings; empty text when there are none.
    static func unowned(_ unowned: UnownedSubscriptions) -> String {
        guard unowned.count > 0 else { return "" }
        let items = unowned.sites.lazy.map { site in
            let place = site.place?.textLine.rendered(colored: false)
            return "<li>\(site.count) by <span class=\"code\">"
                + "\(MarkupText.html(place ?? "an unknown place"))</span></li>"
        }.cut(to: mostSites) { "<li>… \(Quantity.counted($0, "more place"))</li>" }
        let (have, were) = unowned.count == 1 ? ("has", "was") : ("have", "were")
        let words = """
            <p><strong>\(Quantity.counted(unowned.count, "live subscription"))</strong> \
            \(have) no known owner, and \(were) not judged:</p>

            """
        return section("class=\"unowned\"", words, items)
    }

    /// The library leaks, folded, after what belongs to the project; empty text when there are
    /// none.
    static func libraryLeaks(_ leaks: [Finding]) -> String {
        guard !leaks.isEmpty else { return "" }
        let title = "\(Quantity.counted(leaks.count, "library leak")), not the project's mistake"
        let parts = leaks.lazy.map { link(of: $0) + pre($0) }
            .cut(to: mostPlain) { "<p>… and \($0) more</p>" }
        return """
            <section class="library-leaks" aria-label="Library leaks">
            <details><summary>\(title)</summary>
            \(parts.joined(separator: "\n"))
            </details>
            </section>
            """
    }

    /// Only an `https` address becomes a link.
    private static func link(of leak: Finding) -> String {
        guard let leak = leak.libraryLeak, let link = leak.link, link.hasPrefix("https://") else {
            return ""
        }
        return "<p><a href=\"\(MarkupText.html(link))\" rel=\"noreferrer\">"
            + "\(MarkupText.html(leak.name))</a></p>"
    }
}
