// SPDX-License-Identifier: Apache-2.0

/// The RIBs of this process that live, as they were when this value was made.
///
/// `import RIBs` makes one: `RIBTree.snapshot()` of all that was launched, `RIBTree(of:)` of what is
/// below one RIB.
public struct RIBTree: Equatable, Sendable {
    /// Roots with all that is attached below them; parents before children, oldest child first.
    ///
    /// A list and not values within values, so that no tree is too deep for whoever walks it; RIBs
    /// below more than 64 others are only counted, by ``Node/omitted``.
    public let nodes: [Node]

    private let process: TreeSnapshot.Process

    package init(_ nodes: [Node], of process: TreeSnapshot.Process) {
        self.nodes = nodes
        self.process = process
    }

    /// The RIBs that hang on no other one of this tree.
    public var roots: [Node] { nodes.filter { $0.parent == nil } }

    /// The RIBs that hang on another one, oldest first.
    ///
    /// - Complexity: O(nodes).
    public func children(of node: Node) -> [Node] { nodes.filter { $0.parent == node.id } }

    /// The tree for people, in the layout of `ribleak tree`; it ends with a line break.
    public var text: String { TreeText().text(for: [snapshot]) }

    /// The tree for programs, in the form of `ribleak tree --format json`, version 1.
    ///
    /// What only a recording has, such as the moment, is null.
    public var json: String { TreeJSON().text(for: [snapshot]) }

    /// The tree as a Mermaid flowchart, which pull requests and wikis draw.
    ///
    /// It has no ages, so that equal trees are equal text.
    public var mermaid: String { TreeMermaid().text(for: [snapshot]) }

    private var snapshot: TreeSnapshot { TreeSnapshot(process: process, tree: nodes) }
}

extension RIBTree {
    /// A RIB of a tree, as it was at one moment.
    public struct Node: Equatable, Sendable {
        /// How a RIB stands to the tree.
        public enum Standing: String, Sendable {
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

            /// False for what the tree has no place for any more.
            package var isInTree: Bool { self != .detached && self != .orphaned }
        }

        /// The serial id of its router in the recording, or of the RIB itself if it is without base
        /// classes. What is not recorded has a number that no other RIB of this tree has.
        public let id: UInt64
        /// The id of the RIB it hangs on in this tree; nil for a root.
        public let parent: UInt64?
        /// How many RIBs of this tree are above it; 0 for a root.
        public let depth: Int
        /// The name of its router's type, or of its own if it is without base classes.
        public let type: String
        /// Its place, such as `Root/LoggedIn/OffGame`.
        public let ribPath: String
        /// How it stands to the tree.
        public let standing: Standing
        /// Whether its interactor is active.
        public let isActive: Bool
        /// Nanoseconds since it came to stand where it stands; nil when nobody knows, as of a test
        /// double.
        public let age: UInt64?
        /// How many subscriptions of its interactor and its workers have not ended; nil when nothing
        /// is recorded of them.
        public let subscriptions: Int?
        /// The types of the workers that its interactor started and that work, oldest worker first;
        /// nil when nothing is recorded of them.
        public let workers: [String]?
        /// How many RIBs below it are too deep to be listed.
        public let omitted: Int

        package init(
            id: UInt64, parent: UInt64? = nil, depth: Int = 0, type: String, ribPath: String,
            standing: Standing, isActive: Bool, age: UInt64?, subscriptions: Int? = 0,
            workers: [String]? = [], omitted: Int = 0
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
}
