// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RIBHeap

/// What a walk finds in the memory of tasks.
@Suite struct TaskWalkTests: WalkingSuite {
    private static let taskOrigin = InferredRoot.Origin(kind: .task, name: "a task", task: 4096)

    /// A slab of a task with 12 words in use: a header of four words, and 64 bytes.
    private func slab() throws -> Chunk {
        let slab = Chunk(words: 32)
        slab.words[0] = try #require(HeapChunks.slabMetadata(GuardedMemory()))
        slab.words[2] = 200 | 64 << 32
        return slab
    }

    @Test func findsWhatATaskHasInTheFilledPartOfASlab() throws {
        let (chunk, slab, held) = (Chunk(), try slab(), Held())
        slab.words[11] = held.address
        chunk.words[1] = slab.address
        let found = found(from: chunk, held.mark, origin: Self.taskOrigin)
        #expect(
            found == [
                InferredRoot(
                    origin: Self.taskOrigin, holder: slab.address, place: 88,
                    target: held.address)
            ])
    }

    @Test func leavesOutASlabThatNoTaskLeadsTo() throws {
        let (chunk, slab, held) = (Chunk(), try slab(), Held())
        slab.words[11] = held.address
        chunk.words[1] = slab.address
        #expect(found(from: chunk, held) == [])
        chunk.words[2] = held.address
        #expect(found(from: chunk, held).count == 1)
    }

    @Test func leavesOutWhatATaskLeftBehindInASlab() throws {
        let (chunk, slab, held) = (Chunk(), try slab(), Held())
        slab.words[12] = held.address
        chunk.words[1] = slab.address
        #expect(found(from: chunk, held.mark, origin: Self.taskOrigin) == [])
        slab.words[11] = held.address
        #expect(found(from: chunk, held.mark, origin: Self.taskOrigin).map(\.place) == [88])
    }
}
