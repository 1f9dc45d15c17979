// SPDX-License-Identifier: Apache-2.0

/// Finds the objects that variables of the calling thread's functions hold, or those of its task.
///
/// A test keeps there what its scenario adds to. Only variables of functions that have not returned
/// count, and not those of this tool. No type describes a stack, so these roots are inferred.
struct StackRoots {
    private let graph: SwiftObjectGraph
    private let images: GlobalRoots
    private let hidden: HiddenTypes
    private static let mostBytes: UInt = 1 << 20

    init(graph: SwiftObjectGraph, images: GlobalRoots, _ hidden: HiddenTypes) {
        self.graph = graph
        self.images = images
        self.hidden = hidden
    }

    /// Whether there is an object at an address. Words on a stack may be anything.
    private func isObject(_ address: UInt) -> Bool {
        graph.layout(of: address) != nil
            && graph.memory.word(at: address).map(hidden.isRealType) ?? false
    }

    /// - Parameter frames: An address in the stack. Functions called from there are left out.
    /// - Returns: The roots, those of the innermost function first.
    func find(from frames: UInt) -> [HeapRoot] {
        let maps = ProcessMaps()
        guard let stack = maps.mapping(of: frames)?.region else { return [] }
        let writable = AddressRanges(maps.writable)
        let start = frames & ~7
        let functions = StackFrames(from: start, memory: graph.memory) {
            images.codeUse(of: $0) != .none
        }
        var roots: [HeapRoot] = []
        var met: Set<UInt> = []
        for address in stride(from: start, to: min(stack.end, start + Self.mostBytes), by: 8) {
            guard let object = graph.memory.word(at: address), writable.contains(object),
                !met.contains(~object), isObject(object)
            else { continue }
            let function = functions.function(at: address)
            let symbol = function.map(images.functionName) ?? ""
            // Behind a library without frame pointers, no function is known.
            guard function != nil ? !HiddenTypes.areOfTool(symbol) : functions.end <= address else {
                continue
            }
            met.insert(~object)
            let isNamed =
                function.map { images.codeUse(of: $0) == .own } ?? false
                && !HiddenTypes.containVariable(symbol)
            roots.append(
                HeapRoot(
                    object: object, holder: .other(name: "the calling thread"), address: address,
                    evidence: .inferred, functions: { isNamed ? function.map { [$0] } ?? [] : [] }))
        }
        return roots
    }

    /// The most memory of one task that is searched, in pieces.
    private static let mostSlabs = 1024

    /// What the variables of a task's functions hold. The task must be the calling one.
    func find(inTask task: UInt) -> [HeapRoot] {
        guard let metadata = AllocationContents.slabMetadata(graph.memory) else { return [] }
        let writable = AddressRanges(ProcessMaps().writable)
        let contents = AllocationContents(memory: graph.memory)
        var roots: [HeapRoot] = []
        var met: Set<UInt> = []
        var next = TaskFunctions.slab(of: task, graph.memory)
        for _ in 0..<Self.mostSlabs {
            guard let slab = next, graph.memory.word(at: slab) == metadata else { break }
            let end = slab &+ UInt(contents.count(at: slab, of: Int(Self.mostBytes)))
            for address in stride(from: slab &+ Self.slabHeader, to: end, by: 8) {
                guard let object = graph.memory.word(at: address), writable.contains(object),
                    !met.contains(~object), isObject(object)
                else { continue }
                met.insert(~object)
                roots.append(
                    HeapRoot(
                        object: object, holder: .other(name: "the calling task"), address: address,
                        evidence: .inferred))
            }
            next = graph.memory.word(at: slab &+ 8)
        }
        return roots
    }

    private static let slabHeader: UInt = 32
}

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

extension HeapSearch {
    /// The roots of a measurement, class by class.
    func groups(
        of roots: GrowthSearch.Roots, in graph: SwiftObjectGraph, _ hidden: HiddenTypes
    ) -> [RootGroup] {
        // No budget: each turn must see the same.
        let time = SearchTime(budget: .max, clock: { 0 })
        let variables = globals.find(in: graph, time).filter { root in
            guard case .global(let symbol, _) = root.holder else { return false }
            return !HiddenTypes.containVariable(symbol)
        }
        let variablesOfCallers = StackRoots(graph: graph, images: globals, hidden)
        let stack =
            (roots.ownFrames.map(variablesOfCallers.find(from:)) ?? [])
            + (roots.task.map(variablesOfCallers.find(inTask:)) ?? [])
        return [
            RootGroup(attachedRouters: roots.attachedRouters), RootGroup(.global, variables),
            RootGroup(.thread, stack), RootGroup(survivors: roots.survivors),
        ]
    }
}

extension RootGroup {
    /// The group's roots as beginnings of a walk. Variables are told apart by their addresses.
    var seeds: [GrowthWalk.Seed] {
        objects.enumerated().map { index, object in
            var distinction: UInt = 0
            if roots.indices.contains(index), case .global(_, let address) = roots[index].holder {
                distinction = address
            }
            return GrowthWalk.Seed(object: object, root: UInt32(index), distinction: distinction)
        }
    }
}
