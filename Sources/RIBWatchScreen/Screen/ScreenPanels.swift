// SPDX-License-Identifier: Apache-2.0

/// How the rows of a screen are shared out. All counts include a panel's heading.
struct ScreenPanels: Equatable {
    /// The rows between the head and the line at the bottom.
    let body: Int
    /// The rows of the list of the tab.
    let list: Int
    /// The rows of the panel below the tree for what is detached and alive. Where this is 0, those
    /// are the last rows of the list.
    let detached: Int
    /// The rows of the findings below the tree, or of the explanation below the findings.
    let findings: Int
    /// The rows of the last events below the tree.
    let events: Int

    /// Title and tabs.
    static let headRows = 2
    /// The line with keys or the search.
    static let footRows = 1
    /// The rows of one finding below the tree: what, why, where and what to do.
    static let findingRows = 4
    /// A tree in fewer rows tells nothing.
    private static let leastTree = 3
    /// Below this height, the findings get all that the tree can do without.
    private static let lowBody = 12
    /// From this height on, there is room for events below the tree.
    private static let tallBody = 24

    init(_ size: ScreenSize, _ state: ScreenState, _ scene: WatchScene, detachedRows: Int = 0) {
        body = max(0, size.rows - Self.headRows - Self.footRows)
        switch state.tab {
        case .tree:
            let isLow = body < Self.lowBody
            findings = Self.panel(
                of: Self.findingRows * scene.findings.count,
                atMost: isLow ? body - Self.leastTree : body * 2 / 5)
            detached = Self.panel(
                of: detachedRows, atMost: isLow ? body - findings - Self.leastTree : body / 3)
            let left = body - detached - findings
            events =
                body < Self.tallBody
                ? 0 : Self.panel(of: scene.events.numbers.count, atMost: left / 3)
            list = max(min(Self.leastTree, body), left - events)
        case .events:
            (detached, findings, events, list) = (0, 0, 0, body)
        case .findings where state.readsFinding:
            (detached, findings, events, list) = (0, body, 0, 0)
        case .findings:
            (detached, events) = (0, 0)
            list = min(max(1, scene.findings.count), max(1, body / 4))
            findings = body - list
        }
    }

    /// A panel with its heading; none where there is no room for both, or nothing to show.
    private static func panel(of rows: Int, atMost most: Int) -> Int {
        rows == 0 || most < 2 ? 0 : min(rows + 1, most)
    }
}
