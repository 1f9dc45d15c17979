/// The two words that each Swift object begins with.
struct ObjectHeader {
    let metadata: UInt
    let counts: UInt

    init?(of address: UInt, in memory: GuardedMemory) {
        guard let metadata = memory.word(at: address), let counts = memory.word(at: address &+ 8)
        else { return nil }
        self.metadata = metadata
        self.counts = counts
    }

    /// Whether the counts are those of an object that is not being freed.
    ///
    /// Bit 0: freed without foreign code. 1 to 31: unowned references, at least one. 32: being freed. 33 to
    /// 62: strong references but one. 63 and 62: the counts are in a table beside the object, whose
    /// address is in the bits below, divided by 8.
    func isAlive(at address: UInt, in memory: GuardedMemory) -> Bool {
        guard counts >> 63 == 1 else { return Self.isAlive(counts) }
        // Without bit 62 such an object is never freed.
        guard counts >> 62 == 3 else { return true }
        let table = (counts & (1 << 62 - 1)) << 3
        guard memory.word(at: table) == address else { return false }
        return memory.word(at: table &+ 16).map(Self.isAlive) ?? false
    }

    private static func isAlive(_ counts: UInt) -> Bool {
        counts & 0xFFFF_FFFE != 0 && counts >> 32 & 1 == 0
    }

    /// Whether this is the head of a task.
    func isTask(in memory: GuardedMemory) -> Bool {
        metadata & 7 == 0 && memory.word(at: metadata) == Self.taskKind
    }

    /// What the metadata of tasks begins with.
    private static let taskKind: UInt = 0x502
}
