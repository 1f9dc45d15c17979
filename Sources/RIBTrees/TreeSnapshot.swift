// SPDX-License-Identifier: Apache-2.0

/// The RIBs of one process at one moment: of its recording, or of its life.
package struct TreeSnapshot: Equatable, Sendable {
    /// Whose RIBs they are.
    package struct Process: Equatable, Sendable {
        /// The trace's folder; nil when nothing is recorded.
        package let trace: String?
        package let processName: String
        package let processID: Int
        /// When recording began, in ISO 8601; nil for a process that is looked at while it lives.
        package let startedAt: String?

        package init(trace: String?, processName: String, processID: Int, startedAt: String?) {
            self.trace = trace
            self.processName = processName
            self.processID = processID
            self.startedAt = startedAt
        }
    }

    package let process: Process
    /// Nanoseconds from the beginning of the recording to the moment; nil while the process lives.
    package let moment: UInt64?
    /// The moment as ISO 8601, UTC, to the millisecond; nil while the process lives.
    package let time: String?
    /// True when the moment is that of the recording's last event.
    package let isEnd: Bool
    /// Roots with all that is attached below them; parents before children, oldest child first.
    package let tree: [RIBTree.Node]
    /// What was detached and of which no deallocation was seen, with all that is attached below.
    package let detached: [RIBTree.Node]
    /// What may be missing, in one line.
    package let gaps: String?

    package init(
        process: Process, moment: UInt64? = nil, time: String? = nil, isEnd: Bool = false,
        tree: [RIBTree.Node], detached: [RIBTree.Node] = [], gaps: String? = nil
    ) {
        self.process = process
        self.moment = moment
        self.time = time
        self.isEnd = isEnd
        self.tree = tree
        self.detached = detached
        self.gaps = gaps
    }
}

/// Lists what hangs on each other: parents before children, each thing once, and not too deep.
///
/// A damaged trace may attach RIBs in a circle, and so may an app by mistake; or thousands below each
/// other. What is too deep is only counted.
package struct TreeDescent<Key: Hashable> {
    /// One thing of the list.
    package struct Step<Item> {
        package let item: Item
        /// Where the thing that it hangs on stands in the list; nil for the root.
        package let parent: Int?
        package let depth: Int
        /// How many things below it are too deep to be listed.
        package fileprivate(set) var omitted = 0
    }

    /// Deeper things are counted, not listed; real trees have some dozens of levels.
    package static var mostLevels: Int { 64 }

    private var visited: Set<Key> = []

    package init() {}

    /// The root and what is below it, as far as it was not met before.
    package mutating func steps<Item>(
        from root: Item, key: (Item) -> Key, children: (Item) -> [Item]
    ) -> [Step<Item>] {
        var steps: [Step<Item>] = []
        // What is pending, and where the last listed thing above it stands.
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
            // The stack gives back the last first.
            for child in children(item).reversed() { pending.append((child, host, depth + 1)) }
        }
        return steps
    }
}
