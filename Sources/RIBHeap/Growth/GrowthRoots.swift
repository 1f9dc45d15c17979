// SPDX-License-Identifier: Apache-2.0

/// Finds the objects that a measurement of growth begins from.
struct GrowthRoots {
    let graph: SwiftObjectGraph
    let images: GlobalRoots
    let hidden: HiddenTypes

    func groups(of roots: GrowthSearch.Roots) -> [RootGroup] {
        // No budget: each turn must see the same.
        let time = SearchTime(budget: .max, clock: { 0 })
        let variables = images.find(in: graph, time).filter { root in
            guard case .global(let symbol, _) = root.holder else { return false }
            return !HiddenTypes.containVariable(symbol)
        }
        let stack =
            (roots.ownFrames.map(variablesOfStack) ?? []) + (roots.task.map(variablesOfTask) ?? [])
        return [
            RootGroup(.attachedRouter, objects: roots.attachedRouters),
            RootGroup(.global, variables),
            RootGroup(.thread, stack), RootGroup(.unseen, objects: roots.survivors),
        ]
    }

    // MARK: - Variables of functions

    private static let mostStackBytes: UInt = 1 << 20

    /// What variables of the calling thread's functions hold, those of the innermost function
    /// first.
    ///
    /// A test keeps there what its scenario adds to. Only variables of functions that have not
    /// returned count, and not those of this tool. No type describes a stack, so these roots are
    /// inferred.
    ///
    /// - Parameter frames: An address in the stack. Functions called from there are left out.
    private func variablesOfStack(from frames: UInt) -> [HeapRoot] {
        let maps = ProcessMaps()
        guard let stack = maps.mapping(of: frames)?.region else { return [] }
        let start = frames & ~7
        let functions = StackFrames(from: start, memory: graph.memory) {
            images.codeUse(of: $0) != .none
        }
        let end = min(stack.upperBound, start + Self.mostStackBytes)
        return variables(in: [start..<end], maps, of: "the calling thread") { address in
            guard let function = functions.function(at: address) else {
                // Behind a library without frame pointers, no function is known.
                return functions.end <= address ? [] : nil
            }
            let symbol = images.functionName(at: function)
            if CodeUse.isOfTool(symbol) { return nil }
            let isOwn = images.codeUse(of: function) == .own
            return isOwn && !HiddenTypes.containVariable(symbol) ? [function] : []
        }
    }

    /// The most memory of one task that is searched, in pieces.
    private static let mostSlabs = 1024
    private static let slabHeader: UInt = 32

    /// What variables of a task's functions hold. The task must be the calling one.
    private func variablesOfTask(_ task: UInt) -> [HeapRoot] {
        guard let metadata = HeapChunks.slabMetadata(graph.memory) else { return [] }
        var filled: [Range<UInt>] = []
        var next = SwiftTask(at: task, graph.memory).slab
        for _ in 0..<Self.mostSlabs {
            guard let slab = next, graph.memory.word(at: slab) == metadata else { break }
            let used = HeapChunks.used(ofSlab: slab, graph.memory) ?? Self.mostStackBytes
            let start = slab &+ Self.slabHeader
            filled.append(start..<max(start, slab &+ min(used, Self.mostStackBytes)))
            next = graph.memory.word(at: slab &+ 8)
        }
        return variables(in: filled, ProcessMaps(), of: "the calling task") { _ in [] }
    }

    /// The objects that words of some memory lead to, each with the first such word.
    ///
    /// - Parameter functions: The functions to name for the variable at an address; nil for one
    ///   that does not count.
    private func variables(
        in regions: [Range<UInt>], _ maps: ProcessMaps, of holder: String,
        functions: (UInt) -> [UInt]?
    ) -> [HeapRoot] {
        let writable = AddressRanges(maps.writable)
        var roots: [HeapRoot] = []
        // Inverted, since the stack may have copies of this list.
        var met: Set<UInt> = []
        for region in regions {
            for address in stride(from: region.lowerBound, to: region.upperBound, by: 8) {
                // Words on a stack may be anything.
                guard let object = graph.memory.word(at: address), writable.contains(object),
                    !met.contains(~object), let metadata = graph.metadata(of: object),
                    hidden.owner(of: metadata) != .nobody, let functions = functions(address)
                else { continue }
                met.insert(~object)
                roots.append(
                    HeapRoot(
                        object: object, holder: .other(name: holder), address: address,
                        isInferred: true, functions: { functions }))
            }
        }
        return roots
    }

    // MARK: - Objects that no root leads to

    /// Finds living objects of the project's classes that no root leads to: cycles, and what only a
    /// queue, another task or another thread holds.
    ///
    /// It goes through malloc's main heap, allocation by allocation. Other heaps belong to other
    /// threads, and are left out.
    ///
    /// - Parameters:
    ///   - limit: The most allocations to visit.
    ///   - isReached: Whether a root leads to an object.
    func unreached(atMost limit: Int, besides isReached: (UInt) -> Bool) -> [UInt] {
        // The walk has allocated since it read these pages.
        graph.memory.forget()
        let chunks = HeapChunks(memory: graph.memory, maps: ProcessMaps())
        var (found, last, left): ([UInt], UInt, Int) = ([], 0, limit)
        while left > 0, let object = chunks.next(after: last) {
            if graph.layout(of: object)?.shape == .object,
                graph.memory.metadata(at: object).map(hidden.owner) == .project,
                !isReached(object), chunks.size(of: object) != nil
            {
                found.append(object)
            }
            (last, left) = (object, left - 1)
        }
        return found
    }
}
