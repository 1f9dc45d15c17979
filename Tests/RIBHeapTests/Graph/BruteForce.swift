// SPDX-License-Identifier: Apache-2.0

/// What a search of a small graph should find, by trying everything.
struct BruteForce {
    /// How good a path from a root is: fewer passed targets, then the earlier class, then the shorter.
    struct Cost: Comparable {
        var passed: Int
        var rank: Int
        var length: Int

        static func < (left: Cost, right: Cost) -> Bool {
            (left.passed, left.rank, left.length) < (right.passed, right.rank, right.length)
        }
    }

    let graph: SmallGraph
    private var all: Range<Int> { graph.held.indices }
    private var roots: [Int] { graph.roots.flatMap { $0 } }

    /// The least cost of each node that a root reaches.
    func costs() -> [Cost?] {
        var costs = [Cost?](repeating: nil, count: graph.held.count)
        func improve(_ node: Int, _ cost: Cost) -> Bool {
            if let old = costs[node], old <= cost { return false }
            costs[node] = cost
            return true
        }
        for (rank, roots) in graph.roots.enumerated() {
            for root in roots { _ = improve(root, Cost(passed: 0, rank: rank, length: 0)) }
        }
        var changed = true
        while changed {
            changed = false
            for node in all {
                guard var cost = costs[node] else { continue }
                cost.length += 1
                if graph.targets.contains(node) { cost.passed += 1 }
                for other in graph.held[node] where improve(other, cost) { changed = true }
            }
        }
        return costs
    }

    /// Nodes that some of these reach, themselves included, without passing one node.
    func reachable(from starts: [Int], without gone: Int? = nil) -> Set<Int> {
        var found = Set(starts.filter { $0 != gone })
        var open = Array(found)
        while let node = open.popLast() {
            for other in graph.held[node] where other != gone && !found.contains(other) {
                found.insert(other)
                open.append(other)
            }
        }
        return found
    }

    /// The number of references on the shortest way of at least one reference.
    func distance(from start: Int, to end: Int) -> Int? {
        var level: Set = [start]
        for length in 1...graph.held.count {
            level = Set(level.flatMap { graph.held[$0] })
            if level.contains(end) { return length }
        }
        return nil
    }

    var lost: [Int] {
        let rooted = reachable(from: roots)
        var seen: Set<Int> = []
        return graph.targets.filter { !rooted.contains($0) && seen.insert($0).inserted }
    }

    /// The targets without a root that no other holds, or that come first among those in a circle.
    var entries: [Int] {
        let lost = lost
        return lost.enumerated().filter { index, target in
            lost.enumerated().allSatisfy { other, holder in
                guard other != index, distance(from: holder, to: target) != nil else { return true }
                return distance(from: target, to: holder) != nil && index < other
            }
        }.map(\.element)
    }

    /// What would be freed with a target.
    func dominated(by target: Int) -> Set<Int> {
        let starts = roots + entries
        let left = reachable(from: starts, without: target)
        return reachable(from: starts).subtracting(left).subtracting([target])
    }

    /// References that the search should see, from roots and from all that it walks.
    func seenReferences(to target: Int) -> Int {
        reachable(from: roots + graph.targets).reduce(roots.count { $0 == target }) { sum, node in
            sum + graph.held[node].count { $0 == target }
        }
    }
}
