// SPDX-License-Identifier: Apache-2.0

/// One walk over all objects that roots reach, the nearest first, which counts them in a tree.
///
/// Objects of one distance are visited in the order of their nodes, not of their addresses. So an
/// object that two places hold belongs to the same one in each turn.
struct GrowthWalk: ~Copyable {
    /// The most objects that are read together.
    private static let batch = 64

    private let graph: SwiftObjectGraph
    private let hidden: HiddenTypes
    private let copies: ClosureCopies
    /// The objects in the order of the walk. Their parents and places are those of the shortest
    /// path. The place of an object that a root leads to is the root's number in its class.
    private(set) var table: NodeTable
    /// The node of each object.
    private(set) var nodes: [UInt32] = []
    /// The class of the root, for each object that one leads to.
    private var ranks: [UInt32: UInt8] = [:]
    /// Whether there was no room for all objects.
    private(set) var isPartial = false

    private var sink = EdgeList()
    private var level: [UInt64] = []
    private var next: [UInt64] = []

    /// - Parameter limit: The most objects to visit.
    init(graph: SwiftObjectGraph, hidden: HiddenTypes, copies: ClosureCopies, limit: Int) {
        self.graph = graph
        self.hidden = hidden
        self.copies = copies
        table = NodeTable(limit: limit)
    }

    /// Where a walk begins.
    struct Seed {
        let object: UInt
        /// The number of the root in its class.
        let root: UInt32
        /// Tells roots of one class apart; 0 if only the object's type does.
        let distinction: UInt
    }

    /// Counts what these roots reach and none before them does.
    mutating func walk(from seeds: [Seed], rank: UInt8, in tree: inout GrowthTree) {
        for seed in seeds {
            guard let metadata = metadata(of: seed.object) else { continue }
            let edge = GrowthTree.Edge(
                slot: UInt32(rank), outer: UInt32(truncatingIfNeeded: seed.distinction >> 32),
                type: seed.distinction == 0 ? metadata : seed.distinction)
            let node = tree.node(below: GrowthTree.root, edge) { hidden.contain(metadata) }
            guard let number = meet(seed.object, in: node, &tree) else { continue }
            table.node(number).pointee.parent = NodeTable.full
            table.node(number).pointee.place = seed.root
            ranks[number] = rank
        }
        while !next.isEmpty {
            swap(&level, &next)
            next.removeAll(keepingCapacity: true)
            level.sort()
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
    /// - Parameter seeds: The variables, those of the innermost function first.
    /// - Complexity: O(objects and references that they reach and no root before them does).
    func ordered(_ seeds: [Seed]) -> [[Seed]] {
        let parts = invertedParts(of: seeds)
        let (inner, outer) = (
            seeds.filter { parts.contains(~$0.object) },
            seeds.filter { !parts.contains(~$0.object) }
        )
        return [outer] + inner.reversed().map { [$0] }
    }

    /// The inverted addresses of the objects that another one leads to.
    private func invertedParts(of seeds: [Seed]) -> Set<UInt> {
        let starts = Set(seeds.map { ~$0.object })
        var parts: Set<UInt> = []
        var seen = NodeTable(limit: Int(table.limit))
        var sink = EdgeList()
        for seed in seeds where !table.contains(seed.object) { _ = seen.insert(seed.object) }
        var reached: UInt32 = 0
        while reached < seen.count {
            let end = min(reached + UInt32(Self.batch), seen.count)
            sink.edges.removeAll(keepingCapacity: true)
            for number in reached..<end {
                let address = seen.address(number)
                guard let layout = graph.layout(of: address),
                    let metadata = metadata(of: address), !hidden.contain(metadata)
                else { continue }
                sink.holder = number
                graph.visit(address, layout, with: &sink)
            }
            reached = end
            graph.prepare(sink.edges.map(\.target))
            for edge in sink.edges where !table.contains(edge.target) {
                if starts.contains(~edge.target), edge.target != seen.address(edge.holder) {
                    parts.insert(~edge.target)
                }
                _ = seen.insert(edge.target)
            }
        }
        return parts
    }

    private mutating func expand(_ objects: ArraySlice<UInt64>, _ tree: inout GrowthTree) {
        sink.edges.removeAll(keepingCapacity: true)
        for object in objects {
            let number = UInt32(truncatingIfNeeded: object)
            let address = table.address(number)
            guard let layout = graph.layout(of: address) else { continue }
            sink.holder = number
            graph.visit(address, layout, with: &sink)
        }
        graph.prepare(sink.edges.map(\.target))
        for edge in sink.edges {
            guard !table.contains(edge.target), let metadata = metadata(of: edge.target) else {
                continue
            }
            let parent = nodes[Int(edge.holder)]
            let key = GrowthTree.Edge(
                slot: edge.slot, outer: edge.outer, type: code(of: edge) ?? metadata)
            let node = tree.node(below: parent, key) { hidden.contain(metadata) }
            guard let number = meet(edge.target, in: node, &tree) else { continue }
            table.node(number).pointee.parent = edge.holder
            table.node(number).pointee.place = edge.place
        }
    }

    /// Counts an object that was not met before.
    private mutating func meet(
        _ object: UInt, in node: UInt32, _ tree: inout GrowthTree
    ) -> UInt32? {
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
    private func code(of edge: EdgeList.Edge) -> UInt? {
        guard graph.layouts.pool.slots[Int(edge.slot)].kind == .function else { return nil }
        return graph.memory.word(at: table.address(edge.holder) &+ UInt(edge.place) &- 8)
            .map(copies.original)
    }

    /// The metadata of a living object; nil when there is none at the address.
    private func metadata(of object: UInt) -> UInt? {
        graph.layout(of: object) == nil ? nil : graph.memory.word(at: object)
    }

    /// The way from a root to an object of this walk.
    func path(to number: UInt32) -> FoundPath {
        var steps: [PathStep] = []
        var number = number
        while ranks[number] == nil {
            let node = table.node(number).pointee
            steps.append(PathStep(holder: table.address(node.parent), place: node.place))
            number = node.parent
        }
        return FoundPath(
            origin: .root(
                rank: ranks[number] ?? 0, index: Int(table.node(number).pointee.place)),
            steps: steps.reversed(), passed: [], seenReferences: 0)
    }
}

/// Collects the references of several objects.
private struct EdgeList: SlotVisitor {
    struct Edge {
        let target: UInt
        /// The number of the object with the reference.
        let holder: UInt32
        let place: UInt32
        let slot: UInt32
        let outer: UInt32
    }

    var holder: UInt32 = 0
    var edges: [Edge] = []

    mutating func take(_ target: UInt, place: UInt, slot: Int, outer: Int) {
        edges.append(
            Edge(
                target: target, holder: holder, place: UInt32(truncatingIfNeeded: place),
                slot: UInt32(slot), outer: UInt32(truncatingIfNeeded: outer)))
    }
}

/// The classes of this tool and of test frameworks, whose objects say nothing of the host.
final class HiddenTypes {
    private let mirror: RemoteMirror
    private let memory = GuardedMemory(capacity: 1 << 16, mostCapacity: 1 << 16)
    private var known: [UInt: Owner] = [:]

    init(_ mirror: RemoteMirror) {
        self.mirror = mirror
    }

    private enum Owner {
        /// This tool, or a test framework.
        case hidden
        case library
        case project
        /// There is no such class.
        case nobody
    }

    private static let libraries = [
        "RIBs.", "Swift.", "Foundation.", "FoundationEssentials.", "Dispatch.", "OpenCombine",
        "RxSwift.", "RxRelay.", "RxCocoa.", "_Concurrency.", "Synchronization.", "Observation.",
        "__C.",
    ]
    private static let modules = [
        "RIBRecorder.", "RIBTrace.", "RIBHeap.", "RIBAnalysis.", "RIBFindingText.", "RIBText.",
        "RIBLeakTesting.", "RIBLeakObserver.", "XCTest.", "Testing.",
    ]
    /// What the symbols of this tool's modules begin with.
    private static let tool = [
        "$s4RIBs", "$s11RIBRecorder", "$s8RIBTrace", "$s7RIBHeap", "$s11RIBAnalysis",
        "$s7RIBText", "$s14RIBFindingText", "$s14RIBLeakTesting", "$s15RIBLeakObserver", "ribleak_",
    ]
    private static let frameworks = ["$s6XCTest", "$s7Testing"]

    /// Whether objects with this metadata are of such a class.
    func contain(_ metadata: UInt) -> Bool { owner(of: metadata) == .hidden }

    /// Whether there is such a class, or the metadata is of another kind of object.
    func isRealType(_ metadata: UInt) -> Bool { owner(of: metadata) != .nobody }

    /// Whether objects with this metadata are of a class of neither this tool nor a library.
    func isOfProject(_ metadata: UInt) -> Bool { owner(of: metadata) == .project }

    private func owner(of metadata: UInt) -> Owner {
        if let known = known[metadata] { return known }
        var owner = Owner.library
        if let found = HeapMetadata(at: metadata, memory: memory), found.kind == .class {
            // The reflection library reads guarded memory, so that words which only look like
            // metadata do no harm.
            let name = mirror.name(of: mirror.type(ofMetadata: metadata))
            if name.isEmpty {
                owner = .nobody
            } else if Self.modules.contains(where: name.hasPrefix) {
                owner = .hidden
            } else if !Self.libraries.contains(where: name.hasPrefix) {
                owner = .project
            }
        }
        known[metadata] = owner
        return owner
    }

    /// Whether a function belongs to this tool.
    static func areOfTool(_ symbol: String) -> Bool { tool.contains(where: symbol.hasPrefix) }

    /// Whether a variable or a function belongs to this tool or a test framework, or nobody knows
    /// whose it is.
    static func containVariable(_ symbol: String) -> Bool {
        symbol.isEmpty || areOfTool(symbol) || frameworks.contains(where: symbol.hasPrefix)
    }
}

extension SwiftObjectGraph {
    /// How many elements a collection's storage has; nil for any other object.
    func elementCount(of object: UInt) -> Int? {
        guard let layout = layout(of: object) else { return nil }
        switch layout.shape {
        case .array, .set, .dictionary:
            return memory.word(at: object &+ 16).flatMap {
                $0 < Self.mostElements ? Int($0) : nil
            }
        case .plain, .box, .error, .opaque: return nil
        }
    }
}
