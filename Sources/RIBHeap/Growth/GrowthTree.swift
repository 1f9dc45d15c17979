// SPDX-License-Identifier: Apache-2.0

/// The objects of the process, merged by how the nearest root reaches them.
///
/// Objects are one node if their holders are one node and hold them in the same field as objects of
/// the same type. So a node is what a person calls a place: the elements of `Store.shared.entries`.
/// The tree lasts for all turns of a scenario, and each node remembers how its counts changed. The
/// idea is that of LeakCanary's shortest-path tree (Shark, `ObjectGrowthDetector`).
struct GrowthTree {
    /// How objects are reached from their holders, and what they are.
    struct Edge: Hashable {
        var parent: UInt32
        /// The slot in the pool of layouts; for a root, the rank of its class.
        let slot: UInt32
        /// The slot of the existential that holds the value.
        let outer: UInt32
        /// The metadata of the object's type, the code of a closure (see ``ClosureCopies``), or the
        /// address of a variable that is a root.
        var type: UInt
    }

    struct Node {
        let edge: Edge
        /// Whether only this tool or a test framework uses the objects. They are not followed.
        let isHidden: Bool
        var objects: SteadyCount
        /// For the storage of collections, the number of elements.
        var elements: SteadyCount
    }

    /// The parent of the nodes that roots lead to.
    static let root = UInt32.max
    /// How many levels up to look for the same edge. Nodes of lists and trees repeat after one or
    /// two levels, through a collection or another type.
    private static let longestCycle = 4

    private(set) var nodes: [Node] = []
    private var numbers: [Edge: UInt32] = [:]
    /// The number of completed measurements. The first one is what growth is measured from.
    private(set) var measured = 0

    /// The node of objects at the end of an edge, which is made if needed.
    ///
    /// If an edge repeats one a few levels above, its objects belong to the node there. Otherwise
    /// each element of a linked list would be a place of its own.
    mutating func node(_ edge: Edge, isHidden: () -> Bool) -> UInt32 {
        if let number = numbers[edge] { return number }
        let number = repeated(edge) ?? UInt32(nodes.count)
        numbers[edge] = number
        if number == nodes.count {
            let count = SteadyCount(isLate: measured > 1)
            nodes.append(Node(edge: edge, isHidden: isHidden(), objects: count, elements: count))
        }
        return number
    }

    private func repeated(_ edge: Edge) -> UInt32? {
        var edge = edge
        for _ in 0..<Self.longestCycle where edge.parent != Self.root {
            let above = edge.parent
            edge.parent = nodes[Int(above)].edge.parent
            // A root's edge has a rank in place of a slot, so it is never the same edge.
            if nodes[Int(above)].edge == edge, edge.parent != Self.root { return above }
        }
        return nil
    }

    mutating func add(to node: UInt32, elements: Int) {
        nodes[Int(node)].objects.now += 1
        nodes[Int(node)].elements.now += elements
    }

    /// Forgets the counts of an unfinished measurement.
    mutating func beginMeasuring() { changeCounts { $0.now = 0 } }

    mutating func endTurn() {
        let isFirst = measured == 0
        changeCounts { $0.endTurn(isFirst: isFirst) }
        measured += 1
    }

    /// Drops what changed without a turn: other work in the process changes it.
    mutating func endControl() { changeCounts { $0.endControl() } }

    private mutating func changeCounts(_ body: (inout SteadyCount) -> Void) {
        for index in nodes.indices {
            body(&nodes[index].objects)
            body(&nodes[index].elements)
        }
    }

    /// Whether any node has grown steadily so far.
    var grows: Bool { nodes.contains(where: grows) }

    private func grows(_ node: Node) -> Bool {
        !node.isHidden && (node.objects.grows || node.elements.grows)
    }

    /// For each node, the uppermost one that grows among it and those above it; nil without one.
    var tops: [UInt32?] {
        // A node is made after the one above it.
        nodes.enumerated().reduce(into: []) { tops, next in
            let parent = next.element.edge.parent
            let above = parent == Self.root ? nil : tops[Int(parent)]
            tops.append(above ?? (grows(next.element) ? UInt32(next.offset) : nil))
        }
    }

    /// The nodes that grow and are not below another one that grows.
    var growing: [UInt32] {
        tops.enumerated().filter { $0.element == UInt32($0.offset) }.map { UInt32($0.offset) }
    }
}

/// The code of closures, with one address for all copies of it.
///
/// Where the optimizer inlines a function, it makes a copy of the code by which a closure in it is
/// called. The copies' names differ by a number, as `…U_TA` and `…U_TA.2` do.
final class ClosureCopies {
    private let name: (UInt) -> String
    private var first: [Substring: UInt] = [:]
    private var known: [UInt: UInt] = [:]

    /// - Parameter name: Returns the linker's name of the function at an address; empty for none.
    init(name: @escaping (UInt) -> String) { self.name = name }

    /// The address that stands for all copies of this code: the first that was asked about.
    func original(of code: UInt) -> UInt {
        if let known = known[code] { return known }
        var name = name(code)[...]
        if let dot = name.lastIndex(of: "."), dot > name.startIndex,
            case let number = name[dot...].dropFirst(), !number.isEmpty,
            number.allSatisfy(\.isNumber)
        {
            name = name[..<dot]
        }
        let original = name.isEmpty ? code : first[name] ?? code
        if !name.isEmpty { first[name] = original }
        known[code] = original
        return original
    }
}

/// A count that is a finding if it grows by the same number in each turn.
///
/// What grows and then stops is a cache that fills. What grows by different numbers looks the same
/// while it fills, so neither counts.
struct SteadyCount: Equatable {
    var now = 0
    /// By how much it grew in each turn so far; nil before the first turn.
    private(set) var step: Int?
    private(set) var last = 0
    private var isUnsteady: Bool

    /// - Parameter isLate: Whether there was a turn in which the count did not grow.
    init(isLate: Bool = false) { isUnsteady = isLate }

    var grows: Bool { !isUnsteady && (step ?? 0) > 0 }

    mutating func endTurn(isFirst: Bool) {
        defer { last = now }
        guard !isFirst else { return }
        let grown = now - last
        if grown <= 0 || step.map({ $0 != grown }) ?? false { isUnsteady = true }
        step = grown
    }

    mutating func endControl() { if now != last { isUnsteady = true } }
}
