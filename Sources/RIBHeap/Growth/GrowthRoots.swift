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
                    isInferred: true, functions: { isNamed ? function.map { [$0] } ?? [] : [] }))
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
                        isInferred: true))
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
/// It goes through malloc's main heap, allocation by allocation. Other heaps belong to other
/// threads, and are left out.
struct UnreachedObjects {
    private let graph: SwiftObjectGraph
    private let hidden: HiddenTypes

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
        // The walk has allocated since it read these pages.
        graph.memory.forget()
        let chunks = HeapChunks(memory: graph.memory, maps: ProcessMaps())
        var (found, last, left): ([UInt], UInt, Int) = ([], 0, limit)
        while left > 0, let object = chunks.next(after: last) {
            if isOfProject(object), !isReached(object), chunks.size(of: object) != nil {
                found.append(object)
            }
            (last, left) = (object, left - 1)
        }
        return found
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
