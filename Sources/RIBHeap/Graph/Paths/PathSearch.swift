// SPDX-License-Identifier: Apache-2.0

/// Finds out why objects are alive, with one walk for all of them.
///
/// Call `walk` for each class of roots, the strongest evidence first, then `finish`. The walk is
/// breadth-first and does not continue from its targets, the *survivors*. So a path leads through a
/// survivor only if there is no other path, and the search knows what only survivors reach. The
/// path of a survivor is the one that passes the fewest other survivors. Among those it is the one
/// from the first class of roots, and then the shortest.
package struct PathSearch<Graph: ObjectGraph>: ~Copyable {
    struct Survivor {
        var isReached = false
        var rank: UInt8 = 0
        /// The number of edges from the first object that the root leads to.
        var depth = 0
        var seenReferences = 0
        /// The holders, by number, and places of the references from roots after the first.
        var others: [(parent: UInt32, place: UInt32)] = []
        /// How many references nothing that was visited so far explains.
        var missing = 0
    }

    /// Marks a node that was met at a root, in place of a parent. The node's place is then the
    /// root's number.
    static var rootMark: UInt32 { .max }
    /// How many nodes are read together, so that memory is fetched for several at a time.
    static var batch: UInt32 { 64 }
    /// How many nodes are visited between two readings of the clock.
    static var patience: Int { 4096 }
    /// The most further references of a survivor to remember, and of those that one object holds.
    static var mostOthers: (all: Int, ofOneHolder: Int) { (16, 2) }
    /// How many nodes a walk visits that only looks for further references.
    private static var mostNodesForOthers: Int { 20_000 }

    let graph: Graph
    let limits: SearchLimits
    /// The survivor number of each target. A target given twice has one number.
    private(set) var survivorOfTarget: [UInt32] = []
    /// The index of the first target for each survivor.
    private(set) var targetOfSurvivor: [Int] = []
    var survivors: [Survivor] = []
    /// The node table. Survivors have its first numbers, from 0.
    var table: NodeTable
    /// The number of the first root of each class.
    private var firstRoots: [Int] = []
    private var rootCount = 0

    var rank: UInt8 = 0
    var depth = 0
    var reached: [UInt32] = []
    /// The first node that only survivors lead to, once the walk has continued from survivors.
    var firstDragged: UInt32?
    /// References among survivors and what only they lead to, in the order in which the walk meets
    /// them. Survivors have their numbers, other nodes follow in order.
    var edges: [(from: UInt32, to: UInt32)] = []
    /// False while the walk is among what no root reaches.
    var isRooted = true

    var nodesUntilLook = Self.patience
    /// Whether something was left out, for lack of time or room.
    package var isPartial = false
    /// Whether the time is over. Then no walk goes on.
    var isOver = false
    /// The survivors that the current walk looks for, if it may end once it has met them.
    var awaited: Set<UInt32> = []
    var endsWhenFound = false
    /// How many survivors have references that no walk has explained so far.
    var incomplete = 0
    /// How many nodes the current walk may still visit.
    var nodesLeft = Int.max
    var areReferences = false
    /// Whether the current walk can stop, because the time is over or everything is found.
    var isEnded = false

    var references: [HeapReference] = []
    var ends: [Int] = []
    var addresses: [UInt] = []

    /// - Parameters:
    ///   - targets: The addresses of the objects to explain. When several are equally near to a
    ///     root, the first counts as the one that holds the others.
    package init(graph: Graph, targets: [UInt], limits: SearchLimits = SearchLimits()) {
        self.graph = graph
        self.limits = limits
        table = NodeTable(limit: max(limits.nodes, targets.count))
        for (index, target) in targets.enumerated() {
            let (number, isNew) = table.insert(target)
            survivorOfTarget.append(number)
            if isNew { targetOfSurvivor.append(index) }
        }
        survivors = Array(repeating: Survivor(), count: Int(table.count))
    }

    /// How many objects the search met.
    package var nodeCount: Int { Int(table.count) }

    /// The addresses of all objects that the search met, inverted so that the list contains no
    /// object's address.
    var invertedAddresses: [UInt] {
        (0..<table.count).map { table.node($0).pointee.invertedAddress }
    }

    /// The memory that the node table takes, in bytes.
    package var tableBytes: Int { table.bytes }

    /// Walks from one class of roots to everything that they hold and no earlier class does. The
    /// rank of the class is the number of the calls before.
    ///
    /// - Parameters:
    ///   - roots: The objects that the roots lead to.
    ///   - areReferences: Whether a root is a strong reference to its object, which then counts as
    ///     seen, rather than the object itself.
    ///   - endsWhenFound: Whether to end as soon as everything that `awaitsRoots` found is reached.
    package mutating func walk(
        from roots: [UInt], areReferences: Bool, endsWhenFound: Bool = false
    ) {
        rank = UInt8(firstRoots.count)
        firstRoots.append(rootCount)
        (self.endsWhenFound, self.areReferences) = (endsWhenFound, areReferences)
        isEnded = isOver
        nodesLeft = .max
        if endsWhenFound { endIfFound() }
        defer { (self.endsWhenFound, isEnded) = (false, isOver) }
        depth = 0
        let start = table.count
        for (index, root) in roots.enumerated() {
            let (number, isNew) = table.insert(root)
            meet(number, isNew: isNew, parent: Self.rootMark, place: UInt32(rootCount + index))
            guard number != NodeTable.full, !areReferences, Int(number) < survivors.count else {
                continue
            }
            survivors[Int(number)].seenReferences -= 1
        }
        rootCount += roots.count
        walkLevels(from: start)
    }

    /// The root that a root number in the table stands for.
    func origin(root: UInt32) -> FoundPath.Origin {
        let rank = firstRoots.lastIndex { $0 <= Int(root) } ?? 0
        return .root(rank: UInt8(rank), index: Int(root) - firstRoots[rank])
    }

    /// Walks from the nodes that were added since `start`, level by level.
    ///
    /// - Parameter sources: Survivors to walk from as well, by increasing depth.
    mutating func walkLevels(from start: UInt32, sources: [UInt32] = []) {
        var frontier = start..<table.count
        var next = 0
        while !isEnded, !frontier.isEmpty || next < sources.count {
            if frontier.isEmpty { depth = survivors[Int(sources[next])].depth }
            let end = table.count
            depth += 1
            let firstSource = next
            while next < sources.count, survivors[Int(sources[next])].depth < depth { next += 1 }
            for source in sources[firstSource..<next] { expand(source..<source + 1) }
            expand(frontier)
            frontier = end..<table.count
        }
    }

    mutating func expand(_ frontier: Range<UInt32>) {
        var next = frontier.lowerBound
        while next < frontier.upperBound, !isEnded {
            let end = min(next + Self.batch, frontier.upperBound)
            expandTogether(next..<end)
            next = end
        }
    }

    mutating func expandTogether(_ holders: Range<UInt32>) {
        lookAtClock(nodes: holders.count)
        addresses.removeAll(keepingCapacity: true)
        references.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        for holder in holders { addresses.append(table.address(holder)) }
        if addresses.count > 1 { graph.prepare(addresses) }
        for index in addresses.indices {
            graph.appendReferences(of: addresses[index], to: &references)
            ends.append(references.count)
        }
        for index in references.indices { table.prefetch(references[index].target) }
        var next = 0
        for (index, holder) in holders.enumerated() {
            while next < ends[index] {
                let (number, isNew) = table.insert(references[next].target)
                meet(
                    number, isNew: isNew, parent: holder,
                    place: UInt32(truncatingIfNeeded: references[next].place))
                next += 1
            }
        }
    }

    mutating func meet(_ number: UInt32, isNew: Bool, parent: UInt32, place: UInt32) {
        guard number != NodeTable.full else {
            isPartial = true
            return
        }
        if isNew {
            let node = table.node(number)
            node.pointee.parent = parent
            node.pointee.place = place
        } else if Int(number) < survivors.count {
            meetSurvivor(number, parent: parent, place: place)
        }
        if let firstDragged { addEdge(from: parent, to: number, firstDragged) }
    }

    /// Notes a reference, unless it leads to an object that a root reaches without survivors.
    ///
    /// - Parameter first: The number of the first node that only survivors lead to.
    private mutating func addEdge(from: UInt32, to: UInt32, _ first: UInt32) {
        let count = UInt32(survivors.count)
        guard to < count || to >= first else { return }
        edges.append(
            (from < count ? from : from - first + count, to < count ? to : to - first + count))
    }

    mutating func meetSurvivor(_ number: UInt32, parent: UInt32, place: UInt32) {
        let index = Int(number)
        survivors[index].seenReferences += 1
        guard isRooted, !survivors[index].isReached else {
            if firstDragged == nil { meetAgain(index, parent: parent, place: place) }
            return
        }
        survivors[index].isReached = true
        survivors[index].rank = rank
        survivors[index].depth = depth
        reached.append(number)
        if endsWhenFound, awaited.remove(number) != nil { endIfFound() }
        let node = table.node(number)
        node.pointee.parent = parent
        node.pointee.place = place
    }

    /// Notes one more reference to a survivor that a root has reached already.
    private mutating func meetAgain(_ index: Int, parent: UInt32, place: UInt32) {
        if parent == Self.rootMark, !areReferences { return }
        if survivors[index].missing > 0 {
            survivors[index].missing -= 1
            if survivors[index].missing == 0 {
                incomplete -= 1
                if endsWhenFound { endIfFound() }
            }
        }
        let others = survivors[index].others
        guard others.count < Self.mostOthers.all,
            parent == Self.rootMark
                || others.suffix(Self.mostOthers.ofOneHolder).count(where: { $0.parent == parent })
                    < Self.mostOthers.ofOneHolder
        else { return }
        survivors[index].others.append((parent, place))
    }

    /// Ends a walk that has found what it looks for. While references are missing, it goes on for a
    /// while.
    private mutating func endIfFound() {
        guard awaited.isEmpty else { return }
        if incomplete == 0 {
            isEnded = true
        } else if nodesLeft == .max {
            nodesLeft = Self.mostNodesForOthers
        }
    }

    mutating func lookAtClock(nodes: Int) {
        if nodesLeft != .max {
            nodesLeft -= nodes
            if nodesLeft <= 0 { isEnded = true }
        }
        nodesUntilLook -= nodes
        guard nodesUntilLook <= 0 else { return }
        nodesUntilLook = Self.patience
        endIfOver()
    }

    /// Ends the walk and the search if the time is over, so that the result is partial.
    mutating func endIfOver() {
        guard !isOver, limits.isOver() else { return }
        isOver = true
        isEnded = true
        isPartial = true
    }
}
