// SPDX-License-Identifier: Apache-2.0

import CRIBShims

/// The objects that a search has met, numbered in that order.
///
/// A node takes 16 bytes, and its place in the index 5.3 to 10.7 bytes. Growing copies no node. The
/// index frees its old memory before it allocates more, so there is no higher peak. Addresses are
/// kept inverted, so that a scan of this process's memory does not take them for references.
struct NodeTable: ~Copyable {
    struct Node {
        var invertedAddress: UInt
        /// The number of the node that led here first. The search also keeps special marks in this
        /// field.
        var parent: UInt32
        var place: UInt32
    }

    /// The number that `insert` returns when there is no room for another node.
    static let full = UInt32.max

    /// The number of nodes allocated at once, as a power of two: 256 KiB, taken from the system and
    /// given back to it.
    static let chunkShift: UInt32 = 14
    /// An index slot holds a node's number, with hash bits above it. These bits tell most other
    /// addresses apart without reading their nodes.
    static let numberBits: UInt32 = 26

    let limit: UInt32
    private(set) var count: UInt32 = 0
    var chunks: [UnsafeMutablePointer<Node>] = []
    /// The node number plus one in the low bits, hash bits above; 0 means free.
    var slots: UnsafeMutablePointer<UInt32>
    var slotShift: UInt64
    var slotCount: Int

    init(limit: Int) {
        let most = 1 << Int(Self.numberBits) - 1
        self.limit = UInt32(max(0, min(limit, most)))
        slotCount = 1 << 10
        slotShift = 64 - 10
        slots = .allocate(capacity: slotCount)
        slots.initialize(repeating: 0, count: slotCount)
    }

    deinit {
        for chunk in chunks { chunk.deallocate() }
        slots.deallocate()
    }

    var bytes: Int {
        chunks.count << Int(Self.chunkShift) * MemoryLayout<Node>.stride
            + slotCount * MemoryLayout<UInt32>.stride
    }

    func node(_ number: UInt32) -> UnsafeMutablePointer<Node> {
        let chunk: UnsafeMutablePointer<Node> = chunks[Int(number >> Self.chunkShift)]
        let mask: UInt32 = 1 << Self.chunkShift - 1
        return chunk + Int(number & mask)
    }

    func address(_ number: UInt32) -> UInt { ~node(number).pointee.invertedAddress }

    func prefetch(_ address: UInt) {
        ribleak_prefetch(slots + Int(truncatingIfNeeded: Self.hash(address) >> slotShift))
    }

    /// The number of an address, a new one if it has none yet; `full` when there is no room.
    mutating func insert(_ address: UInt) -> (number: UInt32, isNew: Bool) {
        let (number, slot) = find(address)
        if let number { return (number, false) }
        guard count < limit else { return (Self.full, false) }
        return (append(address, slot: slot, tag: Self.tag(Self.hash(address))), true)
    }

    func contains(_ address: UInt) -> Bool { find(address).number != nil }

    /// The number of an address, and its slot in the index, or the slot that it would get.
    func find(_ address: UInt) -> (number: UInt32?, slot: Int) {
        let hash = Self.hash(address)
        let tag = Self.tag(hash)
        var slot = Int(truncatingIfNeeded: hash >> slotShift)
        while true {
            let found = slots[slot]
            if found == 0 { return (nil, slot) }
            let number = (found & Self.numberMask) - 1
            if found & ~Self.numberMask == tag, self.address(number) == address {
                return (number, slot)
            }
            slot = (slot + 1) & (slotCount - 1)
        }
    }

    static var numberMask: UInt32 { 1 << numberBits - 1 }

    static func hash(_ address: UInt) -> UInt64 {
        UInt64(truncatingIfNeeded: address) &* 0x9E37_79B9_7F4A_7C15
    }

    /// Hash bits that do not follow from a slot's position.
    static func tag(_ hash: UInt64) -> UInt32 {
        UInt32(truncatingIfNeeded: hash >> 8) << numberBits
    }

    mutating func append(_ address: UInt, slot: Int, tag: UInt32) -> UInt32 {
        let number = count
        if number >> Self.chunkShift == UInt32(chunks.count) {
            chunks.append(.allocate(capacity: 1 << Int(Self.chunkShift)))
        }
        node(number).initialize(to: Node(invertedAddress: ~address, parent: 0, place: 0))
        slots[slot] = (number + 1) | tag
        count += 1
        if Int(count) * 4 > slotCount * 3 { grow() }
        return number
    }

    /// A large index is read at random, so the processor's large pages make it faster.
    private static func slots(_ count: Int) -> UnsafeMutablePointer<UInt32> {
        let bytes = count * MemoryLayout<UInt32>.stride
        guard bytes >= 2 * largePage else { return .allocate(capacity: count) }
        let memory = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: largePage)
        ribleak_memory_enlarge_pages(memory, bytes)
        return memory.bindMemory(to: UInt32.self, capacity: count)
    }

    private static let largePage = 2 << 20

    private mutating func grow() {
        slots.deallocate()
        slotCount *= 2
        slotShift -= 1
        slots = Self.slots(slotCount)
        slots.initialize(repeating: 0, count: slotCount)
        let mask = slotCount - 1
        for number in 0..<count {
            let hash = Self.hash(address(number))
            var slot = Int(truncatingIfNeeded: hash >> slotShift)
            while slots[slot] != 0 { slot = (slot + 1) & mask }
            slots[slot] = (number + 1) | Self.tag(hash)
        }
    }
}
