// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
    import Glibc
#endif

/// Tells allocations of glibc's malloc that are in use from other words and from freed memory.
///
/// It reads the word before an allocation, which holds its size. Asking malloc may crash on a word
/// that only looks like an address.
struct HeapChunks {
    private let memory: GuardedMemory
    /// The memory that may hold allocations.
    let writable: AddressRanges
    /// What malloc writes into the second word of recently freed memory.
    private let freedMark: UInt?
    private static let mostInFastList: UInt = 0x80
    /// Larger allocations are not searched.
    private static let mostBytes: UInt = 16 << 20

    init(memory: GuardedMemory, maps: ProcessMaps) {
        self.memory = memory
        writable = AddressRanges(maps.writable)
        freedMark = Self.findFreedMark(memory)
    }

    /// The usable bytes of the allocation that begins at an address; nil when none in use begins
    /// there.
    func size(of address: UInt) -> Int? {
        guard address & 15 == 0, address >> 47 == 0, writable.contains(address),
            let head = memory.word(at: address &- 8)
        else { return nil }
        let size = head & ~7
        guard size >= 32, size & 15 == 0, size <= Self.mostBytes else { return nil }
        let isMappedAlone = head & 2 != 0
        guard isMappedAlone ? isMapping(address) : isFollowed(address, size: size) else {
            return nil
        }
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
        return next & 1 == 1 && next & ~7 >= 16 && next & 8 == 0 && next >> 40 == 0
    }

    private static func findFreedMark(_ memory: GuardedMemory) -> UInt? {
        #if canImport(Glibc)
            // The list of freed allocations of this size has room for this one: if the list had
            // any, malloc took it from there.
            guard let chunk = malloc(1000) else { return nil }
            memset(chunk, 0, 1000)
            let address = UInt(bitPattern: chunk)
            free(chunk)
            var mark: UInt = 0
            let isThere = withUnsafeMutableBytes(of: &mark) {
                memory.readAgain(address + 8, into: $0)
            }
            return isThere && mark != 0 ? mark : nil
        #else
            return nil
        #endif
    }
}
