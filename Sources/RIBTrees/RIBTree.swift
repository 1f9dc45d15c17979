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
