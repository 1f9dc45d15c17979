/// Finds objects that only memory without types leads to: work of queues and timers, tasks, what
/// Foundation keeps, and the threads' stacks and variables.
///
/// Meant for objects that no observed path explains. What it finds is inferred.
package struct OpaqueRoots {
    private let memory: GuardedMemory
    private let limits: SearchLimits
    private let isObject: (UInt) -> Bool
    private let nameOfHalfDescribed: (UInt) -> String?

    /// - Parameters:
    ///   - limits: The most allocations to look into, and the time.
    ///   - isObject: Says whether an allocation is an object whose references are known by its type. Closures'
    ///     contexts should be, so that what they hold weakly does not look as if it were held.
    ///   - nameOfHalfDescribed: The name of such an object whose type does not tell of all that it holds;
    ///     nil for others.
    package init(
        memory: GuardedMemory, limits: SearchLimits = SearchLimits(nodes: 500_000),
        isObject: @escaping (UInt) -> Bool,
        nameOfHalfDescribed: @escaping (UInt) -> String? = { _ in nil }
    ) {
        self.memory = memory
        self.limits = limits
        self.isObject = isObject
        self.nameOfHalfDescribed = nameOfHalfDescribed
    }

    /// Each object that was found, by the first word that leads to it: from queues, then from
    /// tasks, then from Foundation, then from threads. What those reach by way of each other has the first one's name.
    ///
    /// - Parameter ownFrames: An address in the calling thread's stack below which the stack belongs to the
    ///   search, which knows the addresses that it looks for.
    /// - Parameter objects: Objects that variables lead to; those that are half described are looked into
    ///   before all else, so that what they hold has their name.
    /// - Returns: The roots, and whether time or room was over before all was looked at.
    package func find(
        ownFrames: UInt, objects: [UInt] = []
    ) -> (roots: [InferredRoot], isPartial: Bool) {
        memory.forget()
        let maps = ProcessMaps()
        var walk = OpaqueWalk(
            memory: memory, maps: maps, limits: limits, isObject: isObject,
            nameOfHalfDescribed: nameOfHalfDescribed)
        // One after the other: work for later says more than what is found by way of Foundation, and a
        // task that sleeps more than one that only waits.
        walk.walk(fromObjects: objects)
        walk.walk(from: [dispatch(maps)])
        walk.walk(fromTasks: TaskScan(memory: memory, maps: maps).find(limits))
        walk.walk(from: [foundation(maps)])
        walk.walk(
            from: ThreadMemory.all(memory: memory, maps: maps, ownFrames: ownFrames).map {
                (
                    OpaqueWalk.Origin(kind: .thread, name: $0.name, taskName: "a task"),
                    $0.regions
                )
            })
        return (walk.found, walk.isPartial)
    }

    private typealias Seed = (origin: OpaqueWalk.Origin, regions: [MemoryRegion])

    private func dispatch(_ maps: ProcessMaps) -> Seed {
        (
            OpaqueWalk.Origin(
                kind: .queue, name: "a dispatch queue", taskName: "a sleeping task"),
            maps.variables(ofLibraries: ["libdispatch.so", "libswift_Concurrency.so"])
        )
    }

    private func foundation(_ maps: ProcessMaps) -> Seed {
        (
            OpaqueWalk.Origin(kind: .foundation, name: "Foundation", taskName: "a task"),
            maps.variables(ofLibraries: ["libFoundation.so", "libFoundationEssentials.so"])
        )
    }
}
