/// What a search found out.
package struct SearchResult: Sendable {
    /// Why each target is alive, in the order in which they were given.
    package let paths: [FoundPath]
    /// What would be freed with each; empty when the search ended before it knew.
    package let dominated: Dominated
    /// True when time or room was over before everything was looked at: there may be shorter paths,
    /// and paths where none was found.
    package let isPartial: Bool
    /// How many objects were met.
    package let nodeCount: Int
}

/// How far a search may go.
package struct SearchLimits {
    /// The most objects it remembers.
    package var nodes: Int
    /// Asked every few thousand objects; the search ends when it says true.
    package var isOver: () -> Bool

    package init(nodes: Int = 4_000_000, isOver: @escaping () -> Bool = { false }) {
        self.nodes = nodes
        self.isOver = isOver
    }
}

/// One strong reference on a path: the next step's holder, or the path's end, is what it leads to.
package struct PathStep: Hashable, Sendable {
    /// The address of the object that holds the reference.
    package let holder: UInt
    /// Where it keeps the reference, as in ``HeapReference/place``.
    package let place: UInt32

    package init(holder: UInt, place: UInt32) {
        self.holder = holder
        self.place = place
    }
}

/// Why one of the objects that a search was for is alive.
package struct FoundPath: Equatable, Sendable {
    package enum Origin: Hashable, Sendable {
        /// The path begins at a root: the class of it, and which of that class's roots.
        case root(rank: UInt8, index: Int)
        /// The path is the shortest cycle through the object.
        case itself
        /// No root reaches the object; the path begins at another one that none reaches either. That
        /// one has a cycle, or is held by nothing that was seen.
        case survivor(Int)
        /// Nothing that was seen explains the object.
        case unseen
    }

    package let origin: Origin
    /// From the object that the root leads to, or from the survivor, or from the object itself, to the
    /// object; empty when the root leads to it directly.
    package let steps: [PathStep]
    /// The survivors that a path from a root passes, by their numbers in the order of the path.
    package let passed: [Int]
    /// How many strong references to the object the search saw, those of roots included.
    package let seenReferences: Int
}
