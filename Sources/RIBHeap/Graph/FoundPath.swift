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
