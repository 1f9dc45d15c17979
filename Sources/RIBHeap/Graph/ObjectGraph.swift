/// What the search for retain paths walks on.
package protocol ObjectGraph {
    /// Appends the strong references that a node holds, in a fixed order.
    ///
    /// - Parameters:
    ///   - node: The address of an object, as a root or another node's reference named it.
    ///   - references: Room that is used again for each node.
    func appendReferences(of node: UInt, to references: inout [HeapReference])

    /// Says which nodes `appendReferences` will be asked about next, so that what they occupy can be
    /// fetched together.
    func prepare(_ nodes: [UInt])
}

extension ObjectGraph {
    @inlinable package func prepare(_ nodes: [UInt]) {}
}
