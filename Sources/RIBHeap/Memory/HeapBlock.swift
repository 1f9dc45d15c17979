/// What the system's allocator says of memory that it gave away.
enum HeapBlock {
    private static let most: UInt = 1 << 40

    /// The room of an object in bytes; 0 when the allocator did not give it, or keeps no such record.
    ///
    /// The size stands before the memory, with bits for what is around it: so it is in glibc.
    static func size(at address: UInt, memory: GuardedMemory) -> Int {
        #if canImport(Glibc)
            guard address % 16 == 0, let word = memory.word(at: address &- 8) else { return 0 }
            let size = word & ~7
            return size >= 32 && size < most ? Int(size) - 8 : 0
        #else
            return 0
        #endif
    }
}
