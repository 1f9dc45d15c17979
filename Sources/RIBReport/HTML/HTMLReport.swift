// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
import RIBText

/// A report as one self-contained page for browsers.
///
/// Data from a trace never becomes markup. It is escaped here, and the script only creates text
/// from it. The page's policy blocks all other scripts, loads and requests.
struct HTMLReport {
    /// How much of a large run the page contains: the most findings, and the most of the others.
    var mostFindings = 10_000
    /// The objects and subscriptions that show findings.
    var mostOccurrences = 20_000
    var mostSpans = 20_000
    var mostSubscriptions = 20_000

    /// The whole page, ending with a line break.
    func text(for report: RunReport, _ details: RunDetails) -> String {
        let (data, omissions) = data(of: report, details)
        let parts = [
            "policy": HTMLPage.policy(
                script: HTMLScript.hash, styles: [HTMLBaseStyle.hash, HTMLStyle.hash]),
            "title": MarkupText.html("ribleak: \(Verdict(report).line)"),
            "base-style": HTMLBaseStyle.text,
            "style": HTMLStyle.text,
            "omissions": omissions,
            "head": Self.head(of: report, details.gaps),
            "plain-findings": Self.plainFindings(of: report),
            "unowned": Self.unowned(report.unowned)
                + Self.libraryLeaks(report.libraryLeaks),
            "data": data,
            "script": HTMLScript.text,
        ]
        return HTMLPage.text.filled(with: parts) + "\n"
    }
}

extension HTMLPage {
    /// The policy of a page that has nothing but its own script and styles.
    static func policy(script: String, styles: [String]) -> String {
        let allowed = styles.map { "'\($0)'" }.joined(separator: " ")
        return "default-src 'none'; script-src '\(script)'; style-src \(allowed); "
            + "base-uri 'none'; form-action 'none'"
    }
}

extension String {
    /// Replaces each `{{name}}` with its part. Does not search within the parts.
    package func filled(with parts: [String: String]) -> String {
        var result = ""
        var rest = self[...]
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
    /// The data for the script, as elements that contain JSON, and what is left out of it.
    private func data(
        of report: RunReport, _ details: RunDetails
    ) -> (markup: String, omissions: String) {
        var tables = HTMLTables()
        // Library leaks have a section of their own.
        let own = report.ownFindings
        let shown = own.prefix(mostFindings)
        let all = details.processes
        let numbers = Dictionary(all.enumerated().map { ($1.run, $0) }) { first, _ in first }
        var room = mostOccurrences
        let occurrences = shown.map { $0.occurrences(room: &room) }
        let findings = zip(shown, occurrences).map { $0.json($1, in: numbers, &tables) }
        let groups = shown.groups(&tables)
        let subjects = Self.subjects(of: occurrences.joined())
        var (spans, subscriptions, marks) = (mostSpans, mostSubscriptions, 0)
        let trees = all.map { $0.tree.json(&tables) }
        let timelines = all.map {
            $0.timeline.json(subjects[$0.run] ?? [], room: &spans, omittedMarks: &marks, &tables)
        }
        let lists = all.map { $0.subscriptions.json(room: &subscriptions, &tables) }
        let fixed = report.fixed.map { Self.fixed($0, &tables) }
        let tabled: [(id: String, values: [JSONValue])] = [
            ("kinds", shown.kinds), ("statuses", report.statuses), ("findings", findings),
            ("groups", groups), ("fixed", fixed),
            ("processes", all.map { Self.process($0.timeline.process) }), ("trees", trees),
            ("timelines", timelines), ("ledgers", lists),
        ]
        let markup = (tabled + tables.lists).map { id, values in
            "<script type=\"application/json\" id=\"data-\(id)\">"
                + "\(JSONText.inPage(lines: values))</script>\n"
        }
        let omissions = Self.omissions(
            findings: own.count - shown.count,
            occurrences: shown.reduce(0) { $0 + $1.occurrences.count }
                - occurrences.reduce(0) { $0 + $1.count },
            spans: all.reduce(spans - mostSpans) { $0 + $1.timeline.spans.count }, marks: marks,
            subscriptions: all.reduce(subscriptions - mostSubscriptions) {
                $0 + $1.subscriptions.subscriptions.count
            }, changes: all.reduce(0) { $0 + $1.tree.omitted })
        return (markup.joined(), omissions)
    }

    private static func process(_ process: RecordedProcess) -> JSONValue {
        JSONValue([
            "name": TerminalEscape.escaped(process.processName), "pid": process.processID,
            "start": process.startedAt,
        ])
    }

    /// A finding of the baseline that no longer occurs.
    private static func fixed(_ finding: KnownFinding, _ tables: inout HTMLTables) -> JSONValue {
        let kind = FindingKind(rawValue: finding.kind)?.title ?? finding.kind
        let path = finding.ribPath.isEmpty ? "an unknown place" : finding.ribPath
        return JSONValue([
            "kind": tables.text(kind), "path": tables.text(path),
            "type": tables.text(finding.type),
            "fingerprint": TerminalEscape.escaped(finding.fingerprint),
        ])
    }

    /// The ids of the objects that show findings, for each process of the report.
    private static func subjects(of occurrences: some Sequence<Occurrence>) -> [Int: Set<UInt64>] {
        var subjects: [Int: Set<UInt64>] = [:]
        for occurrence in occurrences {
            guard case .object(let id) = occurrence.subject else { continue }
            subjects[occurrence.run, default: []].formUnion([id] + occurrence.victims)
        }
        return subjects
    }

    /// What is left out of a large run, and how to see it; empty for a whole page.
    ///
    /// - Parameters:
    ///   - occurrences: Of findings that the page has.
    ///   - changes: Of the trees.
    private static func omissions(
        findings: Int, occurrences: Int, spans: Int, marks: Int, subscriptions: Int, changes: Int
    ) -> String {
        func counted(_ count: Int, _ noun: String) -> String { Quantity.counted(count, noun) }
        let marked = [(spans, "span"), (marks, "mark")].filter { $0.0 > 0 }.map(counted)
        let json = "report --format json"
        let all: [(count: Int, words: String, command: String, does: String)] = [
            (findings, "\(counted(findings, "finding")), the least damaging", json, "has all"),
            (
                occurrences, "\(counted(occurrences, "occurrence")) of the findings", json,
                "counts all"
            ),
            (
                spans + marks, "\(marked.joined(separator: " and ")) of the timeline",
                "export --format chrome-trace", "writes all"
            ),
            (subscriptions, counted(subscriptions, "subscription"), "subscriptions", "lists all"),
            (
                changes, "the last \(counted(changes, "change")) of the tree", "tree --at",
                "shows any moment"
            ),
        ]
        let items = all.filter { $0.count > 0 }.map {
            "<li>\($0.words): <code>ribleak \($0.command)</code> \($0.does)</li>"
        }
        let words = """
            <p><strong>This page does not show everything.</strong> The run is too large for a \
            browser, so these are left out:</p>

            """
        return section("class=\"note\" aria-label=\"What this page leaves out\"", words, items)
    }
}
