// SPDX-License-Identifier: Apache-2.0

extension ScreenState {
    /// Scrolls until the row that the person is at is seen, and a page has no empty rows. Call it
    /// after each key and before each drawing.
    package mutating func keepInView(
        of scene: WatchScene, _ size: ScreenSize, _ style: ScreenStyle
    ) {
        let list = list(of: scene)
        if let index = index(in: list) {
            if position.key != nil { position.index = index }
            scroll(to: index, in: list, scene, size)
        }
        let page = page(of: scene, columns: size.columns, style)
        let panels = ScreenPanels(size, self, scene)
        let room = showsHelp ? panels.body : panels.findings - 1
        pageTop = min(max(0, pageTop), max(0, page.count - room))
    }

    /// Scrolls the list so that a row is seen, or, in the tree, the panel of what is detached.
    private mutating func scroll(
        to index: Int, in list: ScreenList, _ scene: WatchScene, _ size: ScreenSize
    ) {
        guard case .tree(let tree) = list else {
            let rows = ScreenPanels(size, self, scene).list
            position.top = Self.top(position.top, showing: index, of: list.count, in: rows)
            return
        }
        let detachedRows = list.count - tree.treeCount
        let panels = ScreenPanels(size, self, scene, detachedRows: detachedRows)
        let listed = panels.detached > 0 ? tree.treeCount : list.count
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
