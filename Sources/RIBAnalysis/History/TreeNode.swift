/// A RIB in a tree, as it was at one moment.
package struct TreeNode: Equatable, Sendable {
    /// How a RIB stands to the tree.
    package enum Standing: String, Sendable {
        /// It was made the root of a tree.
        case launched
        /// It is the child of another RIB.
        case attached
        /// It was not attached so far, as the root of a test.
        case unattached
        /// It was detached and not attached again.
        case detached
        /// It was not detached, but the RIB it was attached to is freed.
        case orphaned
    }

    /// The serial id of its router, or of the RIB itself if it is without base classes.
    package let id: UInt64
    /// The id of the RIB it hangs on in this list; nil for a root.
    package let parent: UInt64?
    /// 0 for a root.
    package let depth: Int
    package let type: String
    package let ribPath: String
    package let standing: Standing
    package let isActive: Bool
    /// Nanoseconds since it came to stand where it stands.
    package let age: UInt64
    /// How many subscriptions of its interactor have not ended.
    package let subscriptions: Int
    /// The types of the workers that its interactor started and that work.
    package let workers: [String]
    /// RIBs below it that are too deep to be listed.
    package var omitted = 0

    package init(
        id: UInt64, parent: UInt64? = nil, depth: Int = 0, type: String, ribPath: String,
        standing: Standing, isActive: Bool, age: UInt64, subscriptions: Int = 0,
        workers: [String] = [], omitted: Int = 0
    ) {
        self.id = id
        self.parent = parent
        self.depth = depth
        self.type = type
        self.ribPath = ribPath
        self.standing = standing
        self.isActive = isActive
        self.age = age
        self.subscriptions = subscriptions
        self.workers = workers
        self.omitted = omitted
    }
}
