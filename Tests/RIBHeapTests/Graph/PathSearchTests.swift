// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RIBHeap

@Suite struct PathSearchTests {
    private func search(
        _ held: [[Int]], roots: [[Int]] = [], targets: [Int]
    ) -> SearchResult {
        SmallGraph(held: held, roots: roots, targets: targets).search()
    }

    private func step(_ holder: Int, _ place: UInt32) -> PathStep {
        PathStep(holder: SmallGraph.address(holder), place: place)
    }

    @Test func namesTheRootAndEachReference() {
        let path = search([[2, 1], [2, 3], [], []], roots: [[], [0]], targets: [3]).paths[0]
        #expect(
            path
                == FoundPath(
                    origin: .root(rank: 1, index: 0), steps: [step(0, 1), step(1, 1)],
                    seenReferences: 1))
    }

    @Test func aRootMayLeadToTheTargetItself() {
        let path = search([[]], roots: [[0]], targets: [0]).paths[0]
        #expect(path.origin == .root(rank: 0, index: 0))
        #expect(path.steps.isEmpty)
    }

    @Test func anEarlierClassWinsOverAShorterPath() {
        let path = search([[1], [2], []], roots: [[0], [2]], targets: [2]).paths[0]
        #expect(path.origin == .root(rank: 0, index: 0))
        #expect(path.steps == [step(0, 0), step(1, 0)])
    }

    @Test func aLongerPathWinsOverOneThroughASurvivor() {
        let path = search([[1, 2], [3], [4], [], [3]], roots: [[0]], targets: [1, 3]).paths[1]
        #expect(path.steps.map(\.holder) == [0, 2, 4].map(SmallGraph.address))
    }

    @Test func aPathLeadsThroughASurvivorWhenThereIsNoOther() {
        let path = search([[1], [2], []], roots: [[0]], targets: [2, 1]).paths[0]
        #expect(path.steps.map(\.holder) == [0, 1].map(SmallGraph.address))
    }

    @Test func aReferenceToItselfIsACycle() {
        let path = search([[0]], targets: [0]).paths[0]
        #expect(path.origin == .itself)
        #expect(path.steps == [step(0, 0)])
    }

    @Test func whatACycleHoldsIsReachedFromIt() {
        let path = search([[1], [0, 2], []], targets: [2, 0]).paths[0]
        #expect(path.origin == .survivor(1))
        #expect(path.steps == [step(0, 0), step(1, 1)])
    }

    @Test func eachFurtherReferenceHasAPath() {
        // 0 is a root, 4 and 5 hold the target, and so does 3, which only the target holds.
        let path = search(
            [[4, 5], [], [], [6], [6], [6], [3]], roots: [[0], [6]], targets: [6]
        ).paths[0]
        #expect(path.steps == [step(0, 0), step(4, 0)])
        #expect(
            path.others.map(\.steps) == [[step(0, 1), step(5, 0)], [], [step(6, 0), step(3, 0)]])
        #expect(
            path.others.map(\.origin) == [
                .root(rank: 0, index: 0), .root(rank: 1, index: 0), .itself,
            ])
    }

    @Test func whatAnotherSurvivorHoldsHasNoFurtherPathThroughIt() {
        let paths = search([[1, 2], [2], []], roots: [[0]], targets: [1, 2]).paths
        #expect(paths.map(\.others) == [[], []])
    }

    @Test func eachCycleThroughAnObjectIsAPath() {
        let path = search([[1, 2], [0], [3], [0]], targets: [0]).paths[0]
        #expect(path.steps == [step(0, 0), step(1, 0)])
        #expect(path.others.map(\.steps) == [[step(0, 1), step(2, 0), step(3, 0)]])
    }

    @Test func manyReferencesOfOneHolderHideNoOtherHolder() {
        let many = Array(repeating: 2, count: 40)
        let path = search([many + [1], [2], []], roots: [[0]], targets: [2]).paths[0]
        #expect(
            path.others.map(\.steps) == [[step(0, 1)], [step(0, 2)], [step(0, 40), step(1, 0)]])
    }

    @Test func whatNothingHoldsIsUnseen() {
        let result = search([[1], []], targets: [0])
        #expect(result.paths[0].origin == .unseen)
        #expect(result.paths[0].seenReferences == 0)
        #expect(!result.isPartial)
    }

    @Test func aRootThatIsTheObjectIsNoReferenceToIt() {
        for (areReferences, seen) in [(false, 0), (true, 1)] {
            var search = PathSearch(
                graph: SmallGraph(held: [[]]), targets: [SmallGraph.address(0)])
            search.walk(from: [SmallGraph.address(0)], areReferences: areReferences)
            let path = search.finish().paths[0]
            #expect(path.origin == .root(rank: 0, index: 0))
            #expect(path.seenReferences == seen)
        }
    }

    @Test func whatIsSharedBelongsToNone() {
        // 1 and 2 are survivors; 3 is the first one's, 4 the second one's, 5 both's.
        let result = search(
            [[1, 2], [3, 5], [4, 5], [], [], []], roots: [[0]], targets: [1, 2])
        #expect([0, 1].map { SmallGraph.objects(result.dominated, $0) } == [[3], [4]])
    }

    @Test func whatARootReachesIsNotDragged() {
        let result = search([[1, 2], [2, 3], [], []], roots: [[0]], targets: [1])
        #expect(result.dominated.counts == [1])
    }

    @Test func theFirstOfACircleDominatesTheOthers() {
        let result = search([[1], [0, 2], []], targets: [1, 0])
        #expect(result.dominated.counts == [2, 0])
        #expect([0, 1].map { SmallGraph.objects(result.dominated, $0) } == [[0, 2], []])
    }

    @Test func sizesAreSummed() {
        let result = search([[1], [2, 3], [], []], roots: [[0]], targets: [1])
        #expect(result.dominated.sums { SmallGraph.node($0) * 10 } == [50])
    }

    @Test func aTargetGivenTwiceIsAnsweredTwice() {
        let result = search([[1], [2], []], roots: [[0]], targets: [1, 1])
        #expect(result.paths[0] == result.paths[1])
        #expect(result.dominated.counts == [1, 1])
    }

    @Test func aThousandTargetsInAChainAreAllExplained() {
        let count = 1_000
        let held = (0..<count).map { $0 + 1 < count ? [$0 + 1] : [] }
        let result = search(held, roots: [[0]], targets: Array(0..<count))
        #expect(result.paths[999].steps.map(\.holder) == (0..<999).map(SmallGraph.address))
        #expect(result.dominated.counts == (0..<count).map { count - 1 - $0 })
    }

    @Test func fullTablesMakeThePathsPartial() {
        let graph = SmallGraph(held: [[1], [2], []], roots: [[0]], targets: [2])
        let result = graph.search(limits: SearchLimits(nodes: 2))
        #expect(result.isPartial)
        #expect(result.paths[0].origin == .unseen)
        #expect(result.nodeCount == 2)
    }
}
