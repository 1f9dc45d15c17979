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

    /// What is looked at one after the other: work for later says more than what is found by way of
    /// Foundation, and that more than what lies on a stack.
    package enum Part: CaseIterable {
        /// What objects hold whose types do not tell of it, queues, timers, tasks.
        case work
        case foundation
        case threads
    }

    /// Each object that was found, by the first word that leads to it: from queues, then from
    /// tasks, then from Foundation, then from threads. What those reach by way of each other has the first one's name.
    ///
    /// - Parameter ownFrames: An address in the calling thread's stack below which the stack belongs to the
    ///   search, which knows the addresses that it looks for.
    /// - Returns: The roots, and whether time or room was over before all was looked at.
    package func find(ownFrames: UInt) -> (roots: [InferredRoot], isPartial: Bool) {
        let search = search(ownFrames: ownFrames, objects: [])
        let roots = Part.allCases.flatMap(search.find)
        return (roots, search.isPartial)
    }

    /// Begins a search, which reads memory anew.
    ///
    /// - Parameter objects: Objects that variables lead to; those that are half described are looked into
    ///   before all else, so that what they hold has their name.
    func search(ownFrames: UInt, objects: [UInt]) -> Search {
        memory.forget()
        let maps = ProcessMaps()
        let walk = OpaqueWalk(
            memory: memory, maps: maps, limits: limits, isObject: isObject,
            nameOfHalfDescribed: nameOfHalfDescribed)
        return Search(
            walk: walk, maps: maps, memory: memory, limits: limits, ownFrames: ownFrames,
            objects: objects)
    }

    /// One search, part by part in their order.
    final class Search {
        private var walk: OpaqueWalk
        private let maps: ProcessMaps
        private let memory: GuardedMemory
        private let limits: SearchLimits
        private let ownFrames: UInt
        private let objects: [UInt]
        private var taken = 0

        var isPartial: Bool { walk.isPartial }

        fileprivate init(
            walk: consuming OpaqueWalk, maps: ProcessMaps, memory: GuardedMemory,
            limits: SearchLimits, ownFrames: UInt, objects: [UInt]
        ) {
            self.walk = walk
            self.maps = maps
            self.memory = memory
            self.limits = limits
            self.ownFrames = ownFrames
            self.objects = objects
        }

        /// What a part leads to that none before does.
        func find(_ part: Part) -> [InferredRoot] {
            switch part {
            case .work:
                walk.walk(fromObjects: objects)
                walk.walk(from: [
                    seed(
                        .queue, "a dispatch queue", task: "a sleeping task",
                        in: [
                            "libdispatch.so", "libswift_Concurrency.so",
                        ])
                ])
                // A task that sleeps says more than one that only waits.
                walk.walk(fromTasks: TaskScan(memory: memory, maps: maps).find(limits))
            case .foundation:
                walk.walk(from: [
                    seed(
                        .foundation, "Foundation", task: "a task",
                        in: [
                            "libFoundation.so", "libFoundationEssentials.so",
                        ])
                ])
            case .threads:
                walk.walk(
                    from: ThreadMemory.all(memory: memory, maps: maps, ownFrames: ownFrames).map {
                        (
                            OpaqueWalk.Origin(kind: .thread, name: $0.name, taskName: "a task"),
                            $0.regions
                        )
                    })
            }
            defer { taken = walk.found.count }
            return Array(walk.found[taken...])
        }

        private func seed(
            _ kind: InferredRoot.Kind, _ name: String, task: String, in libraries: [String]
        ) -> (origin: OpaqueWalk.Origin, regions: [MemoryRegion]) {
            (
                OpaqueWalk.Origin(kind: kind, name: name, taskName: task),
                maps.variables(ofLibraries: libraries)
            )
        }
    }
}
