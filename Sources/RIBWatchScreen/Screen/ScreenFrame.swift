// SPDX-License-Identifier: Apache-2.0

import RIBFindingText
import RIBText
import RIBWatch

/// The rows of one picture of the screen. It depends on nothing but its arguments.
struct ScreenFrame: Equatable {
    /// As many as the terminal has, none longer than the terminal is wide.
    let rows: [String]
    /// Where the cursor stands while a search is typed: a column of the last row, counted from 0.
    let cursor: Int?

    /// - Parameters:
    ///   - state: What the person chose, after `keepInView` with this scene and size.
    ///   - scene: What there is to show.
    init(
        _ state: ScreenState, _ scene: WatchScene, _ size: ScreenSize, _ style: ScreenStyle
    ) {
        let painter = ScreenPainter(state: state, scene: scene, size: size, style: style)
        var rows = [painter.title, painter.tabs].map(painter.row)
        rows += state.showsHelp ? painter.page : painter.body
        let above = size.rows - ScreenPanels.footRows
        rows = rows.prefix(above) + Array(repeating: "", count: max(0, above - rows.count))
        self.rows = rows + [painter.row(painter.foot)]
        cursor = painter.cursor.map { min($0, size.columns - 1) }
    }
}

extension ScreenState {
    /// The lines of the help, or of the finding that the person is at.
    func page(of scene: WatchScene, columns: Int, _ style: ScreenStyle) -> [String] {
        if showsHelp { return style.layout(columns: columns).lines(Self.help) }
        guard tab == .findings, let seen = finding(in: scene) else { return [] }
        return style.layout(columns: columns).lines(
            seen.finding.lines(readsFinding ? .whole : .usual, width: columns))
    }
}

/// Makes the rows of a screen, each of the terminal's width.
struct ScreenPainter {
    let state: ScreenState
    let scene: WatchScene
    let size: ScreenSize
    let style: ScreenStyle

    // MARK: - Rows

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

    // MARK: - Tabs

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
}
