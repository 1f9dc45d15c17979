// SPDX-License-Identifier: Apache-2.0

import RIBRuns
import RIBWatch

extension Screen {
    /// A second, the longer step through time.
    private static let second: Int64 = 1_000_000_000

    /// Does what a key asks for.
    ///
    /// - Parameter log: All events, also those after the moment that is shown.
    /// - Returns: False to quit.
    mutating func press(_ key: ScreenKey, _ log: EventLog) -> Bool {
        if state.query.isOpen {
            type(key)
        } else if state.showsHelp {
            if key == .character("q") { return false }
            if !scroll(key) { (state.showsHelp, state.pageTop) = (false, 0) }
        } else {
            return pressInLists(key, log)
        }
        return true
    }

    private mutating func pressInLists(_ key: ScreenKey, _ log: EventLog) -> Bool {
        switch key {
        case .character("q"): return false
        case .character("?"): (state.showsHelp, state.pageTop) = (true, 0)
        case .character("/"): state.query = SearchQuery(isOpen: true)
        case .character("n"): find(forward: true)
        case .character("N"): find(forward: false)
        case .character("1"): show(.tree)
        case .character("2"): show(.events)
        case .character("3"): show(.findings)
        case .tab: show(next: 1)
        case .backTab: show(next: ScreenTab.allCases.count - 1)
        case .escape where !state.query.text.isEmpty: state.query = SearchQuery()
        case .escape: read(false)
        case .character(" "), .home, .end, .character("["), .character("]"), .character("{"),
            .character("}"):
            travel(key, log)
        default:
            if !(state.readsFinding && state.tab == .findings && scroll(key)) { move(key) }
        }
        return true
    }

    // MARK: - Tabs and pages

    private mutating func show(_ tab: ScreenTab) {
        state.tab = tab
        read(false)
    }

    private mutating func show(next step: Int) {
        let all = ScreenTab.allCases
        show(all[(state.tab.rawValue + step) % all.count])
    }

    /// Begins or ends to read one finding.
    private mutating func read(_ isBegun: Bool) {
        (state.readsFinding, state.pageTop) = (isBegun, 0)
    }

    /// - Returns: False for a key that does not scroll.
    private mutating func scroll(_ key: ScreenKey) -> Bool {
        guard let step = step(of: key) else { return false }
        // `keepInView` brings it back to the last page. The greatest number plus one would trap.
        state.pageTop = step == .max ? .max : step == .min ? 0 : max(0, state.pageTop + step)
        return true
    }

    // MARK: - Lists

    /// How many rows a key goes down; the greatest number for the last row.
    private func step(of key: ScreenKey) -> Int? {
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

    private mutating func move(_ key: ScreenKey) {
        let keys = list.keys
        if let step = step(of: key), let index = state.index(in: keys) {
            state.go(to: step == .max ? keys.count - 1 : step == .min ? 0 : index + step, in: keys)
            if state.tab == .findings { state.pageTop = 0 }
        } else if state.tab == .tree {
            fold(key)
        } else if state.tab == .findings, key == .enter || key == .right {
            read(!state.readsFinding)
        } else if state.tab == .findings, key == .left {
            read(false)
        }
    }

    private mutating func fold(_ key: ScreenKey) {
        let tree = treeList
        let keys = tree.keys
        guard let index = state.index(in: keys) else { return }
        let row = keys[index]
        switch key {
        case .left, .character("h"):
            if tree.hasRowsBelow(index) {
                state.folds[row] = true
            } else if let parent = tree.parent(of: index).flatMap(keys.firstIndex) {
                state.go(to: parent, in: keys)
            }
        case .right, .character("l"): state.folds[row] = false
        case .enter:
            if case .rib(let row) = tree.rows[index], let finding = row.finding {
                show(.findings)
                state.position.key = finding.key
            } else {
                state.folds[row] = tree.hasRowsBelow(index)
            }
        default: break
        }
    }
}

extension TreeList {
    /// Whether rows below this one are seen.
    fileprivate func hasRowsBelow(_ index: Int) -> Bool {
        guard index + 1 < rows.count, case .rib(let next) = rows[index + 1] else { return false }
        return switch rows[index] {
        case .process(let process): next.process == process.number && !next.isDetached
        case .rib(let row): next.node.parent == row.node.id && next.process == row.process
        }
    }
}

// MARK: - Search

extension Screen {
    /// All rows of the trees: what is folded away is found too.
    private var unfolded: TreeList { TreeList(scene) { _ in false } }

    /// The list in which a search looks.
    var searched: ScreenList { state.tab == .tree ? ScreenList(unfolded) : list }

    private mutating func type(_ key: ScreenKey) {
        switch key {
        case .enter: state.query.isOpen = false
        case .escape: state.query = SearchQuery()
        case .backspace where state.query.text.isEmpty: state.query = SearchQuery()
        case .backspace: state.query.text.removeLast()
        case .character(let character):
            state.query.text.append(character)
            find(forward: true, staysHere: true)
        default: break
        }
    }

    /// Goes to the next row that matches, from the end on to the start again.
    ///
    /// - Parameter staysHere: Whether the row that the person is at counts too.
    private mutating func find(forward: Bool, staysHere: Bool = false) {
        let all = searched
        guard !all.keys.isEmpty else { return }
        let seen = list.keys
        let start = state.index(in: seen).flatMap { all.keys.firstIndex(of: seen[$0]) } ?? 0
        let count = all.keys.count
        let found = ((staysHere ? 0 : 1)...count).lazy.map { step in
            (start + (forward ? step : count - step)) % count
        }.first { state.query.matches(all.text($0)) }
        guard let found else { return }
        if state.tab == .tree { unfold(above: found) }
        let shown = list.keys
        if let index = shown.firstIndex(of: all.keys[found]) { state.go(to: index, in: shown) }
    }

    /// - Parameter index: That of a row of `unfolded`.
    private mutating func unfold(above index: Int) {
        let tree = unfolded
        let keys = tree.keys
        var above = tree.parent(of: index)
        while let key = above {
            state.folds[key] = false
            above = keys.firstIndex(of: key).flatMap(tree.parent)
        }
        if case .rib(let process, _) = keys[index] { state.folds[.process(process)] = false }
    }
}

// MARK: - Time

extension Screen {
    private mutating func travel(_ key: ScreenKey, _ log: EventLog) {
        guard let oldest = scene.oldest, let newest = log.last?.time else { return }
        let moment = state.moment
        // In the tree, a step that changes nothing would look like none.
        let isWanted = { [tab = state.tab] (event: RunEvent) in tab != .tree || event.changesTree }
        switch key {
        case .character(" "): state.moment = moment == nil ? scene.moment : nil
        case .home: state.moment = oldest
        case .end: state.moment = nil
        case .character("["):
            state.moment = log.time(before: moment ?? .max, of: isWanted) ?? oldest
        case .character("]"): state.moment = moment.flatMap { log.time(after: $0, of: isWanted) }
        case .character("{"): state.moment = max(oldest, (moment ?? newest) - Self.second)
        case .character("}"):
            state.moment = moment.flatMap { $0 + Self.second >= newest ? nil : $0 + Self.second }
        default: break
        }
    }
}
