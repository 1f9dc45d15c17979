// SPDX-License-Identifier: Apache-2.0

/// The RIBs of one process at one time, from its recording or from the living process.
package struct TreeSnapshot: Equatable, Sendable {
    /// The process that has the RIBs.
    package struct Process: Equatable, Sendable {
        /// The trace's folder; nil when nothing is recorded.
        package let trace: String?
        package let processName: String
        package let processID: Int
        /// When recording began, in ISO 8601; nil for a living process.
        package let startedAt: String?

        package init(trace: String?, processName: String, processID: Int, startedAt: String?) {
            (self.trace, self.processName, self.processID) = (trace, processName, processID)
            self.startedAt = startedAt
        }
    }

    package let process: Process
    /// Nanoseconds from the start of the recording; nil for a living process.
    package let moment: UInt64?
    /// The time in ISO 8601, UTC, to the millisecond; nil for a living process.
    package let time: String?
    /// Whether this is the time of the recording's last event.
    package let isEnd: Bool
    /// The roots with everything attached below them. Parents come before children, the oldest
    /// child first.
    package let tree: [RIBTree.Node]
    /// RIBs that were detached but not seen to be freed, with everything attached below them.
    package let detached: [RIBTree.Node]
    /// What may be missing, in one line.
    package let gaps: String?

    package init(
        process: Process, moment: UInt64? = nil, time: String? = nil, isEnd: Bool = false,
        tree: [RIBTree.Node], detached: [RIBTree.Node] = [], gaps: String? = nil
    ) {
        (self.process, self.moment, self.time, self.isEnd) = (process, moment, time, isEnd)
        (self.tree, self.detached, self.gaps) = (tree, detached, gaps)
    }
}

/// Lists a tree: parents before children, each item once, down to a limited depth.
///
/// A damaged trace or a mistake in an app may attach RIBs in a circle, or thousands below each
/// other. Items that are too deep are only counted.
package struct TreeDescent<Key: Hashable> {
    /// One item of the list.
    package struct Step<Item> {
        package let item: Item
        /// The index of the item's parent in the list; nil for the root.
        package let parent: Int?
        package let depth: Int
        /// The number of items below it that are too deep for the list.
        package fileprivate(set) var omitted = 0
    }

    /// The deepest listed level. Deeper items are counted; real trees have some dozens of levels.
    package static var mostLevels: Int { 64 }

    private var visited: Set<Key> = []

    package init() {}

    /// The root and everything below it that was not visited before.
    package mutating func steps<Item>(
        from root: Item, key: (Item) -> Key, children: (Item) -> [Item]
    ) -> [Step<Item>] {
        var steps: [Step<Item>] = []
        // Pending items, each with the index of the nearest listed item above it.
        var pending: [(item: Item, above: Int?, depth: Int)] = [(root, nil, 0)]
        while let (item, above, depth) = pending.popLast() {
            guard visited.insert(key(item)).inserted else { continue }
            var host = above
            if let above, depth >= Self.mostLevels {
                steps[above].omitted += 1
            } else {
                host = steps.count
                steps.append(Step(item: item, parent: above, depth: depth))
            }
            // The stack returns the last item first.
            for child in children(item).reversed() { pending.append((child, host, depth + 1)) }
        }
        return steps
    }
}
