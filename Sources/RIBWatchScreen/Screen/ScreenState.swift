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
    var query = SearchQuery()
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

    /// The index of the row that the person is at; nil without any rows.
    func index(in keys: [RowKey]) -> Int? {
        guard !keys.isEmpty else { return nil }
        guard let key = position.key else { return tab == .events ? keys.count - 1 : 0 }
        return keys.firstIndex(of: key) ?? min(position.index, keys.count - 1)
    }

    mutating func go(to index: Int, in keys: [RowKey]) {
        guard !keys.isEmpty else { return }
        position.index = min(max(0, index), keys.count - 1)
        let isNewest = tab == .events && position.index == keys.count - 1
        position.key = isNewest ? nil : keys[position.index]
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
