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
        let data = HTMLData(report, details, limits)
        let parts = [
            "policy": policy,
            "title": head.title,
            "base-style": HTMLBaseStyle.text,
            "style": HTMLStyle.text,
            "omissions": data.omissions.markup,
            "head": head.markup,
            "plain-findings": Self.plainFindings(of: report),
            "unowned": Self.unowned(report.unowned)
                + Self.libraryLeaks(report.libraryLeaks),
            "data": data.markup,
            "script": HTMLScript.text,
        ]
        return HTMLPage.filled(with: parts) + "\n"
    }

    private var policy: String {
        HTMLPage.policy(script: HTMLScript.hash, styles: [HTMLBaseStyle.hash, HTMLStyle.hash])
    }
}

extension HTMLPage {
    /// The policy of a page that has nothing but its own script and styles.
    static func policy(script: String, styles: [String]) -> String {
        let allowed = styles.map { "'\($0)'" }.joined(separator: " ")
        return "default-src 'none'; script-src '\(script)'; style-src \(allowed); "
            + "base-uri 'none'; form-action 'none'"
    }

    /// Replaces each `{{name}}` in the frame with its part. Does not search within the parts.
    static func filled(with parts: [String: String]) -> String {
        var result = ""
        var rest = text[...]
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

extension HTMLReport {
    private static let mostPlain = 50

    /// The first findings as plain text, for browsers that do not run the script.
    private static func plainFindings(of report: RunReport) -> String {
        let findings = report.ownFindings
        var parts = findings.prefix(mostPlain).enumerated().map { index, finding in
            let lines = FindingText(finding: finding)
                .lines(position: "\(index + 1) of \(findings.count)")
                .map { MarkupText.html($0.rendered(colored: false)) }
            return "<pre>\(lines.joined(separator: "\n"))</pre>"
        }
        let left = findings.count - mostPlain
        if left > 0 {
            let more = Quantity.counted(left, "more finding", "more findings")
            parts.append("<p>… and \(more); the page shows all with JavaScript.</p>")
        }
        return parts.joined(separator: "\n")
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
    var title: String { MarkupText.html("ribleak: \(Verdict(report).line)") }

    private var verdict: String {
        let verdict = Verdict(report)
        let (tone, sign) =
            verdict.isDoubtful
            ? ("caution", "!") : verdict.isClean ? ("calm", "✓") : ("alarm", "✗")
        return
            "<h1 class=\"verdict \(tone)\"><span class=\"sign\" aria-hidden=\"true\">\(sign)</span>"
            + "<span>\(MarkupText.html(verdict.line))</span></h1>"
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
                report.libraryLeaks.count,
                report.libraryLeaks.count == 1 ? "library leak" : "library leaks", "caution"
            ),
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
            "<li><strong>\(MarkupText.html(run.processName))</strong> "
                + "(process \(run.processID)) at \(MarkupText.html(run.startedAt)), "
                + "<span class=\"code\">\(MarkupText.html(run.trace))</span></li>"
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
        let items = lines.map { "<li>\(MarkupText.html($0))</li>" }
        return """
            <section class="caveats" aria-label="What could not be known">
            <ul>
            \(items.joined(separator: "\n"))
            </ul>
            </section>
            """
    }
}

extension HTMLReport {
    private static let mostSites = 5

    /// The live unowned subscriptions, below the findings; empty text when there are none.
    private static func unowned(_ unowned: UnownedSubscriptions) -> String {
        guard unowned.count > 0 else { return "" }
        let have = unowned.count == 1 ? "has" : "have"
        let were = unowned.count == 1 ? "was" : "were"
        var items = unowned.sites.prefix(mostSites).map { site in
            let place = site.place.map { StackText.line(for: $0).rendered(colored: false) }
            return "<li>\(site.count) by <span class=\"code\">"
                + "\(MarkupText.html(place ?? "an unknown place"))</span></li>"
        }
        let left = unowned.sites.count - mostSites
        if left > 0 { items.append("<li>… \(Quantity.counted(left, "more place"))</li>") }
        return """
            <section class="unowned">
            <p><strong>\(Quantity.counted(unowned.count, "live subscription"))</strong> \
            \(have) no known owner, and \(were) not judged:</p>
            <ul>
            \(items.joined(separator: "\n"))
            </ul>
            </section>
            """
    }

    /// The library leaks, folded, after what belongs to the project; empty text when there are
    /// none.
    private static func libraryLeaks(_ leaks: [Finding]) -> String {
        guard !leaks.isEmpty else { return "" }
        let title = "\(Quantity.counted(leaks.count, "library leak")), not the project's mistake"
        var parts = leaks.prefix(mostPlain).map { leak in
            let lines = FindingText(finding: leak).lines()
                .map { MarkupText.html($0.rendered(colored: false)) }
            return link(of: leak) + "<pre>\(lines.joined(separator: "\n"))</pre>"
        }
        if leaks.count > mostPlain { parts.append("<p>… and \(leaks.count - mostPlain) more</p>") }
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

extension RunReport {
    /// The findings of a page's views: all but library leaks.
    var ownFindings: [Finding] { findings.filter { $0.libraryLeak == nil } }
}
