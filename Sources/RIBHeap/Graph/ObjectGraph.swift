// SPDX-License-Identifier: Apache-2.0

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

    /// How many strong references there are to a node, seen or not; nil when that is not known. One that
    /// is never freed has more than can be seen.
    func strongCount(of node: UInt) -> Int?
}

extension ObjectGraph {
    @inlinable package func prepare(_ nodes: [UInt]) {}

    @inlinable package func strongCount(of node: UInt) -> Int? { nil }
}

/// A strong reference from one object to another.
package struct HeapReference: Hashable, Sendable {
    /// The address of the object it leads to.
    package let target: UInt
    /// Where the holder keeps it, in bytes from the holder's address, or from that of the storage
    /// outside of the holder that belongs to it alone.
    package let place: UInt32

    package init(target: UInt, place: UInt32) {
        self.target = target
        self.place = place
    }
}
