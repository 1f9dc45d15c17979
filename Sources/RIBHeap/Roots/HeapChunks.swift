// SPDX-License-Identifier: Apache-2.0

import CRIBShims
import Foundation

/// Tells allocations of malloc that are in use from other words and from freed memory.
///
/// With glibc, it reads the word before an allocation, which holds its size. Asking malloc may
/// crash on a word that only looks like an address. On Apple's platforms, malloc lists all of them.
///
/// Where malloc has merged freed memory, the sizes from before are still inside. So a listing says
/// where allocations begin.
final class HeapChunks {
    private let memory: GuardedMemory
    /// The memory that may hold allocations.
    let writable: AddressRanges
    private let listed: OpaquePointer?
    private let slabMetadata: UInt?
    private let blockClass = HeapChunks.blockClass
    private let endedWork = HeapChunks.findEndedWork()
    /// What malloc writes into the second word of recently freed memory.
    private let freedMark: UInt?
    private static let mostInFastList: UInt = 0x80
    /// Larger allocations are not searched.
    private static let mostBytes: UInt = 16 << 20

    /// - Parameter maps: Where they show the main heap, this reads where all allocations begin,
    ///   which takes time by the size of the heaps.
    init(memory: GuardedMemory, maps: ProcessMaps) {
        self.memory = memory
        let writable = AddressRanges(maps.writable)
        self.writable = writable
        slabMetadata = Self.slabMetadata(memory)
        freedMark = Self.findFreedMark(memory)
        let main = maps.mappings.first { $0.path == "[heap]" }?.region.lowerBound
        listed = main.flatMap { main in
            writable.withRanges { ribleak_list_chunks(UInt64(main), $0) }
        }
    }

    deinit { ribleak_forget_chunks(listed) }

    /// Where the next allocation of the main heap begins, in use or not; nil after the last.
    func next(after address: UInt) -> UInt? {
        let next = UInt(ribleak_next_chunk(listed, UInt64(address)))
        return next == 0 ? nil : next
    }

    /// The usable bytes of the allocation that begins at an address; nil when none in use begins
    /// there.
    func size(of address: UInt) -> Int? {
        guard address & 15 == 0, address >> 47 == 0, writable.contains(address) else { return nil }
        #if canImport(ObjectiveC)
            let listed = UInt(ribleak_chunk_size(listed, UInt64(address)))
            return listed == 0 || listed > Self.mostBytes ? nil : Int(listed)
        #else
            return sizeBefore(address)
        #endif
    }

    /// The same from the word before an allocation of glibc's.
    private func sizeBefore(_ address: UInt) -> Int? {
        guard let head = memory.word(at: address &- 8) else { return nil }
        let size = head & ~7
        guard size >= 32, size & 15 == 0, size <= Self.mostBytes else { return nil }
        let isMappedAlone = head & 2 != 0
        guard
            isMappedAlone
                ? isMapping(address)
                : isFollowed(address, size: size)
                    && ribleak_may_be_chunk(listed, UInt64(address)) != 0
        else { return nil }
        if let freedMark, memory.word(at: address + 8) == freedMark { return nil }
        if size <= Self.mostInFastList, isInFastList(address, size: size) { return nil }
        return Int(size) - (isMappedAlone ? 16 : 8)
    }

    /// Whether a small allocation was freed. It looks as if it were in use except for its first
    /// word. That word leads to the next one of the same size, mixed with its own address, as in
    /// "Safe-Linking" of glibc's malloc.c.
    private func isInFastList(_ address: UInt, size: UInt) -> Bool {
        guard let word = memory.word(at: address) else { return false }
        let next = word ^ (address >> 12)
        if next == 0 { return true }
        guard next & 15 == 0, next >> 47 == 0, writable.contains(next) else { return false }
        return memory.word(at: next &+ 8).map { $0 & ~7 == size } ?? false
    }

    /// Whether an allocation has a mapping of its own. The bytes before such an allocation begin a
    /// page.
    private func isMapping(_ address: UInt) -> Bool {
        guard let before = memory.word(at: address - 16) else { return false }
        return (address - 16 &- before) & 4095 == 0
    }

    /// Whether the word behind an allocation gives the next one's size and says that this one is in
    /// use.
    private func isFollowed(_ address: UInt, size: UInt) -> Bool {
        guard let next = memory.word(at: address - 8 + size) else { return false }
        // The lowest three bits are flags. Without them, sizes are multiples of 16.
        return next & 1 == 1 && next & ~7 >= 16 && next & 8 == 0 && next >> 40 == 0
    }

    /// - Parameter tries: How often malloc may give more than it is asked for.
    private static func findFreedMark(_ memory: GuardedMemory, tries: Int = 8) -> UInt? {
        #if canImport(Glibc)
            // The list of freed allocations of this size has room for this one: if the list had
            // any, malloc took it from there. Nothing clears it as a whole, which the optimiser
            // would leave to calloc, and calloc takes from no list.
            guard tries > 0, let chunk = malloc(1000) else { return nil }
            let address = UInt(bitPattern: chunk)
            guard word(at: address &- 8, memory).map({ $0 & ~7 == 1008 }) ?? true else {
                // It would go to another list.
                defer { free(chunk) }
                return findFreedMark(memory, tries: tries - 1)
            }
            chunk.storeBytes(of: 0, toByteOffset: 8, as: UInt.self)
            free(chunk)
            return word(at: address + 8, memory).flatMap { $0 == 0 ? nil : $0 }
        #else
            return nil
        #endif
    }

    /// A word as it is now.
    private static func word(at address: UInt, _ memory: GuardedMemory) -> UInt? {
        var word: UInt = 0
        return withUnsafeMutableBytes(of: &word) { memory.readAgain(address, into: $0) }
            ? word : nil
    }
}

/// Finds how much of an allocation is in use, if its kind tells. The rest holds leftover data.
///
/// A task keeps the variables of its functions in slabs, which record how full they are. The
/// runtime tells debuggers the first word of a slab. A block's descriptor has its size, and malloc
/// may have allocated more. Of work that has ended, libdispatch keeps the memory for the next, with
/// what it was about. The layouts are those of Swift's `StackAllocator.h` and of Clang's "Block
/// Implementation Specification".
extension HeapChunks {
    private static let slabHeader: UInt = 32

    /// The number of bytes in use, from the allocation's start; all of them when its kind does not
    /// tell.
    func used(at address: UInt, of size: Int) -> Int {
        guard let first = memory.word(at: address) else { return size }
        let used: UInt?
        switch first {
        case slabMetadata: used = Self.used(ofSlab: address, memory)
        case blockClass:
            let known = UInt(ribleak_block_bytes(memory.way, UInt64(address)))
            used = known == 0 ? nil : known
        // The memory of work that a thread has taken from a queue.
        case _ where endedWork.contains(~address) && ribleak_begins_work(first) == 1: used = 0
        default: used = nil
        }
        return used.flatMap { Int(exactly: $0) }.map { min($0, size) } ?? size
    }

    /// Whether an allocation holds the variables of a task's functions.
    func isSlab(_ address: UInt) -> Bool {
        slabMetadata != nil && memory.word(at: address) == slabMetadata
    }

    /// The number of bytes of a slab that are in use; nil if that many do not fit.
    static func used(ofSlab address: UInt, _ memory: GuardedMemory) -> UInt? {
        guard let lengths = memory.word(at: address &+ 16) else { return nil }
        let (capacity, filled) = (lengths & 0xFFFF_FFFF, lengths >> 32)
        return filled <= capacity ? slabHeader + filled : nil
    }

    /// The memory of all such work, inverted, since the search may read its own list.
    fileprivate static func findEndedWork() -> Set<UInt> {
        var found: Set<UInt> = []
        withUnsafeMutablePointer(to: &found) {
            ribleak_ended_work(
                { found, work in
                    _ = found?.assumingMemoryBound(to: Set<UInt>.self).pointee.insert(~UInt(work))
                }, $0)
        }
        return found
    }

    /// The first word of a task's slab; nil without the concurrency runtime.
    static func slabMetadata(_ memory: GuardedMemory) -> UInt? {
        LoadedImage.address(of: "_swift_concurrency_debug_asyncTaskSlabMetadata")
            .flatMap { memory.word(at: $0) }
    }

    /// The first word of a block on the heap; nil without blocks.
    static var blockClass: UInt? { LoadedImage.address(of: "_NSConcreteMallocBlock") }
}
