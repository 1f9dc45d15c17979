// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBText

/// A part of what there is to see.
enum ScreenTab: Int, CaseIterable, Sendable {
    case tree
    case events
    case findings
}

/// The size of a terminal.
struct ScreenSize: Equatable, Sendable {
    var columns: Int
    var rows: Int

    /// The size of terminals that do not tell theirs.
    static let usual = ScreenSize(columns: 80, rows: 24)

    init(columns: Int, rows: Int) {
        (self.columns, self.rows) = (max(1, columns), max(1, rows))
    }
}

/// How a screen is drawn, beside its size.
package struct ScreenStyle: Sendable {
    let layout: TextLayout
    /// Seconds that the reader's clock is ahead of UTC.
    private let secondsFromUTC: Int

    /// - Parameters:
    ///   - isColored: Whether the terminal gets colours.
    ///   - alphabet: The characters that it can show.
    ///   - secondsFromUTC: How far the reader's clock is ahead of UTC.
    package init(
        isColored: Bool = false, alphabet: TextAlphabet = .unicode, secondsFromUTC: Int = 0
    ) {
        layout = TextLayout(isColored: isColored, alphabet: alphabet)
        self.secondsFromUTC = secondsFromUTC
    }

    /// The time of a day to the millisecond, such as `12:03:04.512`, of nanoseconds since 1970.
    func time(_ moment: Int64) -> String {
        let local = moment / 1_000_000 + Int64(secondsFromUTC) * 1_000
        return String(ISO8601.text(milliseconds: local).dropFirst(11).dropLast())
    }

    /// The layout of text that is broken into lines.
    func layout(columns: Int) -> TextLayout {
        TextLayout(isColored: layout.isColored, width: columns, alphabet: layout.alphabet)
    }
}

/// What a person chose to see. Facts are in the `WatchScene`.
struct ScreenState: Equatable, Sendable {
    /// Where a person is in a list.
    struct Position: Equatable {
        /// The row that they are at; nil for the newest event, or the first row of the others.
        var key: RowKey?
        /// The index that it had, which tells where to be once it is gone.
        var index = 0
        /// The index of the first row that is seen.
        var top = 0
        /// The same in the tree's panel of what is detached, counted from that panel's first row.
        var panelTop = 0
    }

    /// The tab that is shown.
    var tab = ScreenTab.tree
    /// The moment to show; nil for now.
    var moment: Int64?
    var query = SearchQuery("")
    /// Whether the page about keys covers the rest.
    var showsHelp = false
    /// Whether one finding's explanation has the whole screen.
    var readsFinding = false

    var positions: [ScreenTab: Position] = [:]
    /// What a person folded or unfolded. Other rows are as it suits them.
    var folds: [RowKey: Bool] = [:]
    /// The first line that is seen of an explanation or of the help.
    var pageTop = 0

    var position: Position {
        get { positions[tab] ?? Position() }
        set { positions[tab] = newValue }
    }

    /// The list of the tab that is shown.
    func list(of scene: WatchScene) -> ScreenList {
        switch tab {
        case .tree: ScreenList(tree(of: scene))
        case .events: ScreenList(scene.events)
        case .findings: ScreenList(scene.findings)
        }
    }

    func tree(of scene: WatchScene) -> TreeList {
        let isOver = Set(scene.processes.filter { $0.end != nil }.map(\.number))
        let isAllOver = isOver.count == scene.processes.count
        return TreeList(scene) { key in
            if let choice = folds[key] { return choice }
            // A process that ended tells little beside one that runs.
            guard case .process(let number) = key else { return false }
            return isOver.contains(number) && (!isAllOver || number != scene.processes.last?.number)
        }
    }

    /// The index of the row that the person is at; nil without any rows.
    func index(in keys: [RowKey]) -> Int? {
        guard !keys.isEmpty else { return nil }
        guard let key = position.key else { return tab == .events ? keys.count - 1 : 0 }
        return keys.firstIndex(of: key) ?? min(position.index, keys.count - 1)
    }

    /// The finding that the person is at, in the tab of findings.
    func finding(in scene: WatchScene) -> SeenFinding? {
        index(in: scene.findings.map(\.key)).map { scene.findings[$0] }
    }

    mutating func go(to index: Int, in keys: [RowKey]) {
        guard !keys.isEmpty else { return }
        position.index = min(max(0, index), keys.count - 1)
        let isNewest = tab == .events && position.index == keys.count - 1
        position.key = isNewest ? nil : keys[position.index]
    }
}

extension ScreenState {
    /// Scrolls until the row that the person is at is seen, and a page has no empty rows. Call it
    /// after each key and before each drawing.
    mutating func keepInView(
        of scene: WatchScene, _ size: ScreenSize, _ style: ScreenStyle
    ) {
        let keys = list(of: scene).keys
        if let index = index(in: keys) {
            if position.key != nil { position.index = index }
            scroll(to: index, of: keys.count, scene, size)
        }
        let page = page(of: scene, columns: size.columns, style)
        let panels = ScreenPanels(size, self, scene)
        let room = showsHelp ? panels.body : panels.findings - 1
        pageTop = min(max(0, pageTop), max(0, page.count - room))
    }

    /// Scrolls the list so that a row is seen, or, in the tree, the panel of what is detached.
    private mutating func scroll(
        to index: Int, of count: Int, _ scene: WatchScene, _ size: ScreenSize
    ) {
        let treeCount = tab == .tree ? tree(of: scene).treeCount : count
        let detachedRows = count - treeCount
        let panels = ScreenPanels(size, self, scene, detachedRows: detachedRows)
        let listed = panels.detached > 0 ? treeCount : count
        let isListed = index < listed
        position.top = Self.top(
            position.top, showing: isListed ? index : nil, of: listed, in: panels.list)
        position.panelTop = Self.top(
            position.panelTop, showing: isListed ? nil : index - listed, of: detachedRows,
            in: panels.detached - 1)
    }

    /// The nearest first row with which a row is seen, and with which no room is left unused.
    private static func top(_ top: Int, showing index: Int?, of count: Int, in rows: Int) -> Int {
        guard rows > 0 else { return 0 }
        let seen = index.map { min(max(top, $0 - rows + 1), $0) } ?? top
        return max(0, min(seen, count - rows))
    }
}

extension ScreenState {
    private static let keyWidth = 16

    /// What the keys do.
    static var help: [TextLine] {
        keys.map { keys, meaning in
            TextLine("  \(keys)", .strong).padded(to: keyWidth) + TextLine(meaning)
        } + [TextLine()] + signs
    }

    private static let keys = [
        ("1 2 3  Tab", "tree, events, findings"),
        ("↑ ↓  k j", "move; g and G to the first and last row, PageUp, PageDown"),
        ("← →  h l", "fold and unfold, in the tree"),
        ("Enter", "the finding of a RIB; the whole text of a finding; fold"),
        ("/  n  N", "search; next and previous place"),
        ("Space", "pause, and go on live"),
        ("[ ]", "one step back or on in time; { and } one second"),
        ("Home End", "the oldest moment that is kept; live again"),
        ("Esc", "back, or end the search"),
        ("?", "this help"),
        ("q  Ctrl-C", "quit"),
    ]

    private static var signs: [TextLine] {
        [
            TextLine("  ● ", .calm) + TextLine("active   ") + TextLine("○ ", .caution)
                + TextLine("inactive"),
            TextLine("  ! ", .caution)
                + TextLine("detached, and not freed so far: need not be a leak"),
            TextLine("  ✗ ", .alarm) + TextLine("leaked: its finding says why, and where to look"),
        ]
    }
}
