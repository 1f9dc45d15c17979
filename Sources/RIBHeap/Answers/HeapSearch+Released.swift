// SPDX-License-Identifier: Apache-2.0

/// Explanations by a few roots. They visit only what these lead to, however large the process is.
/// So they need no time limit and never depend on the machine's load.
extension HeapSearch {
    /// Explains the objects that nothing holds but some keepers, and what these alone hold.
    ///
    /// - Parameters:
    ///   - targets: The addresses of living objects, which may be freed at any time.
    ///   - keepers: The addresses of living objects that are meant to be freed now, whatever else
    ///     still holds them.
    /// - Returns: For each target, the shortest path of observed references; nil when anything else
    ///   holds it, too, as far as its reference count tells.
    package func explain(
        _ targets: [UInt], keptOnlyBy keepers: [UInt], nodes: Int = 20_000
    ) -> [Retention?] {
        let heap = smallGraph()
        let graph = ReleasedObjects(of: heap, with: keepers, atMost: nodes)
        guard targets.contains(where: graph.contains) else { return targets.map { _ in nil } }
        let group = RootGroup(.attachedRouter, objects: keepers)
        let found = search(for: targets, from: group, in: graph, nodes: nodes)
        globals.readImages()
        let answers = writer([group]).retentions(of: targets, found: found)
        return targets.indices.map { graph.contains(targets[$0]) ? answers[$0] : nil }
    }

    /// Explains objects by what an object in its `deinit` still refers to.
    ///
    /// - Returns: For each living target, the shortest path of observed references; nil for none.
    package func explain(
        _ targets: [UInt], heldByDying root: UInt, nodes: Int = 20_000
    ) -> [Retention?] {
        let dying = smallGraph(isOfDying: true)
        let holder = RetainStep.Holder.object(type: TypeNames(graph: dying).name(of: root))
        let roots = dying.references(of: root).compactMap { reference in
            dying.describe(reference, of: root).map { edge in
                HeapRoot(
                    object: reference.target, holder: holder, address: root &+ reference.place,
                    isInferred: false, functions: { edge.functions }, label: edge.label)
            }
        }
        let graph = SwiftObjectGraph(layouts: layouts, memory: dying.memory)
        let group = RootGroup(.attachedRouter, roots)
        let found = search(for: targets, from: group, in: graph, nodes: nodes)
        globals.readImages()
        let answers = writer([group]).retentions(of: targets, found: found)
        return zip(answers, found.paths).map { answer, path in
            if case .root = path.origin { answer } else { nil }
        }
    }

    /// Explains how objects in their `deinit` hold an object that is freed with them. Call it in
    /// the `deinit` of that object.
    ///
    /// The search follows only objects in their `deinit`. Whatever still holds such an object is
    /// itself going away, and living objects no longer hold it.
    ///
    /// - Parameter roots: The addresses of objects in their `deinit`; others explain nothing.
    /// - Returns: The shortest path of observed references; nil when there is none.
    package func explain(_ target: UInt, heldBy roots: [UInt], nodes: Int = 10_000) -> Retention? {
        let graph = smallGraph(isOfDying: true)
        let group = RootGroup(.attachedRouter, objects: roots)
        let found = search(for: [target], from: group, in: graph, nodes: nodes)
        guard case .root = found.paths[0].origin, !found.paths[0].steps.isEmpty else { return nil }
        globals.readImages()
        return writer([group], isOfDying: true).retentions(of: [target], found: found)[0]
    }

    /// A graph for a search that visits few objects.
    private func smallGraph(isOfDying: Bool = false) -> SwiftObjectGraph {
        return SwiftObjectGraph(
            layouts: layouts, memory: GuardedMemory(capacity: 1 << 20, mostCapacity: 1 << 20),
            isOfDying: isOfDying)
    }

    private func search(
        for targets: [UInt], from group: RootGroup, in graph: some ObjectGraph, nodes: Int
    ) -> SearchResult {
        var search = PathSearch(graph: graph, targets: targets, limits: SearchLimits(nodes: nodes))
        search.walk(from: group)
        return search.finish()
    }
}

/// The objects that would be freed with some keepers, and the references between them.
///
/// It counts references, as their release would: an object is freed once as many references from
/// freed objects were seen as it has in all. A reference that no type describes is not seen, so its
/// object stays.
struct ReleasedObjects: ObjectGraph {
    private let heap: SwiftObjectGraph
    private var released: Set<UInt>

    /// - Parameter most: How many objects to visit. What would be freed beyond these is left out.
    init(of heap: SwiftObjectGraph, with keepers: [UInt], atMost most: Int) {
        self.heap = heap
        released = Set(keepers)
        var pending = Array(released)
        var seen: [UInt: Int] = [:]
        var visited = 0
        while let object = pending.popLast(), visited < most {
            visited += 1
            for target in heap.references(of: object).map(\.target)
            where !released.contains(target) {
                seen[target, default: 0] += 1
                guard seen[target] == heap.strongCount(of: target) else { continue }
                released.insert(target)
                pending.append(target)
            }
        }
    }

    func contains(_ object: UInt) -> Bool { released.contains(object) }

    func appendReferences(of node: UInt, to references: inout [HeapReference]) {
        references += heap.references(of: node).filter { released.contains($0.target) }
    }

    func prepare(_ nodes: [UInt]) { heap.prepare(nodes) }

    func strongCount(of node: UInt) -> Int? { heap.strongCount(of: node) }
}
