// SPDX-License-Identifier: Apache-2.0

/// The graph that the search for retain paths walks.
package protocol ObjectGraph {
    /// Appends the strong references that a node holds, in a fixed order.
    ///
    /// - Parameters:
    ///   - node: The address of an object, as a root or another node's reference gave it.
    ///   - references: A buffer that is reused for each node.
    func appendReferences(of node: UInt, to references: inout [HeapReference])

    /// Announces the nodes that `appendReferences` is called for next, so that their memory can be
    /// fetched together.
    func prepare(_ nodes: [UInt])

    /// The number of strong references to a node, seen or not; nil when it is not known. An
    /// immortal object has more than can be seen.
    func strongCount(of node: UInt) -> Int?
}

extension ObjectGraph {
    package func prepare(_ nodes: [UInt]) {}

    package func strongCount(of node: UInt) -> Int? { nil }
}

/// A strong reference from one object to another.
package struct HeapReference: Hashable, Sendable {
    /// The address of the object it leads to.
    package let target: UInt
    /// The place of the reference in bytes, from the holder's address or from that of separate
    /// storage that belongs to the holder alone.
    package let place: UInt32

    package init(target: UInt, place: UInt32) {
        self.target = target
        self.place = place
    }
}
