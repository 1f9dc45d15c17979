// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
    import Glibc
#endif

/// Finds how much of an allocation is in use, if its kind tells. The rest holds leftover data.
///
/// A task keeps the variables of its functions in slabs, which record how full they are. The
/// runtime tells debuggers the first word of a slab. A block's descriptor has its size, and malloc
/// may have allocated more. The layouts are those of Swift's `StackAllocator.h` and of Clang's
/// "Block Implementation Specification".
struct AllocationContents {
    private static let slabHeader = 32
    private static let blockHeader = 32

    private let memory: GuardedMemory
    private let slabMetadata: UInt?
    private let blockClass: UInt?

    init(memory: GuardedMemory) {
        self.memory = memory
        slabMetadata = Self.slabMetadata(memory)
        blockClass = Self.blockClass
    }

    /// The number of bytes in use, from the allocation's start; all of them when its kind does not
    /// tell.
    func count(at address: UInt, of size: Int) -> Int {
        guard let first = memory.word(at: address) else { return size }
        let used: UInt?
        switch first {
        case slabMetadata: used = ofSlab(at: address)
        case blockClass: used = ofBlock(at: address)
        default: used = nil
        }
        return used.flatMap { Int(exactly: $0) }.map { min($0, size) } ?? size
    }

    /// Whether an allocation holds the variables of a task's functions.
    func isSlab(_ address: UInt) -> Bool {
        slabMetadata != nil && memory.word(at: address) == slabMetadata
    }

    private func ofSlab(at address: UInt) -> UInt? {
        guard let lengths = memory.word(at: address &+ 16) else { return nil }
        let (capacity, filled) = (lengths & 0xFFFF_FFFF, lengths >> 32)
        return filled <= capacity ? UInt(Self.slabHeader) + filled : nil
    }

    private func ofBlock(at address: UInt) -> UInt? {
        guard let descriptor = memory.word(at: address &+ 24),
            let size = memory.word(at: descriptor &+ 8), size >= Self.blockHeader
        else { return nil }
        return size
    }

    /// The first word of a task's slab; nil without the concurrency runtime.
    static func slabMetadata(_ memory: GuardedMemory) -> UInt? {
        variable("_swift_concurrency_debug_asyncTaskSlabMetadata").flatMap { memory.word(at: $0) }
    }

    /// The first word of a block on the heap; nil without blocks.
    static var blockClass: UInt? { variable("_NSConcreteMallocBlock") }

    private static func variable(_ name: String) -> UInt? {
        #if canImport(Glibc)
            dlsym(nil, name).map { UInt(bitPattern: $0) }
        #else
            nil
        #endif
    }
}

/// The first two words of a Swift object.
struct ObjectHeader {
    let metadata: UInt
    let counts: UInt

    init?(of address: UInt, in memory: GuardedMemory) {
        guard let metadata = memory.word(at: address), let counts = memory.word(at: address &+ 8)
        else { return nil }
        self.metadata = metadata
        self.counts = counts
    }

    /// Whether the counts belong to an object that is not being freed.
    func isAlive(at address: UInt, in memory: GuardedMemory) -> Bool {
        ReferenceCount(word: counts, of: address, memory: memory) != nil
    }

    /// Whether this is the header of a task.
    func isTask(in memory: GuardedMemory) -> Bool {
        metadata & 7 == 0 && memory.word(at: metadata) == Self.taskKind
    }

    /// The first word of the metadata of tasks.
    private static let taskKind: UInt = 0x502
}
