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
            "plain-findings": HTMLPlainFindings.markup(for: report),
            "unowned": HTMLUnowned.markup(for: report.unowned)
                + HTMLLibraryLeaks.markup(for: report.libraryLeaks),
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

/// Writes the first findings as plain text, for browsers that do not run the script.
enum HTMLPlainFindings {
    private static let most = 50

    static func markup(for report: RunReport) -> String {
        let findings = report.ownFindings
        var parts = findings.prefix(most).enumerated().map { index, finding in
            let lines = FindingText(finding: finding)
                .lines(position: "\(index + 1) of \(findings.count)")
                .map { HTMLText.escaped($0.rendered(colored: false)) }
            return "<pre>\(lines.joined(separator: "\n"))</pre>"
        }
        let left = findings.count - most
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

/// Writes the library leaks of a page, folded, after what belongs to the project.
enum HTMLLibraryLeaks {
    private static let most = 50

    /// - Returns: Empty text when there are none.
    static func markup(for leaks: [Finding]) -> String {
        guard !leaks.isEmpty else { return "" }
        let title = "\(Quantity.counted(leaks.count, "library leak")), not the project's mistake"
        var parts = leaks.prefix(most).map { leak in
            let lines = FindingText(finding: leak).lines()
                .map { HTMLText.escaped($0.rendered(colored: false)) }
            return link(of: leak) + "<pre>\(lines.joined(separator: "\n"))</pre>"
        }
        if leaks.count > most { parts.append("<p>… and \(leaks.count - most) more</p>") }
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
        return "<p><a href=\"\(HTMLText.escaped(link))\" rel=\"noreferrer\">"
            + "\(HTMLText.escaped(leak.name))</a></p>"
    }
}

extension RunReport {
    /// The findings of a page's views: all but library leaks.
    var ownFindings: [Finding] { findings.filter { $0.libraryLeak == nil } }
}
