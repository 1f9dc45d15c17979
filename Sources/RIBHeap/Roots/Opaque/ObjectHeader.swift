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
    func isAlive(at address: UInt, in memory: GuardedMemory) -> Bool {
        ReferenceCount(word: counts, of: address, memory: memory) != nil
    }

    /// Whether this is the head of a task.
    func isTask(in memory: GuardedMemory) -> Bool {
        metadata & 7 == 0 && memory.word(at: metadata) == Self.taskKind
    }

    /// What the metadata of tasks begins with.
    private static let taskKind: UInt = 0x502
}
