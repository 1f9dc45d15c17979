// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBText

/// The data for the script of a page, as elements that contain JSON.
struct HTMLData {
    /// The most entries of each kind in a page.
    struct Limits: Sendable {
        var findings = 10_000
        /// The objects and subscriptions that show findings.
        var occurrences = 20_000
        var spans = 20_000
        var subscriptions = 20_000
    }

    private var blocks: [(id: String, json: String)] = []
    /// What the limits left out.
    let omissions: HTMLOmissions

    init(_ report: RunReport, _ details: RunDetails, _ limits: Limits) {
        var tables = HTMLTables()
        // Library leaks have a section of their own.
        let own = report.ownFindings
        let shown = own.prefix(limits.findings)
        let processes = Dictionary(
            details.processes.enumerated().map { ($1.run, $0) },
            uniquingKeysWith: { first, _ in first })
        let occurrences = Self.occurrences(of: shown, atMost: limits.occurrences)
        let findings = zip(shown, occurrences).map {
            HTMLFindings.json($0, $1, in: processes, &tables)
        }
        let groups = HTMLFindings.groups(of: shown, &tables)
        let subjects = Self.subjects(of: occurrences.joined())
        var (spans, subscriptions) = (limits.spans, limits.subscriptions)
        var marks = 0
        let trees = details.processes.map { $0.tree.json(&tables) }
        let timelines = details.processes.map {
            $0.timeline.json(
                subjects[$0.run] ?? [], room: &spans, omittedMarks: &marks, &tables)
        }
        let lists = details.processes.map {
            $0.subscriptions.json(room: &subscriptions, &tables)
        }
        let all = details.processes
        omissions = HTMLOmissions(
            findings: own.count - shown.count,
            occurrences: shown.reduce(0) { $0 + $1.occurrences.count }
                - occurrences.reduce(0) { $0 + $1.count },
            spans: all.reduce(spans - limits.spans) { $0 + $1.timeline.spans.count }, marks: marks,
            subscriptions: all.reduce(subscriptions - limits.subscriptions) {
                $0 + $1.subscriptions.subscriptions.count
            }, changes: all.reduce(0) { $0 + $1.tree.omitted })
        add("kinds", JSONText.inPage(lines: HTMLFindings.kinds(of: shown)))
        add("statuses", JSONText.inPage(lines: HTMLStatus.all(of: report)))
        add("findings", JSONText.inPage(lines: findings))
        add("groups", JSONText.inPage(lines: groups))
        add("fixed", JSONText.inPage(lines: report.fixed.map { Self.fixed($0, &tables) }))
        add(
            "processes",
            JSONText.inPage(lines: details.processes.map { Self.process($0.timeline.process) }))
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

    private static func process(_ process: RecordedProcess) -> JSONValue {
        [
            "name": .string(TerminalEscape.escaped(process.processName)),
            "pid": JSONValue(process.processID), "start": .string(process.startedAt),
        ]
    }

    /// A finding of the baseline that no longer occurs.
    private static func fixed(_ finding: KnownFinding, _ tables: inout HTMLTables) -> JSONValue {
        let kind = FindingKind(rawValue: finding.kind)?.title ?? finding.kind
        let path = finding.ribPath.isEmpty ? "an unknown place" : finding.ribPath
        return [
            "kind": JSONValue(tables.text(kind)), "path": JSONValue(tables.text(path)),
            "type": JSONValue(tables.text(finding.type)),
            "fingerprint": .string(TerminalEscape.escaped(finding.fingerprint)),
        ]
    }

    /// For each finding, its occurrences until there are too many in all. A victim counts like an
    /// occurrence.
    private static func occurrences(
        of findings: some Sequence<Finding>, atMost limit: Int
    ) -> [[Occurrence]] {
        var room = limit
        return findings.map { finding in
            finding.occurrences.prefix { occurrence in
                room -= 1 + occurrence.victims.count
                return room >= 0
            }
        }.map(Array.init)
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
}

/// How much of a large run a page leaves out, which it says first.
struct HTMLOmissions {
    let findings: Int
    /// Of findings that the page has.
    let occurrences: Int
    let spans: Int
    let marks: Int
    let subscriptions: Int
    /// Of the trees.
    let changes: Int

    /// What is left out, and how to see it. Empty for a whole page.
    var markup: String {
        let items = lines.map { words, command, does in
            "<li>\(words): <code>\(command)</code> \(does)</li>"
        }
        guard !items.isEmpty else { return "" }
        return """
            <section class="note" aria-label="What this page leaves out">
            <p><strong>This page does not show everything.</strong> The run is too large for a \
            browser, so these are left out:</p>
            <ul>
            \(items.joined(separator: "\n"))
            </ul>
            </section>
            """
    }

    private var lines: [(words: String, command: String, does: String)] {
        func counted(_ count: Int, _ noun: String) -> String { Quantity.counted(count, noun) }
        let marked = [
            spans > 0 ? counted(spans, "span") : nil, marks > 0 ? counted(marks, "mark") : nil,
        ].compactMap { $0 }.joined(separator: " and ")
        return [
            (
                findings, "\(counted(findings, "finding")), the least damaging",
                "ribleak report --format json", "has all"
            ),
            (
                occurrences, counted(occurrences, "occurrence") + " of the findings",
                "ribleak report --format json", "counts all"
            ),
            (
                spans + marks, "\(marked) of the timeline", "ribleak export --format chrome-trace",
                "writes all"
            ),
            (
                subscriptions, counted(subscriptions, "subscription"), "ribleak subscriptions",
                "lists all"
            ),
            (
                changes, "the last \(counted(changes, "change")) of the tree", "ribleak tree --at",
                "shows any moment"
            ),
        ].filter { $0.0 > 0 }.map { ($0.1, $0.2, $0.3) }
    }
}
