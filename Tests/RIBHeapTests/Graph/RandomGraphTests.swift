// SPDX-License-Identifier: Apache-2.0

import RIBHeap
import Testing
import TraceFixtures

/// The search against trying everything, on thousands of small graphs.
@Suite struct RandomGraphTests {
    private static let graphs = (0..<(Nightly.isOn ? 30_000 : 1_500)).map {
        SmallGraph.random(seed: UInt64($0))
    }
    private static let results = graphs.map { $0.search() }

    /// The seeds of the graphs on which `holds` fails for some target.
    private func seeds(
        where fails: (SmallGraph, BruteForce, SearchResult, _ target: Int, _ index: Int) -> Bool
    ) -> [Int] {
        var compared = 0
        let seeds = Self.graphs.indices.filter { seed in
            let graph = Self.graphs[seed]
            let result = Self.results[seed]
            return graph.targets.enumerated().contains { index, target in
                compared += 1
                return fails(graph, BruteForce(graph: graph), result, target, index)
            }
        }
        #expect(compared > Self.graphs.count)
        return seeds
    }

    @Test func pathsFromRootsAreTheBest() {
        let wrong = seeds { graph, brute, result, target, index in
            let path = result.paths[index]
            guard let cost = brute.costs()[target] else {
                if case .root = path.origin { return true }
                return false
            }
            guard case .root(let rank, let root) = path.origin,
                let nodes = graph.nodes(of: path, to: target)
            else { return true }
            let passed = nodes.dropLast().filter(graph.targets.contains)
            return graph.roots[Int(rank)][root] != nodes[0]
                || BruteForce.Cost(
                    passed: passed.count, rank: Int(rank), length: path.steps.count) != cost
        }
        #expect(wrong == [])
    }

    @Test func withoutRootsTheShortestCycleIsFound() {
        let wrong = seeds { graph, brute, result, target, index in
            let path = result.paths[index]
            guard brute.lost.contains(target), let length = brute.distance(from: target, to: target)
            else { return path.origin == .itself }
            return path.origin != .itself || path.steps.count != length
                || graph.nodes(of: path, to: target)?.first != target
        }
        #expect(wrong == [])
    }

    @Test func withoutCyclesTheNearestSurvivorIsFound() {
        let wrong = seeds { graph, brute, result, target, index in
            let path = result.paths[index]
            let isAcyclic =
                brute.lost.contains(target) && brute.distance(from: target, to: target) == nil
            func nearest(_ sources: [Int]) -> Int? {
                sources.compactMap { brute.distance(from: $0, to: target) }.min()
            }
            let cyclic = brute.lost.filter { brute.distance(from: $0, to: $0) != nil }
            let length = nearest(cyclic) ?? nearest(brute.entries.filter { $0 != target })
            guard isAcyclic, let length else {
                if case .survivor = path.origin { return true }
                return isAcyclic != (path.origin == .unseen)
            }
            guard case .survivor(let survivor) = path.origin else { return true }
            return path.steps.count != length
                || graph.nodes(of: path, to: target)?.first != graph.targets[survivor]
        }
        #expect(wrong == [])
    }

    @Test func referencesAreCounted() {
        let wrong = seeds { _, brute, result, target, index in
            result.paths[index].seenReferences != brute.seenReferences(to: target)
        }
        #expect(wrong == [])
    }

    @Test func whatIsDominatedIsExact() {
        let wrong = seeds { _, brute, result, target, index in
            let expected = brute.dominated(by: target)
            return SmallGraph.objects(result.dominated, index) != expected
                || result.dominated.counts[index] != expected.count
        }
        #expect(wrong == [])
    }

    /// The graph with counts of the references from walked nodes, and with counts of all references.
    private func counted(_ graph: SmallGraph) -> [SmallGraph] {
        let seen = BruteForce(graph: graph).reachable(
            from: graph.roots.flatMap { $0 } + graph.targets)
        return [graph.counted(holders: seen), graph.counted(holders: graph.held.indices)]
    }

    @Test func walksInVainAreLeftOutWithoutHarm() {
        let wrong = Self.graphs.indices.filter { seed in
            let expected = Self.results[seed].paths
            return counted(Self.graphs[seed]).contains { graph in
                zip(graph.searchWithoutVainWalks().paths, expected).contains { found, expected in
                    found.origin != expected.origin || found.steps != expected.steps
                }
            }
        }
        #expect(wrong == [])
    }

    @Test func whatIsDominatedIsExactWithoutWalksInVain() {
        let wrong = seeds { graph, brute, _, target, index in
            let result = counted(graph)[0].searchWithoutVainWalks()
            let objects = SmallGraph.objects(result.dominated, index)
            return objects != brute.dominated(by: target)
                || result.dominated.counts[index] != objects.count
        }
        #expect(wrong == [])
    }

    @Test func aSearchWithoutTimeIsPartialAndHasNoWrongPaths() {
        for graph in Self.graphs.prefix(500) {
            var looks = 0
            let result = graph.search(
                limits: SearchLimits(isOver: {
                    looks += 1
                    return looks > 0
                }))
            #expect(result.isPartial)
            for (path, target) in zip(result.paths, graph.targets) where path.origin != .unseen {
                #expect(graph.nodes(of: path, to: target) != nil)
            }
        }
    }

    @Test func aSearchWithoutRoomIsPartialAndHasNoWrongPaths() {
        for graph in Self.graphs.prefix(500) {
            let result = graph.search(limits: SearchLimits(nodes: 3))
            for (path, target) in zip(result.paths, graph.targets) where path.origin != .unseen {
                #expect(graph.nodes(of: path, to: target) != nil)
            }
        }
    }
}
