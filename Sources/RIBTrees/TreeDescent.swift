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
