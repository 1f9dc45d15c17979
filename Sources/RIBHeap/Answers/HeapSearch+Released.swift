// SPDX-License-Identifier: Apache-2.0

extension HeapSearch {
    /// Explains the objects that nothing holds but some keepers, and what these alone hold.
    ///
    /// It visits only what would be freed with the keepers, however large the process is. So it
    /// needs no time limit and never depends on the machine's load.
    ///
    /// - Parameters:
    ///   - targets: The addresses of living objects, which may be freed at any time.
    ///   - keepers: The addresses of living objects that are meant to be freed now, whatever else
    ///     still holds them.
    ///   - nodes: The largest number of objects to visit.
    /// - Returns: For each target, the shortest path of observed references; nil when anything else
    ///   holds it, too, as far as its reference count tells.
    package func explain(
        _ targets: [UInt], keptOnlyBy keepers: [UInt], nodes: Int = 20_000
    ) -> [Retention?] {
        mirror.addImages()
        let memory = GuardedMemory(capacity: 1 << 20, mostCapacity: 1 << 20)
        let heap = SwiftObjectGraph(layouts: layouts, memory: memory)
        let graph = ReleasedObjects(of: heap, with: keepers, atMost: nodes)
        guard targets.contains(where: graph.contains) else { return targets.map { _ in nil } }
        // No reference led to the root of a path, so check that it is an object at all.
        let group = RootGroup(attachedRouters: keepers.filter { heap.layout(of: $0) != nil })
        var search = PathSearch(
            graph: graph, targets: targets, limits: SearchLimits(nodes: nodes))
        search.walk(from: group.objects, rank: 0, areReferences: false)
        let found = search.finish()
        globals.readImages(memory: memory)
        let answers = writer([group]).retentions(of: targets, found: found)
        return targets.indices.map { graph.contains(targets[$0]) ? answers[$0] : nil }
    }
}

/// The objects that would be freed with some keepers, and the references between them.
///
/// It counts references, as their release would: an object is freed once as many references from
/// freed objects were seen as it has in all. A reference that no type describes is not seen, so its
/// object stays.
struct ReleasedObjects<Heap: ObjectGraph>: ObjectGraph {
    private let heap: Heap
    private var released: Set<UInt>

    /// - Parameter most: How many objects to visit. What would be freed beyond these is left out.
    init(of heap: Heap, with keepers: [UInt], atMost most: Int) {
        self.heap = heap
        released = Set(keepers)
        var pending = Array(released)
        var seen: [UInt: Int] = [:]
        var references: [HeapReference] = []
        var visited = 0
        while let object = pending.popLast(), visited < most {
            visited += 1
            references.removeAll(keepingCapacity: true)
            heap.appendReferences(of: object, to: &references)
            for target in references.lazy.map(\.target) where !released.contains(target) {
                seen[target, default: 0] += 1
                guard seen[target] == heap.strongCount(of: target) else { continue }
                released.insert(target)
                pending.append(target)
            }
        }
    }

    func contains(_ object: UInt) -> Bool { released.contains(object) }

    func appendReferences(of node: UInt, to references: inout [HeapReference]) {
        var all: [HeapReference] = []
        heap.appendReferences(of: node, to: &all)
        references += all.lazy.filter { released.contains($0.target) }
    }

    func prepare(_ nodes: [UInt]) { heap.prepare(nodes) }

    func strongCount(of node: UInt) -> Int? { heap.strongCount(of: node) }
}
