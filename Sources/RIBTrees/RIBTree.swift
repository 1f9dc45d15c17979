// SPDX-License-Identifier: Apache-2.0

/// The living RIBs of this process at the time when this value was made.
///
/// `import RIBs` to make one: `RIBTree.snapshot()` has everything that was launched, and
/// `RIBTree(of:)` everything below one RIB.
public struct RIBTree: Equatable, Sendable {
    /// The roots with everything attached below them. Parents come before children, the oldest
    /// child first.
    ///
    /// This is a list instead of nested values, so that no tree is too deep to walk. RIBs below
    /// more than 64 others are only counted, in ``Node/omitted``.
    public let nodes: [Node]

    private let process: TreeSnapshot.Process

    package init(_ nodes: [Node], of process: TreeSnapshot.Process) {
        self.nodes = nodes
        self.process = process
    }

    /// The RIBs without a parent in this tree.
    public var roots: [Node] { nodes.filter { $0.parent == nil } }

    /// The children of a RIB in this tree, oldest first.
    ///
    /// - Complexity: O(nodes).
    public func children(of node: Node) -> [Node] { nodes.filter { $0.parent == node.id } }

    /// The tree for people, in the layout of `ribleak tree`. It ends with a line break.
    public var text: String { snapshots.text() }

    /// The tree for programs, in the format of `ribleak tree --format json`, version 1.
    ///
    /// Facts that only a recording has, such as the time, are null.
    public var json: String { snapshots.json }

    /// The tree as a Mermaid flowchart, which pull requests and wikis can draw.
    ///
    /// It leaves out ages, so that equal trees give equal text.
    public var mermaid: String { snapshots.mermaid }

    private var snapshots: [TreeSnapshot] { [TreeSnapshot(process: process, tree: nodes)] }
}

extension RIBTree {
    /// A RIB of a tree at one point in time.
    public struct Node: Equatable, Sendable {
        /// The relation of a RIB to its tree.
        public enum Standing: String, Sendable {
            /// It was launched as the root of a tree.
            case launched
            /// It is the child of another RIB.
            case attached
            /// It has not been attached yet, such as the root of a test.
            case unattached
            /// It was detached and not attached again.
            case detached
            /// It was not detached, but its parent is freed.
            case orphaned

            /// Whether the RIB has a place in the tree.
            package var isInTree: Bool { self != .detached && self != .orphaned }
        }

        /// The serial id of its router in the recording, or of the RIB itself if it has no base
        /// classes. A RIB that is not recorded has a number unique in this tree.
        public let id: UInt64
        /// The id of its parent in this tree; nil for a root.
        public let parent: UInt64?
        /// The number of RIBs above it in this tree; 0 for a root.
        public let depth: Int
        /// The name of its router's type, or of its own type if it has no base classes.
        public let type: String
        /// Its path, such as `Root/LoggedIn/OffGame`.
        public let ribPath: String
        /// Its relation to the tree.
        public let standing: Standing
        /// Whether its interactor is active.
        public let isActive: Bool
        /// Nanoseconds since it got its current standing; nil when unknown, as for a test double.
        public let age: UInt64?
        /// The number of subscriptions of its interactor and workers that have not ended; nil when
        /// subscriptions are not recorded.
        public let subscriptions: Int?
        /// The types of its interactor's running workers, the oldest worker first; nil when workers
        /// are not recorded.
        public let workers: [String]?
        /// The number of RIBs below it that are too deep for the list.
        public let omitted: Int

        package init(
            id: UInt64, parent: UInt64? = nil, depth: Int = 0, type: String, ribPath: String,
            standing: Standing, isActive: Bool, age: UInt64?, subscriptions: Int? = 0,
            workers: [String]? = [], omitted: Int = 0
        ) {
            (self.id, self.parent, self.depth, self.type) = (id, parent, depth, type)
            (self.ribPath, self.standing, self.isActive) = (ribPath, standing, isActive)
            (self.age, self.subscriptions, self.workers) = (age, subscriptions, workers)
            self.omitted = omitted
        }
    }
}
