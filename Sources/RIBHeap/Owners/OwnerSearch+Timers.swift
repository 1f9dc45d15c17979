/// Timers, which no library tells of.
extension OwnerSearch {
    /// Behind a run loop stand its modes, their timers, and what else they wait for: some hundred allocations.
    private static var mostAllocations: Int { 4096 }

    /// The timers of a run loop: it leads to them through memory that no type describes, and they lead back to it.
    /// Words that are left over in that memory may lead to others' timers.
    ///
    /// - Parameters:
    ///   - runLoop: The address of a living object of Foundation's.
    ///   - timer: The class of the timers, not of those below it.
    /// - Returns: The addresses of those that are valid, and were not being freed; each once.
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
        return walk.found.map(\.target).filter { isTimer($0, of: runLoop) }
    }

    /// Whether a timer was added to a run loop and is not over.
    ///
    /// Each keeps an object of CoreFoundation's. The timer's has the run loop's in one of its first words, as
    /// "CFRunLoop.c" has it, and none once it is over.
    private func isTimer(_ timer: UInt, of runLoop: UInt) -> Bool {
        guard let loop = object(of: runLoop, in: ["_cfRunLoopStorage"]),
            let timer = object(of: timer, in: ["_timerStorage"])
        else { return false }
        return stride(from: 24, to: 128, by: 8).contains { memory.word(at: timer &+ $0) == loop }
    }
}
