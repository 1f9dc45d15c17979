// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBText
import RIBTrees
import RIBWatch

/// Writes the rows of a tree in columns: sign, type, state, age, facts.
struct TreeRowText {
    /// The widest column of types. A longer one shifts its row alone.
    private static let widestType = 44

    let layout: TextLayout
    let query: SearchQuery
    /// The columns of the branches and types.
    let typeWidth: Int

    /// - Parameters:
    ///   - rows: The rows that are seen, which the columns fit.
    ///   - columns: The columns of the screen. Types take at most half of them.
    init(_ rows: some Sequence<TreeList.Row>, layout: TextLayout, query: SearchQuery, columns: Int)
    {
        self.layout = layout
        self.query = query
        let widths = rows.compactMap { row -> Int? in
            guard case .rib(let row) = row else { return nil }
            return layout.columns(of: TextLine(row.branch + row.node.type))
        }
        let most = min(Self.widestType, columns / 2)
        typeWidth = widths.filter { $0 <= most }.max() ?? most
    }

    func line(_ row: TreeList.Row) -> TextLine {
        switch row {
        case .process(let process): line(process)
        case .rib(let row): line(row)
        }
    }

    private func line(_ process: WatchScene.Process) -> TextLine {
        let facts = process.snapshot.process
        let ribs = Quantity.counted(process.snapshot.ribCount, "RIB")
        return query.highlighted(facts.processName, .strong)
            + TextLine(" \(facts.processID)", .faint)
            + TextLine(process.end.map { "  \($0.words)" } ?? "", .caution)
            + TextLine("  \(ribs)", .faint)
    }

    private func line(_ row: TreeList.RIBRow) -> TextLine {
        let name = TextLine(row.branch, .faint) + query.highlighted(row.node.type, row.nameStyle)
        let (sign, state) = row.state
        return sign + TextLine(" ") + padded(name, to: typeWidth) + TextLine("  ")
            + (row.isDetached && row.node.depth == 0 ? state : padded(state, to: Self.stateWidth))
            + TextLine("  ") + facts(of: row)
    }

    /// As wide as `unattached`.
    private static let stateWidth = 10

    private func padded(_ line: TextLine, to columns: Int) -> TextLine {
        let missing = columns - layout.columns(of: line)
        return missing > 0 ? line + TextLine(String(repeating: " ", count: missing)) : line
    }

    private func facts(of row: TreeList.RIBRow) -> TextLine {
        let node = row.node
        var facts: [TextLine] = []
        if row.isDetached, node.depth == 0 {
            facts.append(query.highlighted(node.ribPath, .place))
        } else if let age = node.age {
            facts.append(TextLine(ClockText.age(age), .faint))
        }
        if let finding = row.finding, !row.isDetached {
            facts.append(TextLine(finding.kind.title.lowercased(), finding.kind.style))
        }
        if row.folded + node.omitted > 0 {
            facts.append(TextLine("▸ \(row.folded + node.omitted) below", .strong))
        }
        if let count = node.subscriptions, count > 0 {
            facts.append(TextLine(Quantity.counted(count, "subscription"), .faint))
        }
        if let workers = node.workers, !workers.isEmpty {
            facts.append(TextLine(Quantity.counted(workers.count, "worker"), .faint))
        }
        return facts.isEmpty
            ? TextLine() : facts.dropFirst().reduce(facts[0]) { $0 + TextLine("  ") + $1 }
    }
}

extension TreeList.RIBRow {
    fileprivate var isLeaked: Bool { isDetached && finding != nil }

    fileprivate var nameStyle: TextStyle {
        isLeaked ? .alarm : isDetached ? .caution : finding == nil ? .plain : .caution
    }

    /// A sign that also tells without colours, and words.
    fileprivate var state: (sign: TextLine, words: TextLine) {
        if isDetached, node.depth == 0 {
            let age = node.age.map { " \(ClockText.age($0)) ago" } ?? ""
            let gone = node.standing == .orphaned ? "parent freed" : "detached"
            return finding.map {
                (TextLine("✗", .alarm), TextLine("\($0.kind.verdict), \(gone)\(age)", .alarm))
            } ?? (TextLine("!", .caution), TextLine("\(gone)\(age), still alive", .caution))
        }
        if isDetached {
            return (
                TextLine(isLeaked ? "✗" : "!", nameStyle),
                TextLine(node.isActive ? "active" : "inactive", nameStyle)
            )
        }
        if node.standing == .unattached {
            return (TextLine("○", .faint), TextLine("unattached", .caution))
        }
        return node.isActive
            ? (TextLine("●", .calm), TextLine("active", .calm))
            : (TextLine("○", .caution), TextLine("inactive", .caution))
    }
}

extension FindingKind {
    /// Its colour, by what it fails.
    var style: TextStyle { isWarning ? .caution : .alarm }

    /// What it says of a RIB that is detached.
    fileprivate var verdict: String { isLeak ? "leaked" : title.lowercased() }
}

extension TreeSnapshot {
    /// The RIBs in the tree, with those that are too deep to be listed.
    var ribCount: Int { tree.reduce(0) { $0 + 1 + $1.omitted } }

    /// The RIBs that are detached and not freed, without those below them.
    var detachedCount: Int { detached.count { $0.depth == 0 } }
}

extension ProcessEnd {
    /// For people.
    var words: String {
        switch self {
        case .exited: "exited"
        case .killed: "killed"
        case .removed: "trace removed"
        case .unknown: "ended"
        }
    }
}
