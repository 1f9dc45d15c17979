// SPDX-License-Identifier: Apache-2.0

// What follows numbers a node in two ways: in the node table (`UInt32`), and in the graph of what
// is *retained*, the survivors and what only they lead to (`Int`). A survivor has the same number
// in both; the others of the graph are the nodes of the table from `firstDragged` on. A survivor is
// *held* if a root reaches it without another survivor, and *lost* if no root reaches it. `between`
// finds paths from survivor to survivor.

extension PathSearch {
    /// Walks from the survivors and returns the result. Call it once, after all roots.
    package mutating func finish() -> SearchResult {
        endIfOver()
        let held = reached.map { Int($0) }
        walkFromSurvivors()
        let firstDragged = firstDragged ?? table.count
        let retained = RetainedGraph(
            count: survivors.count + Int(table.count - firstDragged),
            pairs: isOver ? [] : edges)
        edges = []
        var between = SurvivorPaths(graph: retained)
        let lost = lostSurvivors(in: between)
        let tree = DominatorTree(
            of: retained, held: held, others: lost,
            heldFromOutside: heldFromOutside(retained))

        var paths: [FoundPath?] = []
        for index in survivors.indices {
            var found = rootedPaths(of: index)
            if !found.contains(where: { passesSurvivor($0) }) {
                endIfOver()
                found += cycles(through: index, in: &between)
            }
            paths.append(found.first)
            paths[index]?.others += found.dropFirst()
        }
        findHolders(of: lost, entries: tree.entries, in: &between, paths: &paths)
        return SearchResult(
            paths: survivorOfTarget.map {
                paths[Int($0)]
                    ?? FoundPath(
                        origin: .unseen, steps: [],
                        seenReferences: survivors[Int($0)].seenReferences)
            },
            dominated: isOver ? Dominated() : dominated(tree), isPartial: isPartial,
            nodeCount: nodeCount)
    }

    /// Walks in rounds: first what the survivors hold that a root reaches, then what the survivors
    /// hold that this round reached, and so on. The last round covers survivors that no root
    /// reaches.
    private mutating func walkFromSurvivors() {
        firstDragged = table.count
        while !reached.isEmpty, !isOver {
            let round = reached.sorted {
                (survivors[Int($0)].depth, $0) < (survivors[Int($1)].depth, $1)
            }
            reached = []
            for rank in Set(round.map { survivors[Int($0)].rank }).sorted() {
                self.rank = rank
                walkLevels(
                    from: table.count,
                    sources: round.filter { survivors[Int($0)].rank == rank })
            }
        }
        isRooted = false
        let lost = survivors.indices.filter { !survivors[$0].isReached }
        walkLevels(from: table.count, sources: lost.map { UInt32($0) })
    }

    /// Nodes with more references than the search has seen. The others come from outside, so these
    /// nodes are not freed with the survivors, although only survivors lead to them as far as the
    /// search went.
    private func heldFromOutside(_ retained: RetainedGraph) -> [Int] {
        guard !isOver else { return [] }
        return (0..<retained.count).filter { node in
            guard let count = graph.strongCount(of: address(retained: node)) else { return false }
            return count > retained.holders[node].count
        }
    }

    /// The survivors that no root reaches. Those that may hold others come first.
    private func lostSurvivors(in paths: SurvivorPaths) -> [Int] {
        let number = paths.components
        return survivors.indices.filter { !survivors[$0].isReached }
            .sorted { (number[$0], $0) < (number[$1], $1) }
    }

    private func rootedPaths(of survivor: Int) -> [FoundPath] {
        guard survivors[survivor].isReached else { return [] }
        let node = table.node(UInt32(survivor)).pointee
        return ([(node.parent, node.place)] + survivors[survivor].others).map { parent, place in
            var steps: [PathStep] = []
            var (holder, place) = (parent, place)
            while holder != Self.rootMark {
                steps.append(PathStep(holder: table.address(holder), place: place))
                let node = table.node(holder).pointee
                (holder, place) = (node.parent, node.place)
            }
            return FoundPath(
                origin: origin(root: place), steps: steps.reversed(),
                seenReferences: survivors[survivor].seenReferences)
        }
    }

    private func passesSurvivor(_ path: FoundPath) -> Bool {
        path.steps.contains { step in
            table.find(step.holder).number.map { Int($0) < survivors.count } ?? false
        }
    }

    private mutating func cycles(
        through survivor: Int, in between: inout SurvivorPaths
    ) -> [FoundPath] {
        guard !isOver else { return [] }
        return between.cycles(through: survivor, most: Self.mostOthers.all).compactMap {
            path(of: survivor, origin: .itself, way: $0)
        }
    }

    /// Gives a path to the survivors that are kept alive neither by a root nor by a cycle through
    /// themselves. The `entries`, some of the lost, together lead to all lost ones.
    private mutating func findHolders(
        of lost: [Int], entries: [Int], in between: inout SurvivorPaths,
        paths: inout [FoundPath?]
    ) {
        for sources in [lost.filter(between.isCyclic), entries] {
            between.walk(from: sources.sorted())
            for survivor in lost where paths[survivor] == nil {
                guard let way = between.way(to: survivor), way.count > 1 else { continue }
                paths[survivor] = path(
                    of: survivor, origin: .survivor(targetOfSurvivor[way[0]]), way: way)
            }
        }
    }

    /// The path along nodes of the survivor graph; nil when a reference is gone by now.
    private mutating func path(
        of survivor: Int, origin: FoundPath.Origin, way: [Int]
    ) -> FoundPath? {
        var steps: [PathStep] = []
        for (holder, target) in zip(way, way.dropFirst()) {
            let (holder, target) = (address(retained: holder), address(retained: target))
            let references = graph.references(of: holder)
            guard let reference = references.first(where: { $0.target == target }) else {
                isPartial = true
                return nil
            }
            steps.append(
                PathStep(holder: holder, place: UInt32(truncatingIfNeeded: reference.place)))
        }
        return FoundPath(
            origin: origin, steps: steps,
            seenReferences: survivors[survivor].seenReferences)
    }

    private func dominated(_ tree: DominatorTree) -> Dominated {
        var positions = [UInt32](repeating: 0, count: survivors.count)
        for (position, node) in tree.nodes.enumerated() where node < survivors.count {
            positions[Int(node)] = UInt32(position)
        }
        return Dominated(
            addresses: tree.nodes.map { $0 == .max ? 0 : address(retained: Int($0)) },
            dominators: tree.dominators, positions: survivorOfTarget.map { positions[Int($0)] })
    }

    private func address(retained node: Int) -> UInt {
        node < survivors.count
            ? table.address(UInt32(node))
            : table.address(UInt32(node - survivors.count) + (firstDragged ?? 0))
    }
}
