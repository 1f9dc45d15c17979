// SPDX-License-Identifier: Apache-2.0

/// Finds living objects of the project's classes that no root leads to: cycles, and what only a
/// queue, another task or another thread holds.
///
/// It goes through malloc's main arena, allocation by allocation. Other arenas belong to other
/// threads, and are left out. The layout is that of glibc's malloc.c: each allocation begins behind
/// a word with its size. Where another thread allocates meanwhile, the list may end early.
struct UnreachedObjects {
    private let graph: SwiftObjectGraph
    private let hidden: HiddenTypes
    private static let header: UInt = 16
    private static let smallest: UInt = 32

    init(graph: SwiftObjectGraph, hidden: HiddenTypes) {
        self.graph = graph
        self.hidden = hidden
    }

    /// The objects, by increasing address.
    ///
    /// - Parameters:
    ///   - limit: The most allocations to visit.
    ///   - isReached: Whether a root leads to an object.
    func find(atMost limit: Int, besides isReached: (UInt) -> Bool) -> [UInt] {
        let maps = ProcessMaps()
        guard let heap = maps.mappings.first(where: { $0.path == "[heap]" })?.region else {
            return []
        }
        let chunks = HeapChunks(memory: graph.memory, maps: maps)
        let most = min(limit, Int((heap.end &- heap.start) / Self.smallest))
        let allocations = UnsafeMutablePointer<UInt>.allocate(capacity: max(most, 1))
        defer { allocations.deallocate() }
        let count = list(heap, into: allocations, atMost: most)
        var found: [UInt] = []
        for index in 0..<count {
            let object = ~allocations[index]
            if isOfProject(object), !isReached(object), chunks.size(of: object) != nil {
                found.append(object)
            }
        }
        return found
    }

    /// Lists all allocations, inverted, so that the list contains no object's address. Allocates
    /// nothing itself, which would change what it goes through.
    private func list(
        _ heap: MemoryRegion, into allocations: UnsafeMutablePointer<UInt>, atMost most: Int
    ) -> Int {
        // The walk has allocated since it read these pages.
        graph.memory.forget()
        var chunk = heap.start
        var count = 0
        while count < most, let word = graph.memory.word(at: chunk &+ 8) {
            let size = word & ~7
            guard size >= Self.smallest, size & 15 == 0, size <= heap.end &- chunk else { break }
            allocations[count] = ~(chunk &+ Self.header)
            count += 1
            chunk = chunk &+ size
        }
        return count
    }

    private func isOfProject(_ object: UInt) -> Bool {
        guard let layout = graph.layout(of: object), layout.role == .object, layout.shape == .plain,
            let metadata = graph.memory.word(at: object)
        else { return false }
        return hidden.isOfProject(metadata)
    }
}
