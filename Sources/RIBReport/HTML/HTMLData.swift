import RIBAnalysis

/// All that the script of a page shows, as elements of the page that hold JSON.
struct HTMLData {
    /// How many of each a page holds at most.
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
            HTMLTimeline($0.history, room: &spans, &tables)
        }
        let ledgers = details.processes.map {
            HTMLLedger($0.ledger, room: &subscriptions, &tables)
        }
        add("kinds", HTMLText.json(lines: kinds))
        add("findings", HTMLText.json(lines: findings))
        add("omitted-findings", HTMLText.json(report.findings.count - shown.count))
        add(
            "processes",
            HTMLText.json(lines: details.processes.map { HTMLProcess($0.history.process) }))
        add("trees", HTMLText.json(lines: trees))
        add("timelines", HTMLText.json(lines: timelines))
        add("ledgers", HTMLText.json(lines: ledgers))
        add("texts", HTMLText.json(lines: tables.texts))
        add("frames", HTMLText.json(lines: tables.frames))
        add("stacks", HTMLText.json(lines: tables.stacks))
    }

    /// The elements.
    var markup: String {
        blocks.map { id, json in
            "<script type=\"application/json\" id=\"data-\(id)\">\(json)</script>\n"
        }.joined()
    }

    private mutating func add(_ id: String, _ json: String) { blocks.append((id, json)) }
}
