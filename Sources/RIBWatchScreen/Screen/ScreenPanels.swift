// SPDX-License-Identifier: Apache-2.0

/// How the rows of a screen are shared out. All counts include a panel's heading.
struct ScreenPanels {
    /// The rows between the head and the line at the bottom.
    let body: Int
    /// The rows of the list of the tab.
    var list = 0
    /// The rows of the panel below the tree for what is detached and alive. Where this is 0, those
    /// are the last rows of the list.
    var detached = 0
    /// The rows of the findings below the tree, or of the explanation below the findings.
    var findings = 0
    /// The rows of the last events below the tree.
    var events = 0

    /// Title and tabs.
    static let headRows = 2
    /// The line with keys or the search.
    static let footRows = 1
    /// The rows of one finding below the tree: what, why, where and what to do.
    private static let findingRows = 4
    /// A tree in fewer rows tells nothing.
    private static let leastTree = 3
    /// Below this height, the findings get all that the tree can do without.
    private static let lowBody = 12
    /// From this height on, there is room for events below the tree.
    private static let tallBody = 24

    fileprivate mutating func shareOut(_ scene: WatchScene, detachedRows: Int) {
        let isLow = body < Self.lowBody
        findings = Self.panel(
            of: Self.findingRows * scene.findings.count,
            atMost: isLow ? body - Self.leastTree : body * 2 / 5)
        detached = Self.panel(
            of: detachedRows, atMost: isLow ? body - findings - Self.leastTree : body / 3)
        let left = body - detached - findings
        if body >= Self.tallBody {
            events = Self.panel(of: scene.events.numbers.count, atMost: left / 3)
        }
        list = max(min(Self.leastTree, body), left - events)
    }

    /// A panel with its heading; none where there is no room for both, or nothing to show.
    private static func panel(of rows: Int, atMost most: Int) -> Int {
        rows == 0 || most < 2 ? 0 : min(rows + 1, most)
    }
}

extension Screen {
    /// The panels of the tab that is shown, for drawing and for scrolling. Only the tree has
    /// detached rows.
    func panels(detachedRows: Int = 0) -> ScreenPanels {
        let other = ScreenPanels.headRows + ScreenPanels.footRows
        var panels = ScreenPanels(body: max(0, size.rows - other))
        switch state.tab {
        case .tree: panels.shareOut(scene, detachedRows: detachedRows)
        case .events: panels.list = panels.body
        case .findings where state.readsFinding: panels.findings = panels.body
        case .findings:
            panels.list = min(max(1, scene.findings.count), max(1, panels.body / 4))
            panels.findings = panels.body - panels.list
        }
        return panels
    }
}
