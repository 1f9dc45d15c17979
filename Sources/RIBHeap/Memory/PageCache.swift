// SPDX-License-Identifier: Apache-2.0

import CRIBShims

/// The pages that ``GuardedMemory`` has copied, found by page number.
///
/// Copies are kept one after the other up to a limit; then all are dropped at once. Their memory is
/// reserved as a whole but not touched before use, so the system provides only as much as is kept.
struct PageCache {
    static let pageShift: UInt = 12
    static let pageSize = 1 << Int(pageShift)
    /// The bits of an entry that say where the page is kept. The page's number is above them.
    static let slotBits: UInt = 24
    /// Marks a page that is missing, in place of where it is kept.
    static let absent: UInt = 1 << slotBits - 1

    /// An open-addressing table of pages; 0 means free.
    let entries: UnsafeMutablePointer<UInt>
    let entryMask: Int
    let entryShift: UInt
    let bytes: UnsafeMutableRawPointer
    /// The page that was found last. The next read often needs it again.
    var latestPage = UInt.max
    var latestBytes: UnsafeMutableRawPointer

    private let slots: Int
    private var usedSlots = 0
    private var usedEntries = 0

    /// - Parameter slots: The largest number of pages to keep.
    /// - Returns: Nil when the system provides no memory.
    init?(slots: Int) {
        guard let bytes = ribleak_memory_map(slots * Self.pageSize) else { return nil }
        self.bytes = bytes
        self.slots = slots
        let bits = Int.bitWidth - (2 * slots - 1).leadingZeroBitCount
        entries = .allocate(capacity: 1 << bits)
        entries.initialize(repeating: 0, count: 1 << bits)
        entryMask = 1 << bits - 1
        entryShift = UInt(UInt.bitWidth - bits)
        latestBytes = bytes
    }

    func deallocate() {
        entries.deallocate()
        ribleak_memory_unmap(bytes, slots * Self.pageSize)
    }

    /// Where a page is kept; nil when it is not kept or is missing.
    mutating func find(_ page: UInt) -> UnsafeMutableRawPointer? {
        if page == latestPage { return latestBytes }
        let entry = entries[position(of: page)]
        let slot = entry & Self.absent
        guard entry != 0, slot != Self.absent else { return nil }
        latestPage = page
        latestBytes = bytes + Int(bitPattern: slot << Self.pageShift)
        return latestBytes
    }

    /// Whether the state of a page is known: kept or missing.
    func knows(_ page: UInt) -> Bool { entries[position(of: page)] != 0 }

    /// Makes room for this many more pages, if necessary by dropping all kept pages.
    ///
    /// - Parameter limit: The largest number of pages to keep for now.
    mutating func makeRoom(for count: Int, limit: Int) {
        if usedSlots + count > min(limit, slots) || (usedEntries + count) * 4 > entryMask * 3 {
            forget()
        }
    }

    mutating func forget() {
        entries.update(repeating: 0, count: entryMask + 1)
        (usedSlots, usedEntries) = (0, 0)
        latestPage = .max
    }

    /// Takes the next slot for a page that is not known yet. There must be room.
    mutating func add(_ page: UInt) -> UnsafeMutableRawPointer {
        entries[position(of: page)] = page << Self.slotBits | UInt(usedSlots)
        let place = bytes + usedSlots << Int(Self.pageShift)
        usedSlots += 1
        usedEntries += 1
        return place
    }

    /// Records that an added page is missing.
    mutating func markAbsent(_ page: UInt) { entries[position(of: page)] |= Self.absent }

    /// The page's position in the table, or the position that it would get.
    func position(of page: UInt) -> Int {
        var position = Int(bitPattern: (page &* 0x9E37_79B9_7F4A_7C15) >> entryShift)
        while entries[position] != 0, entries[position] >> Self.slotBits != page {
            position = (position + 1) & entryMask
        }
        return position
    }
}
