// SPDX-License-Identifier: Apache-2.0

import RIBRuns
import RIBWatch

extension ScreenState {
    /// A second, the longer step through time.
    private static let second: Int64 = 1_000_000_000

    /// Does what a key asks for.
    ///
    /// - Parameters:
    ///   - scene: What the person saw when they pressed it.
    ///   - log: All events, also those after the moment that is shown.
    ///   - size: The size of the screen, which is how far a page goes.
    /// - Returns: False to quit.
    mutating func press(
        _ key: ScreenKey, in scene: WatchScene, _ log: EventLog, _ size: ScreenSize
    ) -> Bool {
        if query.isOpen {
            type(key, in: scene)
        } else if showsHelp {
            if key == .character("q") { return false }
            if !scroll(key, size) { (showsHelp, pageTop) = (false, 0) }
        } else {
            return pressInLists(key, in: scene, log, size)
        }
        return true
    }

    private mutating func pressInLists(
        _ key: ScreenKey, in scene: WatchScene, _ log: EventLog, _ size: ScreenSize
    ) -> Bool {
        switch key {
        case .character("q"): return false
        case .character("?"): (showsHelp, pageTop) = (true, 0)
        case .character("/"): query = SearchQuery("", isOpen: true)
        case .character("n"): find(in: scene, forward: true)
        case .character("N"): find(in: scene, forward: false)
        case .character("1"): show(.tree)
        case .character("2"): show(.events)
        case .character("3"): show(.findings)
        case .tab: show(next: 1)
        case .backTab: show(next: ScreenTab.allCases.count - 1)
        case .escape: back()
        case .character(" "), .home, .end, .character("["), .character("]"), .character("{"),
            .character("}"):
            travel(key, in: scene, log)
        default:
            if !(readsFinding && tab == .findings && scroll(key, size)) {
                move(key, in: scene, size)
            }
        }
        return true
    }

    // MARK: - Tabs and pages

    private mutating func show(_ tab: ScreenTab) {
        self.tab = tab
        (readsFinding, pageTop) = (false, 0)
    }

    private mutating func show(next step: Int) {
        let all = ScreenTab.allCases
        show(all[(tab.rawValue + step) % all.count])
    }

    private mutating func back() {
        if !query.text.isEmpty {
            query = SearchQuery("")
        } else {
            (readsFinding, pageTop) = (false, 0)
        }
    }

    /// - Returns: False for a key that does not scroll.
    private mutating func scroll(_ key: ScreenKey, _ size: ScreenSize) -> Bool {
        guard let step = step(of: key, size) else { return false }
        // `keepInView` brings it back to the last page. The greatest number plus one would trap.
        pageTop = step == .max ? .max : step == .min ? 0 : max(0, pageTop + step)
        return true
    }

    // MARK: - Lists

    /// How many rows a key goes down; the greatest number for the last row.
    private func step(of key: ScreenKey, _ size: ScreenSize) -> Int? {
        let page = max(1, size.rows - ScreenPanels.headRows - ScreenPanels.footRows - 1)
        return switch key {
        case .up, .character("k"): -1
        case .down, .character("j"): 1
        case .pageUp: -page
        case .pageDown: page
        case .character("g"): .min
        case .character("G"): .max
        default: nil
        }
    }

    private mutating func move(_ key: ScreenKey, in scene: WatchScene, _ size: ScreenSize) {
        let keys = list(of: scene).keys
        if let step = step(of: key, size), let index = index(in: keys) {
            go(to: step == .max ? keys.count - 1 : step == .min ? 0 : index + step, in: keys)
            if tab == .findings { pageTop = 0 }
        } else if tab == .tree {
            fold(key, in: scene)
        } else if tab == .findings, key == .enter || key == .right {
            (readsFinding, pageTop) = (!readsFinding, 0)
        } else if tab == .findings, key == .left {
            (readsFinding, pageTop) = (false, 0)
        }
    }

    private mutating func fold(_ key: ScreenKey, in scene: WatchScene) {
        let tree = tree(of: scene)
        let keys = tree.keys
        guard let index = index(in: keys) else { return }
        let row = keys[index]
        switch key {
        case .left, .character("h"):
            if tree.hasRowsBelow(index) {
                folds[row] = true
            } else if let parent = tree.parent(of: index).flatMap(keys.firstIndex) {
                go(to: parent, in: keys)
            }
        case .right, .character("l"): folds[row] = false
        case .enter:
            if let finding = tree.finding(at: index, in: scene) {
                show(.findings)
                position.key = finding.key
            } else {
                folds[row] = tree.hasRowsBelow(index)
            }
        default: break
        }
    }
}

extension TreeList {
    /// Whether rows below this one are seen.
    func hasRowsBelow(_ index: Int) -> Bool {
        guard index + 1 < rows.count, case .rib(let next) = rows[index + 1] else { return false }
        return switch rows[index] {
        case .process(let process): next.process == process.number && !next.isDetached
        case .rib(let row): next.node.parent == row.node.id && next.process == row.process
        }
    }

    /// The finding that a row stands in.
    func finding(at index: Int, in scene: WatchScene) -> SeenFinding? {
        guard case .rib(let row) = rows[index], let finding = row.finding else { return nil }
        return scene.findings.first {
            $0.process == row.process && $0.finding.fingerprint == finding.fingerprint
        }
    }
}

// MARK: - Search

extension ScreenState {
    /// The list in which a search looks: what is folded away is found too.
    func searched(in scene: WatchScene) -> ScreenList {
        tab == .tree ? ScreenList(TreeList(scene) { _ in false }) : list(of: scene)
    }

    private mutating func type(_ key: ScreenKey, in scene: WatchScene) {
        switch key {
        case .enter: query.isOpen = false
        case .escape: query = SearchQuery("")
        case .backspace where query.text.isEmpty: query = SearchQuery("")
        case .backspace: query.text.removeLast()
        case .character(let character):
            query.text.append(character)
            find(in: scene, forward: true, staysHere: true)
        default: break
        }
    }

    /// Goes to the next row that matches, from the end on to the start again.
    ///
    /// - Parameter staysHere: Whether the row that the person is at counts too.
    private mutating func find(in scene: WatchScene, forward: Bool, staysHere: Bool = false) {
        let list = searched(in: scene)
        guard !list.keys.isEmpty else { return }
        let seen = self.list(of: scene).keys
        let start = index(in: seen).flatMap { list.keys.firstIndex(of: seen[$0]) } ?? 0
        let count = list.keys.count
        let found = ((staysHere ? 0 : 1)...count).lazy.map { step in
            (start + (forward ? step : count - step)) % count
        }.first { query.matches(list.text($0)) }
        guard let found else { return }
        if tab == .tree { unfold(above: found, in: TreeList(scene) { _ in false }) }
        let shown = self.list(of: scene).keys
        if let index = shown.firstIndex(of: list.keys[found]) { go(to: index, in: shown) }
    }

    private mutating func unfold(above index: Int, in tree: TreeList) {
        let keys = tree.keys
        var above = tree.parent(of: index)
        while let key = above {
            folds[key] = false
            above = keys.firstIndex(of: key).flatMap(tree.parent)
        }
        if case .rib(let process, _) = keys[index] { folds[.process(process)] = false }
    }
}

// MARK: - Time

extension ScreenState {
    private mutating func travel(_ key: ScreenKey, in scene: WatchScene, _ log: EventLog) {
        guard let oldest = scene.oldest, let newest = log.last?.time else { return }
        // In the tree, a step that changes nothing would look like none.
        let isWanted = { [tab] (event: RunEvent) in tab != .tree || event.changesTree }
        switch key {
        case .character(" "): moment = moment == nil ? scene.moment : nil
        case .home: moment = oldest
        case .end: moment = nil
        case .character("["): moment = log.time(before: moment ?? .max, of: isWanted) ?? oldest
        case .character("]"): moment = moment.flatMap { log.time(after: $0, of: isWanted) }
        case .character("{"): moment = max(oldest, (moment ?? newest) - Self.second)
        case .character("}"):
            moment = moment.flatMap { $0 + Self.second >= newest ? nil : $0 + Self.second }
        default: break
        }
    }
}
