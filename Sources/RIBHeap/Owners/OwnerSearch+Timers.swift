/// Timers, which no library tells of.
extension OwnerSearch {
    /// Behind a run loop stand its modes, their timers, and what else they wait for: some hundred allocations.
    private static var mostAllocations: Int { 4096 }

    /// The objects of a class to which a run loop leads through memory that no type describes.
    ///
    /// - Parameters:
    ///   - runLoop: The address of a living object.
    ///   - timer: The class of the timers, not of those below it.
    /// - Returns: The addresses of those that were not being freed, each once.
    package func timers(of runLoop: UInt, ofClass timer: AnyClass) -> [UInt] {
        let memory = memory
        guard let loop = memory.word(at: runLoop),
            let size = HeapMetadata(at: loop, memory: memory)?.instanceSize
        else { return [] }
        let type = unsafeBitCast(timer, to: UInt.self)
        var walk = OpaqueWalk(
            memory: memory, maps: .everything,
            limits: SearchLimits(nodes: Self.mostAllocations),
            isObject: { memory.word(at: $0) == type })
        let fields = MemoryRegion(start: runLoop &+ 16, end: runLoop &+ UInt(size))
        walk.walk(from: [(OpaqueWalk.Origin(kind: .field), [fields])])
        return walk.found.map(\.target)
    }
}
