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
    /// The strong references that a node holds.
    func references(of node: UInt) -> [HeapReference] {
        var references: [HeapReference] = []
        appendReferences(of: node, to: &references)
        return references
    }

    package func prepare(_ nodes: [UInt]) {}

    package func strongCount(of node: UInt) -> Int? { nil }
}

/// A strong reference from one object to another.
package struct HeapReference: Hashable, Sendable {
    /// The address of the object it leads to.
    package let target: UInt
    /// The place of the reference in bytes, from the holder's address.
    package let place: UInt
    /// The slot that the reference is in, as its number in the pool.
    let slot: UInt32
    /// The slot of the existential that contains the slot's value; `noSlot` without one.
    let outer: UInt32

    static let noSlot = UInt32.max
}

extension HeapReference {
    package init(target: UInt, place: UInt) {
        self.init(target: target, place: place, slot: Self.noSlot, outer: Self.noSlot)
    }
}
