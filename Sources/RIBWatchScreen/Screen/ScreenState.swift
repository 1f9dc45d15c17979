// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBText

/// A part of what there is to see.
package enum ScreenTab: Int, CaseIterable, Sendable {
    case tree
    case events
    case findings
}

/// The size of a terminal.
package struct ScreenSize: Equatable, Sendable {
    package var columns: Int
    package var rows: Int

    /// The size of terminals that do not tell theirs.
    package static let usual = ScreenSize(columns: 80, rows: 24)

    package init(columns: Int, rows: Int) {
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

    /// The time of a day to the millisecond, such as `12:03:04.512`.
    ///
    /// - Parameter moment: Nanoseconds since 1970-01-01 UTC.
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
package struct ScreenState: Equatable, Sendable {
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
    package internal(set) var tab = ScreenTab.tree
    /// The moment to show; nil for now.
    package internal(set) var moment: Int64?
    package internal(set) var query = SearchQuery("")
    /// Whether the page about keys covers the rest.
    package internal(set) var showsHelp = false
    /// Whether one finding's explanation has the whole screen.
    package internal(set) var readsFinding = false

    var positions: [ScreenTab: Position] = [:]
    /// What a person folded or unfolded. Other rows are as it suits them.
    var folds: [RowKey: Bool] = [:]
    /// The first line that is seen of an explanation or of the help.
    var pageTop = 0

    package init() {}

    var position: Position {
        get { positions[tab] ?? Position() }
        set { positions[tab] = newValue }
    }

    /// The list of the tab that is shown.
    func list(of scene: WatchScene) -> ScreenList {
        switch tab {
        case .tree: .tree(tree(of: scene))
        case .events: .events(scene.events)
        case .findings: .findings(scene.findings)
        }
    }

    func tree(of scene: WatchScene) -> TreeList {
        let isOver = Set(scene.processes.filter { $0.end != nil }.map(\.number))
        let isAllOver = isOver.count == scene.processes.count
        return TreeList(scene) { key in
            if let choice = folds[key] { return choice }
            // A process that ended tells little beside one that runs.
            guard case .process(let number) = key else { return false }
            return isOver.contains(number)
                && (!isAllOver || number != scene.processes.last?.number)
        }
    }

    /// The index of the row that the person is at; nil without any rows.
    func index(in list: ScreenList) -> Int? {
        guard list.count > 0 else { return nil }
        let last = list.count - 1
        guard let key = position.key else { return tab == .events ? last : 0 }
        return list.index(of: key) ?? min(position.index, last)
    }

    /// The finding that the person is at, in the tab of findings.
    func finding(in scene: WatchScene) -> SeenFinding? {
        index(in: .findings(scene.findings)).map { scene.findings[$0] }
    }

    mutating func go(to index: Int, in list: ScreenList) {
        guard list.count > 0 else { return }
        let index = min(max(0, index), list.count - 1)
        let isNewest = tab == .events && index == list.count - 1
        position.index = index
        position.key = isNewest ? nil : list.key(at: index)
    }
}
