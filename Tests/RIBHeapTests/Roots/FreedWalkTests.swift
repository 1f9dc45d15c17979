// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Testing

@testable import RIBHeap

#if canImport(Glibc)
    import Glibc
#endif

/// What a walk leaves out: what was freed, and what only looks like an allocation.
@Suite struct FreedWalkTests: WalkingSuite {
    #if canImport(Glibc)
        /// Adds a function to a queue, which is called with an address.
        private func add(_ address: UInt, to queue: DispatchQueue) {
            typealias Work = @convention(c) (UnsafeMutableRawPointer?) -> Void
            typealias Add = @convention(c) (UnsafeRawPointer, UnsafeRawPointer?, Work) -> Void
            guard let symbol = dlsym(nil, "dispatch_async_f") else { return }
            // Swift's object has libdispatch's queue after its header.
            let wrapped = Unmanaged.passUnretained(queue).toOpaque()
                .load(fromByteOffset: 16, as: UnsafeRawPointer.self)
            unsafeBitCast(symbol, to: Add.self)(
                wrapped, UnsafeRawPointer(bitPattern: address)
            ) { _ in }
        }

        /// Where a queue has such a function, or has had it.
        private func work(with address: UInt) -> [UInt] {
            let memory = GuardedMemory()
            return ProcessMaps()
                .allocations(beginningWith: 0x104, memory, SearchLimits(nodes: 1_000))
                .filter { memory.word(at: $0 &+ 40) == address }
        }

        private func foundIn(work: [UInt], _ held: Held) -> [InferredRoot] {
            let chunk = Chunk(words: max(work.count, 1))
            for (index, address) in work.enumerated() { chunk.words[index] = address }
            return found(from: chunk, held)
        }

        /// libdispatch keeps its memory for the next work, with what it was about. A concurrent queue hands
        /// its work on in pieces of a class of their own, which the thread keeps before the others.
        @Test(arguments: [false, true]) func workThatAQueueHasRunHoldsNothing(
            beforeThatOfAConcurrentQueue isBeforeOther: Bool
        ) {
            let (held, queue) = (Held(), DispatchQueue(label: "work"))
            queue.suspend()
            add(held.address, to: queue)
            if isBeforeOther {
                DispatchQueue(label: "concurrent", attributes: .concurrent, target: queue).async {}
            }
            let work = work(with: held.address)
            let waiting = foundIn(work: work, held)
            queue.resume()
            queue.sync {}
            #expect(waiting.count == 1, "\(work)")
            #expect(foundIn(work: work, held) == [])
        }

        /// One behind the other, they look like a list of ended work, except that no thread has it.
        @Test func workThatWaitsInTheMemoryOfEndedWorkHolds() {
            // Safe, because the queue is waited for: until then it reads what no one changes.
            nonisolated(unsafe) let chunk = Chunk()
            let held = Held()
            let (queue, waiting) = (DispatchQueue(label: "work"), DispatchQueue(label: "waiting"))
            waiting.suspend()
            defer { waiting.resume() }
            queue.async {}
            queue.async { [self] in
                add(held.address, to: waiting)
                add(chunk.address, to: waiting)
            }
            queue.sync {}
            let work = work(with: held.address)
            #expect(foundIn(work: work, held).count == 1, "\(work)")
        }
    #endif

    @Test func leavesOutAnObjectThatIsFreed() {
        let (chunk, held) = (Chunk(), Held())
        let mark = Held.mark { chunk.words[0] = $0.address }
        chunk.words[1] = held.address
        #expect(found(from: chunk, mark) == [])
        #expect(found(from: chunk, held) == [root(chunk, 1, held)])
    }

    @Test func leavesOutWhatAFreedAllocationHolds() {
        let (chunk, held) = (Chunk(), Held())
        do {
            let freed = Chunk(words: 100)
            freed.words[50] = held.address
            chunk.words[0] = freed.address
            #expect(found(from: chunk, held).count == 1)
        }
        #expect(found(from: chunk, held) == [])
    }

    /// The search frees memory to see how malloc marks it. Optimised, it got memory that malloc cleared,
    /// which comes from none of malloc's lists. So the list may have been full: the rest has no mark.
    @Test func leavesOutFreedMemoryWhereTheListOfTheSearchsOwnIsFull() {
        let (chunk, held) = (Chunk(), Held())
        var freed = (0..<8).map { _ in Chunk(words: 125) }
        freed[0].words[50] = held.address
        chunk.words[0] = freed[0].address
        freed.removeAll()
        #expect(found(from: chunk, held) == [])
    }

    /// Malloc marks only the first few of one size that are freed, and keeps the others in a list: the first word leads to
    /// the next one, mixed with where it is itself.
    @Test func leavesOutWhatMallocKeepsInAList() {
        // Malloc may give more than it is asked for. In a list, all have the same size.
        var chunks = (0..<100).map { _ in Chunk() }.filter { ($0.words - 1).pointee & ~7 == 80 }
        let (chunk, first, last, held) = (Chunk(), chunks.removeLast(), chunks.removeLast(), Held())
        chunk.words[1] = first.address
        chunk.words[2] = last.address
        first.words[5] = held.address
        last.words[5] = held.address
        #expect(found(from: chunk, held) == [root(first, 5, held)])
        first.words[0] = (last.address - 16) ^ (first.address >> 12)
        last.words[0] = last.address >> 12
        #expect(found(from: chunk, held) == [])
    }

    @Test func leavesOutWordsThatPointIntoAllocations() {
        let (first, second, held) = (Chunk(), Chunk(), Held())
        second.words[7] = held.address
        first.words[0] = second.address + 16
        #expect(found(from: first, held) == [])
        first.words[0] = second.address
        #expect(found(from: first, held).count == 1)
    }

    /// As where malloc has merged freed memory, and given it out as one.
    @Test func leavesOutWhatLooksLikeAnAllocationInsideAnotherOne() {
        let (chunk, large, held) = (Chunk(), Chunk(words: 101), Held())
        for word in stride(from: 10, to: 90, by: 10) {
            large.words[word - 1] = 80 | 1
            large.words[word + 5] = held.address
        }
        chunk.words[0] = large.address + 10 * 8
        chunk.words[1] = large.address + 20 * 8
        #expect(found(from: chunk, held) == [])
    }

    /// Malloc cuts them out of what was one piece when the search began.
    @Test func findsWhatAllocationsHoldThatAreNewSinceTheSearchBegan() {
        let (chunk, held, memory) = (Chunk(words: 50), Held(), GuardedMemory())
        let mark = held.mark
        var found: Set<UInt> = []
        free(malloc(60_000))
        var walk = OpaqueWalk(
            memory: memory, maps: ProcessMaps(), limits: SearchLimits(nodes: 1_000),
            isObject: { mark.isObject($0, in: memory) },
            accepts: {
                found.insert($0.holder)
                return false
            })
        let holders = (0..<50).map { Chunk(words: 41 + 2 * $0) }
        for (index, holder) in holders.enumerated() {
            holder.words[3] = held.address
            chunk.words[index] = holder.address
        }
        walk.walk(from: [(Self.origin, [chunk.region])])
        #expect(found == Set(holders.map(\.address)))
    }

    @Test func leavesOutAnObjectThatIsBeingFreed() {
        let chunk = Chunk()
        var seen: [InferredRoot]? = nil
        final class Looking {
            var look: () -> Void = {}
            deinit { look() }
        }
        var looking: Looking? = Looking()
        chunk.words[0] = UInt(bitPattern: ObjectIdentifier(looking ?? Looking()))
        let look: () -> Void = { [chunk] in
            var walk = OpaqueWalk(
                memory: GuardedMemory(), maps: ProcessMaps(), limits: SearchLimits(nodes: 10),
                isObject: { _ in true })
            walk.walk(from: [(Self.origin, [chunk.region])])
            seen = walk.found
        }
        look()
        #expect(seen?.count == 1)
        looking?.look = look
        looking = nil
        #expect(seen == [])
    }
}
