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
