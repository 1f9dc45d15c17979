import RIBAnalysis

/// A report as one page for browsers, which needs nothing beside it.
///
/// What comes from a trace is never markup: it is escaped where it is written here, and the script
/// only makes text of it. The page's policy lets nothing else run, load or be sent.
struct HTMLReport {
    /// How much of a large run stands in the page.
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

    /// Puts parts where the template names them as `{{name}}`, and looks into none of them.
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
