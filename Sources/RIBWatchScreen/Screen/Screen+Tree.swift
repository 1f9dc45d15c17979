// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBText
import RIBTrees
import RIBWatch

/// The tree, in columns: sign, type, state, age, facts.
extension Screen {
    /// The widest column of types. A longer one shifts its row alone.
    private static let widestType = 44
    /// As wide as `unattached`.
    private static let stateWidth = 10

    var tree: [String] {
        let list = treeList
        let panels = panels(detachedRows: list.detachedCount)
        if list.rows.isEmpty {
            let text =
                scene.processes.isEmpty
                ? "  Nothing is recorded yet. Start your app or tests." : "  No RIB is alive."
            return [row(TextLine(text, .faint))]
        }
        let listed = panels.detached > 0 ? list.treeCount : list.rows.count
        let shown = rows(0..<listed, from: state.position.top, count: panels.list)
        var lines = treeRows(list, shown)
        lines += Array(repeating: "", count: max(0, panels.list - lines.count))
        if panels.detached > 0 {
            let first = list.treeCount + state.position.panelTop
            let shown = rows(
                list.treeCount..<list.rows.count, from: first, count: panels.detached - 1)
            let count = scene.processes.reduce(0) { $0 + $1.snapshot.detachedCount }
            lines.append(
                heading("Detached and still alive", count, list.hasLeaks ? .alarm : .caution))
            lines += treeRows(list, shown)
        }
        return lines + findingsPanel(panels.findings) + eventsPanel(panels.events)
    }

    private func treeRows(_ list: TreeList, _ shown: Range<Int>) -> [String] {
        let rows = list.rows[shown]
        let widths = rows.compactMap { row -> Int? in
            guard case .rib(let row) = row else { return nil }
            return style.layout.columns(of: TextLine(row.branch + row.node.type))
        }
        // Types take at most half of the screen.
        let most = min(Self.widestType, size.columns / 2)
        let typeWidth = widths.filter { $0 <= most }.max() ?? most
        let selected = state.index(in: list.keys)
        return zip(shown, rows).map { index, row in
            let line =
                switch row {
                case .process(let process): line(process)
                case .rib(let row): line(row, typeWidth)
                }
            return selectable(line, isSelected: index == selected)
        }
    }

    private func line(_ process: WatchScene.Process) -> TextLine {
        let facts = process.snapshot.process
        let ribs = Quantity.counted(process.snapshot.ribCount, "RIB")
        return state.query.highlighted(facts.processName, .strong)
            + TextLine(" \(facts.processID)", .faint)
            + TextLine(process.end.map { "  \($0.words)" } ?? "", .caution)
            + TextLine("  \(ribs)", .faint)
    }

    private func line(_ row: TreeList.RIBRow, _ typeWidth: Int) -> TextLine {
        let name =
            TextLine(row.branch, .faint) + state.query.highlighted(row.node.type, row.nameStyle)
        let (sign, words) = row.state
        return sign + TextLine(" ") + padded(name, to: typeWidth) + TextLine("  ")
            + (row.isDetached && row.node.depth == 0 ? words : padded(words, to: Self.stateWidth))
            + TextLine("  ") + facts(of: row)
    }

    private func padded(_ line: TextLine, to columns: Int) -> TextLine {
        style.layout.shown(line).padded(to: columns)
    }

    private func facts(of row: TreeList.RIBRow) -> TextLine {
        let node = row.node
        var facts: [TextLine] = []
        if row.isDetached, node.depth == 0 {
            facts.append(state.query.highlighted(node.ribPath, .place))
        } else if let age = node.age {
            facts.append(TextLine(Quantity.age(age), .faint))
        }
        if let finding = row.finding?.finding, !row.isDetached {
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
        return .spaced(facts)
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
            let age = node.age.map { " \(Quantity.age($0)) ago" } ?? ""
            let gone = node.standing == .orphaned ? "parent freed" : "detached"
            return finding.map {
                (
                    TextLine("✗", .alarm),
                    TextLine("\($0.finding.kind.verdict), \(gone)\(age)", .alarm)
                )
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

extension Quantity {
    /// A duration that goes on: tenths of the first second, whole seconds after that.
    fileprivate static func age(_ nanoseconds: UInt64) -> String {
        if nanoseconds < 1_000_000_000 { return "0.\(nanoseconds / 100_000_000) s" }
        return duration(nanoseconds: nanoseconds / 1_000_000_000 * 1_000_000_000)
    }
}
