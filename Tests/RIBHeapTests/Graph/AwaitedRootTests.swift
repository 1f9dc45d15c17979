// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RIBHeap

/// Whether it is worth to look at further roots.
@Suite struct AwaitedRootTests {
    /// - Parameter extra: Nodes that something holds which is not walked.
    private func awaits(
        _ held: [[Int]], roots: [Int] = [], targets: [Int], extra: [Int] = [], nodes: Int = 100
    ) -> Bool {
        var graph = SmallGraph(held: held, roots: [roots, extra], targets: targets)
            .counted(holders: held.indices)
        graph.roots = [roots]
        var search = PathSearch(graph: graph, targets: targets.map(SmallGraph.address))
        search.walk(from: roots.map(SmallGraph.address), areReferences: true)
        return search.awaitsRoots(nodes: nodes)
    }

    @Test func whatARootReachesMayHaveAnotherOnlyIfSomethingElseHoldsIt() {
        #expect(!awaits([[1], []], roots: [0], targets: [1]))
        #expect(!awaits([[1], [2], [1]], roots: [0], targets: [1]))
        #expect(awaits([[1], []], roots: [0], targets: [1], extra: [1]))
        #expect(awaits([[1], []], targets: [1], extra: [1]))
    }

    @Test func aCycleMayHaveARootOnlyIfSomethingElseHoldsIt() {
        #expect(!awaits([[1], [2], [0]], targets: [0]))
        #expect(awaits([[1], [2], [0]], targets: [0], extra: [0]))
        #expect(awaits([[1], [2], [0]], targets: [0], extra: [2]))
    }

    @Test func whoHoldsWhatTheCycleHoldsDoesNotMatter() {
        #expect(!awaits([[1], [0, 2], []], targets: [0], extra: [2]))
        #expect(awaits([[1], [0, 2], []], targets: [0], extra: [1]))
    }

    @Test func aRootReachesASurvivorThroughAnotherOnlyByThatOne() {
        // 1 is held by 0 alone, which a root may reach.
        let held = [[1], [0]]
        var graph = SmallGraph(held: held, roots: [[], [0]], targets: [0, 1])
            .counted(holders: held.indices)
        graph.roots = []
        var search = PathSearch(graph: graph, targets: [0, 1].map(SmallGraph.address))
        let (awaits, awaited) = (search.awaitsRoots(), search.awaited)
        #expect(awaits)
        #expect(awaited == [0])
    }

    @Test func whatASurvivorHoldsThatARootReachesNeedsNoOther() {
        #expect(!awaits([[1], [2], [3], []], roots: [0], targets: [1, 3]))
        #expect(awaits([[1], [2], [3], []], targets: [1, 3], extra: [1]))
    }

    @Test func withoutCountsAnyRootMayReachIt() {
        var search = PathSearch(
            graph: SmallGraph(held: [[0]]), targets: [SmallGraph.address(0)])
        let awaits = search.awaitsRoots()
        #expect(awaits)
    }

    @Test func whatHoldsTooMuchMayHaveARoot() {
        #expect(!awaits([[1], [2], [0]], targets: [0], nodes: 2))
        #expect(awaits([[1], [2], [0]], targets: [0], nodes: 1))
    }

    @Test func aWalkEndsWhenAllIsFound() {
        let graph = SmallGraph(held: [[1], [2], [3], []], targets: [1])
        var search = PathSearch(graph: graph, targets: [SmallGraph.address(1)])
        search.awaitAll()
        search.walk(
            from: [SmallGraph.address(0)], areReferences: true, endsWhenFound: true)
        let (isAwaiting, count) = (search.isAwaiting, search.nodeCount)
        #expect(!isAwaiting)
        #expect(count == 2)
    }
}
