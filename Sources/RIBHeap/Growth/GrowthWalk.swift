// SPDX-License-Identifier: Apache-2.0

/// One walk over all objects that roots reach, the nearest first, which counts them in a tree.
///
/// Objects of one distance are visited in the order of their nodes, not of their addresses. So an
/// object that two places hold belongs to the same one in each turn.
final class GrowthWalk {
    private static let batch = 64

    let graph: SwiftObjectGraph
    private let hidden: HiddenTypes
    private let copies: ClosureCopies
    /// The roots that the walk began from, class by class.
    private(set) var groups: [RootGroup] = []
    /// The objects in the order of the walk. Their parents and places are those of the shortest
    /// path. The place of an object that a root leads to is the root's number in its class.
    private(set) var table: NodeTable
    private(set) var nodes: [UInt32] = []
    /// The class of the root, for each object that one leads to.
    private var ranks: [UInt32: UInt8] = [:]
    private(set) var isPartial = false
    /// The nodes and numbers of the objects at the next distance.
    private var next: [UInt64] = []

    init(graph: SwiftObjectGraph, hidden: HiddenTypes, copies: ClosureCopies, limit: Int) {
        self.graph = graph
        self.hidden = hidden
        self.copies = copies
        table = NodeTable(limit: limit)
    }

    /// Counts what the roots of a class reach and none before them does.
    ///
    /// - Parameter together: Whether roots that hold each other count as several, not as parts of
    ///   the first.
    func walk(from group: RootGroup, together: Bool = false, in tree: inout GrowthTree) {
        let all = Array(group.objects.indices)
        // Objects that are roots themselves come one after the other: a router below another one is
        // reached from that one. Variables come together: the nearest one counts.
        let starts =
            switch group.reason {
            case .thread: ordered(group)
            case .global: [all]
            default: together ? [all] : all.map { [$0] }
            }
        for roots in starts { walk(from: roots, of: group, in: &tree) }
        groups.append(group)
    }

    private func walk(from roots: [Int], of group: RootGroup, in tree: inout GrowthTree) {
        for root in roots {
            let object = group.objects[root]
            guard let metadata = graph.metadata(of: object) else { continue }
            var edge = GrowthTree.Edge(
                parent: GrowthTree.root, slot: UInt32(groups.count), outer: 0, type: metadata)
            // Variables are told apart by their addresses, other roots by what they lead to.
            if !group.roots.isEmpty, case .global(_, let address) = group.roots[root].holder {
                edge.type = address
            }
            let node = tree.node(edge) { hidden.contain(metadata) }
            guard let number = meet(object, in: node, &tree) else { continue }
            table.node(number).pointee.parent = NodeTable.full
            table.node(number).pointee.place = UInt32(root)
            ranks[number] = UInt8(groups.count)
        }
        while !next.isEmpty {
            let level = next.sorted()
            next.removeAll(keepingCapacity: true)
            for start in stride(from: 0, to: level.count, by: Self.batch) {
                expand(level[start..<min(start + Self.batch, level.count)], &tree)
            }
        }
    }

    /// Orders the variables of a stack: those that no other one leads to come first, together, and
    /// then each of the rest, that of the outermost function first.
    ///
    /// A word that is left over on a stack may lead to any part of what a variable holds. In the
    /// turns in which it does, that part must not look like a variable of its own.
    ///
    /// - Parameter group: The variables, those of the innermost function first.
    /// - Complexity: O(objects and references that they reach and no root before them does).
    private func ordered(_ group: RootGroup) -> [[Int]] {
        let parts = invertedParts(of: group.objects)
        let isPart = group.objects.map { parts.contains(~$0) }
        return [isPart.indices.filter { !isPart[$0] }]
            + isPart.indices.reversed().filter { isPart[$0] }.map { [$0] }
    }

    /// The inverted addresses of the objects that another one leads to.
    private func invertedParts(of objects: [UInt]) -> Set<UInt> {
        let starts = Set(objects.map { ~$0 })
        var parts: Set<UInt> = []
        var seen = NodeTable(limit: Int(table.limit))
        for object in objects where !table.contains(object) { _ = seen.insert(object) }
        var next: UInt32 = 0
        while next < seen.count {
            let holder = seen.address(next)
            next += 1
            guard let metadata = graph.metadata(of: holder), !hidden.contain(metadata) else {
                continue
            }
            for target in graph.references(of: holder).map(\.target)
            where !table.contains(target) {
                if starts.contains(~target), target != holder { parts.insert(~target) }
                _ = seen.insert(target)
            }
        }
        return parts
    }

    private func expand(_ objects: ArraySlice<UInt64>, _ tree: inout GrowthTree) {
        var references: [HeapReference] = []
        var holders: [UInt32] = []
        for object in objects {
            let holder = UInt32(truncatingIfNeeded: object)
            graph.appendReferences(of: table.address(holder), to: &references)
            holders += repeatElement(holder, count: references.count - holders.count)
        }
        graph.prepare(references.map(\.target))
        for (holder, reference) in zip(holders, references) {
            guard !table.contains(reference.target),
                let metadata = graph.metadata(of: reference.target)
            else { continue }
            let edge = GrowthTree.Edge(
                parent: nodes[Int(holder)], slot: reference.slot, outer: reference.outer,
                type: code(of: reference, holder) ?? metadata)
            let node = tree.node(edge) { hidden.contain(metadata) }
            guard let number = meet(reference.target, in: node, &tree) else { continue }
            table.node(number).pointee.parent = holder
            table.node(number).pointee.place = UInt32(truncatingIfNeeded: reference.place)
        }
    }

    private func meet(_ object: UInt, in node: UInt32, _ tree: inout GrowthTree) -> UInt32? {
        let (number, isNew) = table.insert(object)
        guard number != NodeTable.full else {
            isPartial = true
            return nil
        }
        guard isNew else { return nil }
        nodes.append(node)
        if !tree.nodes[Int(node)].isHidden {
            tree.add(to: node, elements: graph.elementCount(of: object) ?? 0)
            next.append(UInt64(node) << 32 | UInt64(number))
        }
        return number
    }

    /// The code of a closure, which tells closures apart that capture the same.
    private func code(of reference: HeapReference, _ holder: UInt32) -> UInt? {
        graph.code(of: reference, in: table.address(holder)).map(copies.original)
    }

    func path(to number: UInt32) -> FoundPath {
        var steps: [PathStep] = []
        var number = number
        while ranks[number] == nil {
            let node = table.node(number).pointee
            steps.append(PathStep(holder: table.address(node.parent), place: node.place))
            number = node.parent
        }
        return FoundPath(
            origin: .root(rank: ranks[number] ?? 0, index: Int(table.node(number).pointee.place)),
            steps: steps.reversed(), seenReferences: 0)
    }
}

/// The classes of this tool and of test frameworks, whose objects say nothing of the host.
final class HiddenTypes {
    private let types: TypeReader
    private let memory = GuardedMemory(capacity: 1 << 16, mostCapacity: 1 << 16)
    private var known: [UInt: Owner] = [:]

    init(_ types: TypeReader) { self.types = types }

    enum Owner {
        /// This tool, or a test framework.
        case hidden
        /// A library, or the metadata is of another kind of object.
        case library
        case project
        /// There is no such class.
        case nobody
    }

    private static let frameworks = ["XCTest.", "Testing."]

    /// Whether objects with this metadata are of such a class.
    func contain(_ metadata: UInt) -> Bool { owner(of: metadata) == .hidden }

    /// Who wrote the class of objects with this metadata.
    func owner(of metadata: UInt) -> Owner {
        if let known = known[metadata] { return known }
        var owner = Owner.library
        if let found = HeapMetadata(at: metadata, memory: memory), found.kind == .class {
            let name = types.name(of: types.type(at: metadata, memory))
            if name.isEmpty {
                owner = .nobody
            } else if !CodeUse.isOfLibrary(type: name) {
                let isOurs = CodeUse.isOfTool(type: name[...])
                owner =
                    isOurs || Self.frameworks.contains(where: name.hasPrefix) ? .hidden : .project
            }
        }
        known[metadata] = owner
        return owner
    }

    /// Whether a variable or a function belongs to this tool or a test framework, or nobody knows
    /// whose it is.
    static func containVariable(_ symbol: String) -> Bool {
        symbol.isEmpty || CodeUse.isOfTool(symbol)
            || ["$s6XCTest", "$s7Testing"].contains(where: symbol.hasPrefix)
    }
}

extension SwiftObjectGraph {
    /// How many elements a collection's storage has; nil for any other object.
    func elementCount(of object: UInt) -> Int? {
        guard let layout = layout(of: object), layout.isStorage else { return nil }
        return memory.word(at: object &+ 16).flatMap { $0 < Self.mostElements ? Int($0) : nil }
    }
}
