// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RIBHeap

/// What a walk through memory without types finds.
@Suite struct OpaqueWalkTests: WalkingSuite {
    @Test func findsAnObject() {
        let (chunk, held) = (Chunk(), Held())
        chunk.words[3] = held.address
        #expect(found(from: chunk, held) == [root(chunk, 3, held)])
    }

    @Test func findsAnObjectThroughAllocations() {
        let (first, second, held) = (Chunk(), Chunk(words: 1_000), Held())
        first.words[1] = second.address
        second.words[999] = held.address
        #expect(found(from: first, held) == [root(second, 999, held)])
    }

    @Test(arguments: [1, 2]) func goesNoFartherThanItIsTold(levels: UInt8) {
        let (first, second, third, held) = (Chunk(), Chunk(), Chunk(), Held())
        first.words[1] = second.address
        second.words[2] = third.address
        third.words[3] = held.address
        var walk = walk(to: held.mark)
        walk.walk(from: [(Self.origin, [first.region])], levels: levels)
        #expect(walk.found == (levels == 2 ? [root(third, 3, held)] : []))
    }

    /// The fields of one object led as far as a timer of another, and no farther. So the queue with
    /// the timer led nowhere, and a leak had no path.
    @Test(arguments: [0, 1, 2] as [UInt8]) func whatIsTooFarFromOnePlaceIsSearchedFromAnother(
        levels: UInt8
    ) {
        let (first, second, third, other, held) = (Chunk(), Chunk(), Chunk(), Chunk(), Held())
        first.words[1] = second.address
        second.words[2] = third.address
        third.words[3] = held.address
        other.words[0] = second.address
        var walk = walk(to: held.mark)
        let field = InferredRoot.Origin(kind: .field)
        walk.walk(from: [(field, [first.region])], levels: levels)
        walk.walk(from: [(Self.origin, [other.region])])
        #expect(walk.found.map(\.origin.kind) == [levels == 2 ? .field : .queue])
        #expect(walk.found.map(\.holder) == [third.address])
    }

    /// A large allocation is read page by page, and no page twice from one place.
    @Test func aLargeAllocationIsSearchedAgainFromAnotherPlace() {
        let (first, large, last, other, held) = (
            Chunk(), Chunk(words: 2_000), Chunk(), Chunk(), Held()
        )
        first.words[1] = large.address
        large.words[1_000] = last.address
        last.words[3] = held.address
        other.words[0] = large.address
        var walk = walk(to: held.mark)
        walk.walk(from: [(InferredRoot.Origin(kind: .field), [first.region])], levels: 1)
        #expect(walk.found == [])
        walk.walk(from: [(Self.origin, [other.region])])
        #expect(walk.found == [root(last, 3, held)])
    }

    @Test func looksPastTagsInTheLowestBits() {
        let (chunk, held) = (Chunk(), Held())
        chunk.words[0] = held.address | 3
        #expect(found(from: chunk, held) == [root(chunk, 0, held)])
    }

    @Test func endsInCircles() {
        let (first, second, held) = (Chunk(), Chunk(), Held())
        first.words[0] = second.address
        second.words[0] = first.address
        #expect(found(from: first, held) == [])
        second.words[1] = held.address
        #expect(found(from: first, held).count == 1)
    }

    /// Numbers that look like sizes made a walk of 24 MB of memory one of 1.4 GB, which took minutes.
    @Test func readsNoPageAgainForWhatOnlyLooksLikeAllocations() {
        // Larger than what malloc takes from its heaps, of which the search knows each allocation.
        let (large, first, held) = (Chunk(words: 1 << 23), Chunk(words: 100), Held())
        large.words[(1 << 16) - 1] = 33
        large.words[1 << 15] = held.address
        for index in 0..<100 {
            // From there to the end.
            let word = 1_000 + 2 * index
            large.words[word - 1] = UInt((1 << 16) - word) * 8 | 1
            first.words[index] = large.address + UInt(word) * 8
        }
        let (memory, mark) = (GuardedMemory(), held.mark)
        var reads = 0
        var walk = OpaqueWalk(
            memory: memory, maps: ProcessMaps(), limits: SearchLimits(nodes: 1_000),
            isObject: { mark.isObject($0, in: memory) },
            accepts: { _ in
                reads += 1
                return false
            })
        walk.walk(from: [(Self.origin, [first.region])])
        #expect(reads == 1)
    }

    @Test func leavesOutWhatLiesBehindABlock() throws {
        let (chunk, block, descriptor, held) = (Chunk(), Chunk(words: 7), Chunk(), Held())
        block.words[0] = try #require(HeapChunks.blockClass)
        block.words[3] = descriptor.address
        descriptor.words[1] = 48
        block.words[6] = held.address
        chunk.words[1] = block.address
        #expect(found(from: chunk, held) == [])
        descriptor.words[1] = 56
        #expect(found(from: chunk, held) == [root(block, 6, held)])
    }

    @Test func findsAnObjectThatHasWeakReferences() {
        let (chunk, held) = (Chunk(), Held())
        weak let weakly = held
        chunk.words[3] = held.address
        #expect(found(from: chunk, held) == [root(chunk, 3, held)])
        #expect(weakly != nil)
    }

    @Test func isPartialWithoutRoom() {
        let (first, second) = (Chunk(), Chunk())
        first.words[0] = second.address
        let memory = GuardedMemory()
        var walk = OpaqueWalk(
            memory: memory, maps: ProcessMaps(), limits: SearchLimits(nodes: 0),
            isObject: { _ in false })
        walk.walk(from: [(Self.origin, [first.region])])
        let isPartial = walk.isPartial
        #expect(isPartial)
    }
}
