// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Testing

@testable import RIBHeap

#if canImport(Glibc)
    import Glibc
#endif

@Suite struct OpaqueWalkTests {
    /// An allocation of C's, filled with zeros.
    private final class Chunk {
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
        var region: MemoryRegion {
            MemoryRegion(start: address, end: address + UInt(count) * 8)
        }
    }

    private static let origin = OpaqueWalk.Origin(kind: .queue, name: "a queue")

    private static let taskOrigin = OpaqueWalk.Origin(kind: .task, name: "a task", task: 4096)

    private func found(from chunk: Chunk, _ held: Held) -> [InferredRoot] {
        found(from: chunk, held.mark)
    }

    private func found(
        from chunk: Chunk, _ mark: Held.Mark, origin: OpaqueWalk.Origin = Self.origin
    ) -> [InferredRoot] {
        var walk = walk(to: mark)
        walk.walk(from: [(origin, [chunk.region])])
        return walk.found
    }

    private func walk(to mark: Held.Mark) -> OpaqueWalk {
        let memory = GuardedMemory()
        return OpaqueWalk(
            memory: memory, maps: ProcessMaps(), limits: SearchLimits(nodes: 1_000),
            isObject: { mark.isObject($0, in: memory) })
    }

    private func root(_ holder: Chunk, _ word: Int, _ held: Held) -> InferredRoot {
        InferredRoot(
            kind: .queue, name: "a queue", holder: holder.address, place: UInt32(word * 8),
            target: held.address)
    }

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
        let field = OpaqueWalk.Origin(kind: .field)
        walk.walk(from: [(field, [first.region])], levels: levels)
        walk.walk(from: [(Self.origin, [other.region])])
        #expect(walk.found.map(\.kind) == [levels == 2 ? .field : .queue])
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
        walk.walk(from: [(OpaqueWalk.Origin(kind: .field), [first.region])], levels: 1)
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
            return AllocationScan(memory: memory, maps: ProcessMaps())
                .find(0x104, SearchLimits(nodes: 1_000))
                .filter { memory.word(at: $0 &+ 40) == address }
        }

        private func foundIn(work: [UInt], _ held: Held) -> [InferredRoot] {
            let chunk = Chunk(words: max(work.count, 1))
            for (index, address) in work.enumerated() { chunk.words[index] = address }
            return found(from: chunk, held)
        }

        /// libdispatch keeps its memory for the next work, with what it was about.
        @Test func workThatAQueueHasRunHoldsNothing() {
            let (held, queue) = (Held(), DispatchQueue(label: "work"))
            queue.suspend()
            add(held.address, to: queue)
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

    /// An object that holds another one in a field that no type describes.
    private final class PartlyReflected {
        let hidden: UInt
        init(hiding hidden: UInt) { self.hidden = hidden }

        var address: UInt { UInt(bitPattern: ObjectIdentifier(self)) }
        /// The description of it for the walk.
        static func known(_ content: UnreflectedField.Content, ofLibraries: Bool)
            -> OpaqueWalk.Object
        {
            let field = UnreflectedField(label: "hidden", offset: 16, size: 8, content: content)
            return OpaqueWalk.Object(unreflected: [field], isOfLibraries: ofLibraries)
        }
    }

    /// Walks from an object that hides something.
    private func found(
        hiding hidden: UInt, _ known: OpaqueWalk.Object, _ held: Held,
        accepts: @escaping (InferredRoot) -> Bool = { _ in true },
        walk body: (inout OpaqueWalk, PartlyReflected) -> Void
    ) -> (outer: UInt, roots: [InferredRoot]) {
        let outer = PartlyReflected(hiding: hidden)
        let memory = GuardedMemory()
        let address = outer.address
        var walk = OpaqueWalk(
            memory: memory, maps: ProcessMaps(), limits: SearchLimits(nodes: 1_000),
            isObject: { [mark = held.mark] in $0 == address || mark.isObject($0, in: memory) },
            object: { $0 == address ? known : nil }, accepts: accepts)
        body(&walk, outer)
        return withExtendedLifetime((outer, held)) { (address, walk.found) }
    }

    private func field(
        of outer: UInt, named label: String, at holder: UInt, _ place: UInt32, _ held: Held
    ) -> InferredRoot {
        InferredRoot(
            kind: .field, name: "", holder: holder, place: place, target: held.address,
            field: InferredRoot.Field(object: outer, label: label))
    }

    @Test func aValueOfAnObjectLeadsToWhatItHolds() {
        let held = Held()
        let found = found(
            hiding: held.address, PartlyReflected.known(.value, ofLibraries: false), held
        ) { $0.walk(fromFieldsOf: [~$1.address]) }
        #expect(
            found.roots == [
                field(of: found.outer, named: "hidden", at: found.outer + 16, 0, held)
            ])
    }

    @Test func memoryThatAPointerOfAnObjectLeadsToIsLookedInto() {
        let (held, chunk) = (Held(), Chunk())
        chunk.words[3] = held.address
        let found = found(
            hiding: chunk.address, PartlyReflected.known(.pointer, ofLibraries: false), held
        ) { $0.walk(fromFieldsOf: [~$1.address]) }
        #expect(
            found.roots == [field(of: found.outer, named: "hidden", at: chunk.address, 24, held)])
    }

    @Test(arguments: [UnreflectedField.Content.pointer, .unmanaged])
    func aPointerToAnObjectCountsOnlyWhereNothingElseExplainsThat(content: UnreflectedField.Content)
    {
        let held = Held()
        let known = PartlyReflected.known(content, ofLibraries: false)
        let early = found(hiding: held.address, known, held) {
            $0.walk(fromFieldsOf: [~$1.address])
        }
        #expect(early.roots == [])
        let late = found(hiding: held.address, known, held) {
            $0.walk(fromUnmanagedFieldsOf: [~$1.address])
        }
        #expect(
            late.roots == [field(of: late.outer, named: "hidden", at: late.outer + 16, 0, held)])
    }

    @Test func anObjectOfALibrarysIsLookedIntoUnderItsOwnName() {
        let held = Held()
        let found = found(
            hiding: held.address, PartlyReflected.known(.unmanaged, ofLibraries: true), held
        ) { $0.walk(fromFieldsOf: [~$1.address]) }
        #expect(
            found.roots == [field(of: found.outer, named: "", at: found.outer + 16, 0, held)])
    }

    @Test func anObjectOfALibrarysThatTheWalkMeetsIsLookedInto() {
        let (chunk, held) = (Chunk(), Held())
        let found = found(
            hiding: held.address, PartlyReflected.known(.unmanaged, ofLibraries: true), held
        ) {
            chunk.words[3] = $1.address
            $0.walk(from: [(Self.origin, [chunk.region])])
        }
        #expect(found.roots.map(\.target) == [found.outer, held.address])
    }

    @Test func aWordThatIsNotBelievedLeavesTheObjectToOthers() {
        let (first, second, held) = (Chunk(), Chunk(), Held())
        first.words[1] = held.address
        first.words[2] = second.address
        second.words[5] = held.address
        let found = found(
            hiding: 0, PartlyReflected.known(.value, ofLibraries: false), held,
            accepts: { [bad = first.address] in $0.holder != bad },
            walk: { walk, _ in walk.walk(from: [(Self.origin, [first.region])]) })
        #expect(found.roots == [root(second, 5, held)])
    }

    @Test func aWordThatIsNotBelievedLeadsToNothingInTheObject() {
        let (chunk, held) = (Chunk(), Held())
        let found = found(
            hiding: held.address, PartlyReflected.known(.unmanaged, ofLibraries: true), held,
            accepts: { [inner = held.address] in $0.target == inner },
            walk: { walk, outer in
                chunk.words[3] = outer.address
                walk.walk(from: [(Self.origin, [chunk.region])])
            })
        #expect(found.roots == [])
    }

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

    @Test func leavesOutTheSearchsOwnMemory() {
        let (chunk, own, held) = (Chunk(), Chunk(), Held())
        own.words[3] = held.address
        chunk.words[2] = own.address
        #expect(found(from: chunk, held) == [root(own, 3, held)])
        let memory = GuardedMemory()
        var walk = OpaqueWalk(
            memory: memory, maps: ProcessMaps(), limits: SearchLimits(nodes: 1_000),
            isObject: { [mark = held.mark] in mark.isObject($0, in: memory) },
            isOwn: { [address = own.address] in $0 == address })
        walk.walk(from: [(Self.origin, [chunk.region])])
        let found = walk.found
        #expect(withExtendedLifetime((own, held)) { found } == [])
    }

    /// A slab of a task with 12 words in use: a header of four words, and 64 bytes.
    private func slab() throws -> Chunk {
        let slab = Chunk(words: 32)
        slab.words[0] = try #require(AllocationContents.slabMetadata(GuardedMemory()))
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
                    kind: .task, name: "a task", holder: slab.address, place: 88,
                    target: held.address, task: 4096)
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

    @Test func leavesOutWhatLiesBehindABlock() throws {
        let (chunk, block, descriptor, held) = (Chunk(), Chunk(words: 7), Chunk(), Held())
        block.words[0] = try #require(AllocationContents.blockClass)
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
