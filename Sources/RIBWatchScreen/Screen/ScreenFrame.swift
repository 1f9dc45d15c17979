// SPDX-License-Identifier: Apache-2.0

import RIBText
import RIBWatch

/// The rows of one picture of the screen. It depends on nothing but its arguments.
package struct ScreenFrame: Equatable {
    /// As many as the terminal has, none longer than the terminal is wide.
    package let rows: [String]
    /// Where the cursor stands while a search is typed: a column of the last row, counted from 0.
    package let cursor: Int?

    /// - Parameters:
    ///   - state: What the person chose, settled in this scene and size.
    ///   - scene: What there is to show.
    package init(
        _ state: ScreenState, _ scene: WatchScene, _ size: ScreenSize, _ style: ScreenStyle
    ) {
        let head = ScreenHead(state: state, scene: scene, style: style)
        let foot = ScreenFoot(state: state, scene: scene, style: style, columns: size.columns)
        let painter = FramePainter(state: state, scene: scene, size: size, style: style)
        var rows = [head.title(columns: size.columns), head.tabs].map(painter.row)
        rows += state.showsHelp ? painter.page : painter.body
        let above = size.rows - ScreenPanels.footRows
        rows = rows.prefix(above) + Array(repeating: "", count: max(0, above - rows.count))
        self.rows = rows + [painter.row(foot.line)]
        cursor = foot.cursor.map { min($0, size.columns - 1) }
    }
}

extension ScreenState {
    /// The lines of the help, or of the finding that the person is at.
    func page(of scene: WatchScene, columns: Int, _ style: ScreenStyle) -> [String] {
        if showsHelp { return style.layout(columns: columns).lines(HelpPage.lines) }
        guard tab == .findings, let seen = finding(in: scene) else { return [] }
        return style.layout(columns: columns).lines(
            FindingPage.lines(for: seen.finding, columns: columns, isWhole: readsFinding))
    }
}

/// Makes rows of the terminal's width.
private struct FramePainter {
    let state: ScreenState
    let scene: WatchScene
    let size: ScreenSize
    let style: ScreenStyle

    func row(_ line: TextLine) -> String {
        style.layout.row(line, columns: size.columns).rendered(colored: style.layout.isColored)
    }

    /// The part of the page that is seen.
    var page: [String] {
        Array(state.page(of: scene, columns: size.columns, style).dropFirst(state.pageTop))
    }

    var body: [String] {
        switch state.tab {
        case .tree: tree
        case .events: events
        case .findings: findings
        }
    }

    // MARK: - Tabs

    private var tree: [String] {
        let list = state.tree(of: scene)
        let detachedRows = list.count - list.treeCount
        let panels = ScreenPanels(size, state, scene, detachedRows: detachedRows)
        if list.count == 0 { return [row(TextLine("  \(emptyTree)", .faint))] }
        let listed = panels.detached > 0 ? list.treeCount : list.count
        let shown = rows(0..<listed, from: state.position.top, count: panels.list)
        var lines = treeRows(list, shown)
        lines += Array(repeating: "", count: max(0, panels.list - lines.count))
        if panels.detached > 0 {
            let first = list.treeCount + state.position.panelTop
            let shown = rows(list.treeCount..<list.count, from: first, count: panels.detached - 1)
            let count = scene.processes.reduce(0) { $0 + $1.snapshot.detachedCount }
            lines.append(heading("Detached and still alive", count, isAlarm: true))
            lines += treeRows(list, shown)
        }
        return lines + findingsPanel(panels.findings) + eventsPanel(panels.events)
    }

    private var emptyTree: String {
        scene.processes.isEmpty
            ? "Nothing is recorded yet. Start your app or tests." : "No RIB is alive."
    }

    private func treeRows(_ list: TreeList, _ shown: Range<Int>) -> [String] {
        let text = TreeRowText(
            list.rows[shown], layout: style.layout, query: state.query, columns: size.columns)
        let selected = state.index(in: list)
        return shown.map { selectable(text.line(list.rows[$0]), isSelected: $0 == selected) }
    }

    private var events: [String] {
        let list = EventList(log: scene.events)
        if list.count == 0 { return [row(TextLine("  Nothing has happened yet.", .faint))] }
        let shown = rows(0..<list.count, from: state.position.top, count: size.rows)
        return eventRows(list, shown, selected: state.index(in: list))
    }

    private func eventRows(_ list: EventList, _ shown: Range<Int>, selected: Int?) -> [String] {
        let isAlone = scene.processes.count <= 1
        let names = scene.processes.map { ($0.number, "\($0.snapshot.process.processID)") }
        let text = EventRowText(
            shown.map(list.event), clock: style.clock, query: state.query,
            processes: isAlone ? [:] : Dictionary(names) { first, _ in first })
        return shown.map { selectable(text.line(list.event(at: $0)), isSelected: $0 == selected) }
    }

    private var findings: [String] {
        let list = FindingList(findings: scene.findings)
        let panels = ScreenPanels(size, state, scene)
        guard let seen = state.finding(in: scene), let selected = state.index(in: list) else {
            return [row(TextLine("  No finding so far.", .faint))]
        }
        let text = findingText
        let shown = rows(0..<list.count, from: state.position.top, count: panels.list)
        var lines = shown.map {
            selectable(text.head(list.findings[$0].finding), isSelected: $0 == selected)
        }
        let place = "\(selected + 1) of \(list.count), seen at \(style.clock.time(seen.seen))"
        lines.append(rule(TextLine(place, .faint)))
        return lines + page.prefix(max(0, panels.findings - 1))
    }

    // MARK: - Panels below the tree

    private func findingsPanel(_ room: Int) -> [String] {
        guard room > 0 else { return [] }
        let text = findingText
        var lines = [heading("Findings", scene.findings.count, isAlarm: false)]
        for (index, seen) in scene.findings.enumerated() {
            let others = scene.findings.count - index - 1
            let left = room - lines.count
            if left <= 1, others > 0 {
                lines.append(row(TextLine("   … \(others + 1) more", .faint)))
                break
            }
            let all = [text.head(seen.finding)] + text.details(seen.finding)
            // A row stays for the next one, or for how many more there are.
            lines += all.prefix(others > 0 ? left - 1 : left).map { row(TextLine(" ") + $0) }
        }
        return Array(lines.prefix(room))
    }

    private func eventsPanel(_ room: Int) -> [String] {
        guard room > 0 else { return [] }
        let list = EventList(log: scene.events)
        let shown = max(0, list.count - (room - 1))..<list.count
        return [rule(TextLine("Events", .strong))] + eventRows(list, shown, selected: nil)
    }

    private var findingText: FindingRowText {
        FindingRowText(layout: style.layout, query: state.query, columns: size.columns - 1)
    }

    // MARK: - Rows

    private func rows(_ all: Range<Int>, from first: Int, count: Int) -> Range<Int> {
        let first = min(max(all.lowerBound, first), all.upperBound)
        return first..<min(all.upperBound, first + max(0, count))
    }

    /// A row with a sign if the person is at it, which also tells without colours.
    private func selectable(_ line: TextLine, isSelected: Bool) -> String {
        guard isSelected else { return row(TextLine(" ") + line) }
        let whole = style.layout.row(TextLine("▸") + line, columns: size.columns)
        guard style.layout.isColored else { return row(whole) }
        return row(whole.restyled(.inverse).padded(to: size.columns))
    }

    private func heading(_ title: String, _ count: Int, isAlarm: Bool) -> String {
        rule(TextLine("\(title) (\(count))", isAlarm ? .alarm : .strong))
    }

    private func rule(_ title: TextLine) -> String {
        let start = TextLine("── ", .faint) + title + TextLine(" ")
        let missing = max(0, size.columns - style.layout.columns(of: start))
        return row(start + TextLine(String(repeating: "─", count: missing), .faint))
    }
}
