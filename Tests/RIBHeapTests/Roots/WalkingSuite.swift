// SPDX-License-Identifier: Apache-2.0

@testable import RIBHeap

/// An allocation of C's, filled with zeros.
final class Chunk {
    let words: UnsafeMutablePointer<UInt>
    let count: Int

    init(words count: Int = 8) {
        self.count = count
        // Malloc gives an odd number of words; the last one may have what was left behind.
        words = .allocate(capacity: count | 1)
        words.initialize(repeating: 0, count: count | 1)
    }

    deinit { words.deallocate() }

    var address: UInt { UInt(bitPattern: words) }
    var region: Range<UInt> { address..<address + UInt(count) * 8 }
}

/// Walks through allocations of C's.
protocol WalkingSuite {}

extension WalkingSuite {
    static var origin: InferredRoot.Origin { InferredRoot.Origin(kind: .queue, name: "a queue") }

    func found(from chunk: Chunk, _ held: Held) -> [InferredRoot] {
        found(from: chunk, held.mark)
    }

    func found(
        from chunk: Chunk, _ mark: Held.Mark, origin: InferredRoot.Origin = Self.origin
    ) -> [InferredRoot] {
        var walk = walk(to: mark)
        walk.walk(from: [(origin, [chunk.region])])
        return walk.found
    }

    func walk(to mark: Held.Mark) -> OpaqueWalk {
        let memory = GuardedMemory()
        return OpaqueWalk(
            memory: memory, maps: ProcessMaps(), limits: SearchLimits(nodes: 1_000),
            isObject: { mark.isObject($0, in: memory) })
    }

    func root(_ holder: Chunk, _ word: Int, _ held: Held) -> InferredRoot {
        InferredRoot(
            origin: Self.origin, holder: holder.address, place: UInt32(word * 8),
            target: held.address)
    }
}
