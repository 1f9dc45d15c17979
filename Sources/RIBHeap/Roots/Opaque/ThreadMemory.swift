import CRIBShims

/// What belongs to one thread: the live part of its stack, and its own variables.
struct ThreadMemory {
    let name: String
    let regions: [MemoryRegion]

    /// All threads of the process that have a stack which can be found, the calling one included.
    ///
    /// - Parameter ownFrames: An address in the calling thread's stack; frames below are left out.
    static func all(
        memory: GuardedMemory, maps: ProcessMaps, ownFrames: UInt
    ) -> [ThreadMemory] {
        let own = Int(ribleak_thread_number())
        return SmallFile.names(in: "/proc/self/task").compactMap(Int.init).sorted().compactMap {
            let folder = "/proc/self/task/\($0)/"
            let name = "thread " + SmallFile.read(folder + "comm").prefix { $0 != "\n" }
            if $0 == own {
                let variables = ownVariables(memory: memory, maps: maps)
                let stack = stack(from: ownFrames, thread: $0, memory: memory, maps: maps)
                return ThreadMemory(name: name, regions: [stack, variables].compactMap { $0 })
            }
            guard let pointer = stackPointer(SmallFile.read(folder + "syscall")),
                let stack = stack(from: pointer, thread: $0, memory: memory, maps: maps)
            else { return nil }
            return ThreadMemory(name: name, regions: [stack])
        }
    }

    /// The stack pointer of a thread that waits in the system; a thread that runs has none to tell.
    static func stackPointer(_ line: String) -> UInt? {
        let fields = line.split { $0 == " " || $0 == "\n" }
        guard fields.count >= 3, fields[fields.count - 2].hasPrefix("0x") else { return nil }
        return UInt(fields[fields.count - 2].dropFirst(2), radix: 16)
    }

    /// From a stack pointer to the end of the thread's own memory.
    private static func stack(
        from pointer: UInt, thread: Int, memory: GuardedMemory, maps: ProcessMaps
    ) -> MemoryRegion? {
        guard let mapping = maps.mapping(of: pointer) else { return nil }
        let start = pointer & ~7
        if mapping.path == "[stack]" { return MemoryRegion(start: start, end: mapping.region.end) }
        // Other memory may begin right behind a thread's, even copies of pages that this search has made.
        var at = (start + 63) & ~63
        let most = min(mapping.region.end, at + mostStack)
        while at < most {
            if isControlBlock(at, memory: memory) {
                return MemoryRegion(start: start, end: min(at + controlBlockSize, most))
            }
            at += 64
        }
        return MemoryRegion(start: start, end: min(mapping.region.end, start + unsureStack))
    }

    /// The calling thread's variables, where they are not part of its stack's memory.
    private static func ownVariables(memory: GuardedMemory, maps: ProcessMaps) -> MemoryRegion? {
        let block = UInt(ribleak_thread_block())
        guard let mapping = maps.mapping(of: block) else { return nil }
        return MemoryRegion(
            start: max(mapping.region.start, block &- mostVariables),
            end: min(mapping.region.end, block + controlBlockSize))
    }

    /// Whether glibc's description of a thread begins here: it has its own address at 0 and at 16.
    private static func isControlBlock(_ address: UInt, memory: GuardedMemory) -> Bool {
        memory.word(at: address) == address && memory.word(at: address + 16) == address
    }

    private static let controlBlockSize: UInt = 2304
    private static let mostVariables: UInt = 16 << 10
    private static let mostStack: UInt = 16 << 20
    private static let unsureStack: UInt = 64 << 10
}
