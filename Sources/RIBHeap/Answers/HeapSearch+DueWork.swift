// SPDX-License-Identifier: Apache-2.0

import CRIBShims

extension HeapSearch {
    /// What work leads to that is due soon.
    package struct DueWork {
        /// The addresses that it leads to by strong references only.
        fileprivate(set) var strongly: Set<UInt> = []
        /// The addresses that it leads to by any references.
        fileprivate(set) var reached: Set<UInt> = []

        /// Whether it may still release an object: it holds the object itself, or leads to one that
        /// keeps it.
        package func mayRelease(_ object: UInt, keptBy keepers: [UInt]) -> Bool {
            strongly.contains(object) || keepers.contains(where: reached.contains)
        }

        /// Adds what other work leads to.
        package mutating func add(_ other: DueWork) {
            strongly.formUnion(other.strongly)
            reached.formUnion(other.reached)
        }
    }

    /// Follows what work captures, and what that refers to.
    ///
    /// - Parameters:
    ///   - listed: The work of libdispatch. It may run and be freed at any time.
    ///   - started: The addresses that lead to each piece of work that has begun.
    ///   - runLoop: The address of a run loop, whose timers of a class count as well.
    ///   - end: When timers are due at the latest, in seconds since the reference date.
    ///   - excluded: The addresses of objects that are not followed.
    /// - Returns: Nil if there are more than `most` objects and allocations to visit.
    package func dueWork(
        _ listed: [ribleak_due_work], and started: [[UInt]], timersOf runLoop: UInt,
        ofClass timer: AnyClass, dueBy end: Double,
        without excluded: Set<UInt>, most: Int
    ) -> DueWork? {
        timers.begin()
        let timers = timers.timers(of: runLoop, ofClass: timer, dueBy: end)
        let starts: [WorkWalk.Start] =
            listed.map { ([$0.context], $0.first) }
            + (started + timers.map { [$0] }).map { ($0, nil) }
        guard !starts.isEmpty else { return DueWork() }
        let memory = GuardedMemory(capacity: 1 << 20, mostCapacity: 1 << 20)
        func reached(followsWeak: Bool) -> Set<UInt>? {
            var walk = WorkWalk(
                layouts: followsWeak ? weakLayouts : layouts, memory: memory, without: excluded,
                followsWeak: followsWeak)
            return walk.visit(starts, most: most)
        }
        guard let strongly = reached(followsWeak: false), let all = reached(followsWeak: true)
        else { return nil }
        return DueWork(strongly: strongly, reached: all)
    }
}

/// Follows references from what work captures, the nearest first.
///
/// Closures, tasks and memory without types are read word by word: they may hold an object in a
/// form that no type describes.
private struct WorkWalk {
    /// The addresses that lead to a piece of work. For work of libdispatch also the word that was
    /// there when it was listed: with another one, the memory is in use for something else by now,
    /// which leads anywhere, even to what this search makes.
    typealias Start = (addresses: [UInt], first: UInt?)

    private let memory: GuardedMemory
    private let living: SwiftObjectGraph
    private let dying: SwiftObjectGraph
    private let chunks: HeapChunks
    private let followsWeak: Bool
    private let excluded: Set<UInt>
    private var pending: [UInt] = []
    private var seen: Set<UInt> = []

    init(
        layouts: ObjectLayouts, memory: GuardedMemory, without excluded: Set<UInt>,
        followsWeak: Bool
    ) {
        (self.memory, self.excluded, self.followsWeak) = (memory, excluded, followsWeak)
        living = SwiftObjectGraph(layouts: layouts, memory: memory)
        dying = SwiftObjectGraph(layouts: layouts, memory: memory, isOfDying: true)
        chunks = HeapChunks(memory: memory, maps: .everything)
    }

    /// Each piece of work is followed by itself, so that none is cut short by what another leads
    /// to.
    ///
    /// - Returns: The addresses that were met; nil if there are too many.
    mutating func visit(_ starts: [Start], most: Int) -> Set<UInt>? {
        var met: Set<UInt> = []
        var visited = 0
        for start in starts {
            if visited >= most { return nil }
            if let first = start.first, memory.word(at: start.addresses[0]) != first { continue }
            (pending, seen) = ([], excluded)
            for address in start.addresses { meet(address) }
            var (next, left) = (0, Self.mostOfOne)
            while next < pending.count, left > 0, next < Self.mostWords {
                if visit(pending[next]) {
                    visited += 1
                    left -= 1
                }
                next += 1
            }
            met.formUnion(seen)
        }
        return met
    }

    /// The most objects and allocations that one piece of work leads to. What a closure is about is
    /// near.
    private static let mostOfOne = 256
    /// The most words to look at. Most of those in memory without types lead nowhere.
    private static let mostWords = 4096
    /// The most references of an object, and words of an allocation without a type. Larger ones are
    /// collections and buffers, which would hide what is as near.
    private static let mostOfObject = 128

    private mutating func meet(_ word: UInt) {
        let address = word & Slot.addressBits
        if SwiftObjectGraph.canBeObject(address), seen.insert(address).inserted {
            pending.append(address)
        }
    }

    /// - Returns: False if there is nothing at the address.
    private mutating func visit(_ address: UInt) -> Bool {
        let task = SwiftTask(at: address, memory)
        if task.exists {
            visit(task)
            return true
        }
        for graph in [living, dying] {
            guard let layout = graph.layout(of: address), !layout.isOpaque else { continue }
            for reference in graph.references(of: address).prefix(Self.mostOfObject) {
                meet(reference.target)
            }
            if layout.isContext { break }
            return true
        }
        if let object = ReferenceCount.object(ofSideTable: address, memory: memory) {
            if followsWeak { meet(object) }
            return true
        }
        let start = address & ~15
        guard let size = chunks.size(of: start),
            !ReferenceCount.isOfFreedObject(sideTable: start, memory: memory)
        else { return false }
        scan(start, bytes: chunks.used(at: start, of: size))
        return true
    }

    /// Visits the closure that a task was made with. The memory for the variables of its functions
    /// holds leftover words, which would excuse anything.
    private mutating func visit(_ task: SwiftTask) {
        guard let size = chunks.size(of: task.address), !task.isComplete,
            let place = task.closurePlace(size: size),
            let closure = memory.word(at: task.address &+ place)
        else { return }
        meet(closure)
    }

    private mutating func scan(_ start: UInt, bytes: Int) {
        // Types tell which references of a context are strong.
        let isTyped = living.isDescribed(start)
        let bytes = min(max(bytes, 0), 8 * Self.mostOfObject)
        for place in stride(from: 0, to: UInt(bytes), by: 8) {
            guard let word = memory.word(at: start &+ place),
                followsWeak || !isTyped || !living.isDescribed(word)
            else { continue }
            meet(word)
        }
    }
}
