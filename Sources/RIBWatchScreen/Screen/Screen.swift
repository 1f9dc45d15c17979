// SPDX-License-Identifier: Apache-2.0

import RIBFindingText
import RIBText
import RIBWatch

/// The rows of one picture of the screen.
struct ScreenFrame: Equatable {
    /// As many as the terminal has, none longer than the terminal is wide.
    let rows: [String]
    /// Where the cursor stands while a search is typed: a column of the last row, counted from 0.
    let cursor: Int?
}

/// A scene as a person looks at it: what they see, and what their keys do.
struct Screen {
    var state: ScreenState
    let scene: WatchScene
    let size: ScreenSize
    let style: ScreenStyle

    /// The picture, after `keepInView`.
    var frame: ScreenFrame {
        let rows = [title, tabs].map(row) + (state.showsHelp ? seenPage : body)
        let above = size.rows - ScreenPanels.footRows
        let blanks = Array(repeating: "", count: max(0, above - rows.count))
        return ScreenFrame(
            rows: rows.prefix(above) + blanks + [row(foot)],
            cursor: cursor.map { min($0, size.columns - 1) })
    }

    private var body: [String] {
        switch state.tab {
        case .tree: tree
        case .events: events
        case .findings: findings
        }
    }

    // MARK: - Lists and pages

    /// The list of the tab that is shown.
    var list: ScreenList {
        switch state.tab {
        case .tree: ScreenList(treeList)
        case .events: ScreenList(scene.events)
        case .findings: ScreenList(scene.findings)
        }
    }

    var treeList: TreeList {
        let isOver = Set(scene.processes.filter { $0.end != nil }.map(\.number))
        let isAllOver = isOver.count == scene.processes.count
        return TreeList(scene) { key in
            if let choice = state.folds[key] { return choice }
            // A process that ended tells little beside one that runs.
            guard case .process(let number) = key else { return false }
            return isOver.contains(number) && (!isAllOver || number != scene.processes.last?.number)
        }
    }

    /// The lines of the help, or of the finding that the person is at.
    private var page: [String] {
        let layout = style.layout(columns: size.columns)
        if state.showsHelp { return layout.lines(ScreenState.help) }
        guard state.tab == .findings, let index = state.index(in: list.keys) else { return [] }
        let finding = scene.findings[index].finding
        return layout.lines(
            finding.lines(state.readsFinding ? .whole : .usual, width: size.columns))
    }

    /// The part of the page that is seen.
    var seenPage: [String] { Array(page.dropFirst(state.pageTop)) }

    /// Scrolls until the row that the person is at is seen, and a page has no empty rows. Call it
    /// after each key and before each drawing.
    mutating func keepInView() {
        let list = list
        if let index = state.index(in: list.keys) {
            if state.position.key != nil { state.position.index = index }
            scroll(list, to: index)
        }
        let panels = panels()
        let room = state.showsHelp ? panels.body : panels.findings - 1
        state.pageTop = min(max(0, state.pageTop), max(0, page.count - room))
    }

    /// Scrolls the list so that a row is seen, or, in the tree, the panel of what is detached.
    private mutating func scroll(_ list: ScreenList, to index: Int) {
        let panels = panels(detachedRows: list.detachedCount)
        let listed = list.keys.count - (panels.detached > 0 ? list.detachedCount : 0)
        let isListed = index < listed
        state.position.top = Self.top(
            state.position.top, showing: isListed ? index : nil, of: listed, in: panels.list)
        state.position.panelTop = Self.top(
            state.position.panelTop, showing: isListed ? nil : index - listed,
            of: list.detachedCount, in: panels.detached - 1)
    }

    /// The nearest first row with which a row is seen, and with which no room is left unused.
    private static func top(_ top: Int, showing index: Int?, of count: Int, in rows: Int) -> Int {
        guard rows > 0 else { return 0 }
        let seen = index.map { min(max(top, $0 - rows + 1), $0) } ?? top
        return max(0, min(seen, count - rows))
    }
}

// MARK: - Rows

extension Screen {
    func row(_ line: TextLine) -> String {
        style.layout.row(line, columns: size.columns).rendered(colored: style.layout.isColored)
    }

    func rows(_ all: Range<Int>, from first: Int, count: Int) -> Range<Int> {
        let first = min(max(all.lowerBound, first), all.upperBound)
        return first..<min(all.upperBound, first + max(0, count))
    }

    /// A row with a sign if the person is at it, which also tells without colours.
    func selectable(_ line: TextLine, isSelected: Bool) -> String {
        guard isSelected else { return row(TextLine(" ") + line) }
        let whole = style.layout.row(TextLine("▸") + line, columns: size.columns)
        guard style.layout.isColored else { return row(whole) }
        return row(whole.padded(to: size.columns).restyled(.inverse))
    }

    func heading(_ title: String, _ count: Int, _ style: TextStyle) -> String {
        rule(TextLine("\(title) (\(count))", style))
    }

    func rule(_ title: TextLine) -> String {
        let start = TextLine("── ", .faint) + title + TextLine(" ")
        let missing = max(0, size.columns - style.layout.columns(of: start))
        return row(start + TextLine(String(repeating: "─", count: missing), .faint))
    }
}
