// SPDX-License-Identifier: Apache-2.0

/// The objects of this process and the strong references between them.
///
/// Use it from one thread at a time. Other threads may change the memory at any time. Edges may
/// then be missing, or no longer exist.
package final class SwiftObjectGraph: ObjectGraph {
    let memory: GuardedMemory
    let layouts: ObjectLayouts
    /// Whether this graph has only objects in their `deinit`. A graph of living objects has none of
    /// them.
    let isOfDying: Bool
    /// A buffer for the memory that is being read.
    let copy: UnsafeMutableRawBufferPointer

    /// The largest number of bytes read at once, for an object or a piece of a collection.
    static let copySize = 1 << 16
    /// The largest number of elements that a collection can plausibly have.
    static let mostElements = 1 << 28

    init(layouts: ObjectLayouts, memory: GuardedMemory, isOfDying: Bool = false) {
        self.memory = memory
        self.layouts = layouts
        self.isOfDying = isOfDying
        copy = .allocate(byteCount: Self.copySize, alignment: 16)
        begin()
    }

    deinit { copy.deallocate() }

    /// Call it when another graph has used the same layouts since.
    func begin() { layouts.begin(with: memory) }

    package func prepare(_ nodes: [UInt]) { memory.prepare(nodes) }

    package func appendReferences(of node: UInt, to references: inout [HeapReference]) {
        guard let layout = layout(of: node), layout.slots.count > 0 || layout.shape != .plain else {
            return
        }
        if layout.isSimple, layout.shape == .plain {
            appendSimple(layout, of: node, to: &references)
            return
        }
        var sink = ReferenceList(references: references)
        references = []
        visit(node, layout, with: &sink)
        references = sink.references
    }

    /// The path for most objects, without copying them.
    private func appendSimple(
        _ layout: ObjectLayout, of node: UInt, to references: inout [HeapReference]
    ) {
        let slots = layouts.pool.slots
        memory.withBytes(at: node, count: Int(layout.size)) { bytes in
            for index in layout.slots.indices {
                let slot = slots[index]
                var offset = Int(slot.offset)
                if slot.kind == .function {
                    // Without a function there is no context.
                    guard bytes.loadUnaligned(fromByteOffset: offset, as: UInt.self) >= 4096 else {
                        continue
                    }
                    offset += 8
                }
                let target = bytes.loadUnaligned(fromByteOffset: offset, as: UInt.self)
                guard Self.canBeObject(target) else { continue }
                references.append(
                    HeapReference(target: target, place: UInt32(truncatingIfNeeded: offset)))
            }
        }
    }

    /// Passes each strong reference that a node holds to a visitor, in a fixed order.
    func visit<Visitor: SlotVisitor>(
        _ node: UInt, _ layout: ObjectLayout, with visitor: inout Visitor
    ) {
        switch layout.shape {
        case .plain, .box: visitObject(node, layout, with: &visitor)
        case .opaque: break
        case .error: visitError(node, with: &visitor)
        case .array: visitArray(node, layout, with: &visitor)
        case .set, .dictionary: visitTable(node, layout, with: &visitor)
        }
    }

    /// An object's layout, or nil when there is no object of this graph at the address.
    func layout(of node: UInt) -> ObjectLayout? {
        guard Self.canBeObject(node), let metadata = memory.word(at: node),
            Self.canBeObject(metadata), let count = memory.word(at: node &+ 8),
            ReferenceCount(word: count, of: node, memory: memory, isDying: isOfDying) != nil
        else { return nil }
        return layouts.layout(of: metadata, object: node)
    }

    /// Whether there is an object at an address with contents that a type describes. No type
    /// describes a task.
    func isDescribed(_ address: UInt) -> Bool { layout(of: address).map { !$0.isOpaque } ?? false }

    /// An object's reference count, or nil when there is no object of this graph at the address.
    func count(of node: UInt) -> ReferenceCount? {
        guard layout(of: node) != nil, let word = memory.word(at: node &+ 8) else { return nil }
        return ReferenceCount(word: word, of: node, memory: memory, isDying: isOfDying)
    }

    package func strongCount(of node: UInt) -> Int? {
        count(of: node).map { $0.isImmortal ? .max : $0.strong }
    }

    static func canBeObject(_ address: UInt) -> Bool {
        address >= 4096 && address < 1 << 47 && address & 7 == 0
    }
}

/// Receives what a walk over slots finds.
protocol SlotVisitor {
    /// - Parameters:
    ///   - target: A possible address of an object.
    ///   - place: The offset of the reference in bytes from the holder's start.
    ///   - slot: The number of the slot in the pool.
    ///   - outer: The slot of the existential that contains the slot's value, or -1.
    mutating func take(_ target: UInt, place: UInt, slot: Int, outer: Int)
}

/// Collects the references for a search.
private struct ReferenceList: SlotVisitor {
    var references: [HeapReference]

    mutating func take(_ target: UInt, place: UInt, slot: Int, outer: Int) {
        references.append(HeapReference(target: target, place: UInt32(truncatingIfNeeded: place)))
    }
}

/// Follows the elements of the standard library's collections.
extension SwiftObjectGraph {
    func visitArray<Visitor: SlotVisitor>(
        _ node: UInt, _ layout: ObjectLayout, with visitor: inout Visitor
    ) {
        guard layout.slots.count > 0, let count = memory.word(at: node &+ 16),
            count > 0, count < Self.mostElements
        else { return }
        visitRow(
            layout.slots, stride: Int(layout.stride), count: Int(count),
            at: node &+ UInt(layout.start), place: UInt(layout.start), with: &visitor)
    }

    /// Visits elements that lie one after the other.
    private func visitRow<Visitor: SlotVisitor>(
        _ slots: SlotRange, stride: Int, count: Int, at address: UInt, place: UInt,
        with visitor: inout Visitor
    ) {
        guard stride > 0, stride <= Self.copySize else { return }
        let most = Self.copySize / stride
        var done = 0
        while done < count {
            let part = min(most, count - done)
            let bytes = UnsafeMutableRawBufferPointer(rebasing: copy[..<(part * stride)])
            let offset = UInt(done * stride)
            guard memory.read(address &+ offset, into: bytes) else { return }
            for index in 0..<part {
                visit(
                    slots,
                    of: UnsafeRawBufferPointer(
                        rebasing: bytes[index * stride..<(index + 1) * stride]),
                    place: place &+ offset &+ UInt(index * stride), with: &visitor)
            }
            done += part
        }
    }

    /// The storage of a set or a dictionary.
    ///
    /// Elements lie in buckets. A row of bits marks the buckets in use.
    struct HashTable {
        let bucketCount: Int
        /// Addresses. Only a dictionary has values.
        let keys: UInt
        let values: UInt
        let taken: UInt
    }

    func hashTable(_ node: UInt, isDictionary: Bool) -> HashTable? {
        var words: (UInt, UInt, UInt, UInt, UInt, UInt) = (0, 0, 0, 0, 0, 0)
        guard withUnsafeMutableBytes(of: &words, { memory.read(node &+ 16, into: $0) }) else {
            return nil
        }
        let scale = words.2 & 0xFF
        guard scale <= 28, words.0 <= 1 << scale else { return nil }
        return HashTable(
            bucketCount: 1 << Int(scale), keys: words.4, values: isDictionary ? words.5 : 0,
            taken: node &+ (isDictionary ? 64 : 56))
    }

    func visitTable<Visitor: SlotVisitor>(
        _ node: UInt, _ layout: ObjectLayout, with visitor: inout Visitor
    ) {
        guard layout.slots.count > 0 || layout.valueSlots.count > 0,
            let table = hashTable(node, isDictionary: layout.shape == .dictionary)
        else { return }
        for index in stride(from: 0, to: table.bucketCount, by: 64) {
            guard var taken = memory.word(at: table.taken &+ UInt(index / 8)) else { return }
            if table.bucketCount < 64 { taken &= (1 << UInt(table.bucketCount)) &- 1 }
            while taken != 0 {
                let bucket = index + taken.trailingZeroBitCount
                taken &= taken &- 1
                visitElement(
                    layout.slots, stride: layout.stride, bucket, of: table.keys, node: node,
                    with: &visitor)
                visitElement(
                    layout.valueSlots, stride: layout.valueStride, bucket, of: table.values,
                    node: node, with: &visitor)
            }
        }
    }

    private func visitElement<Visitor: SlotVisitor>(
        _ slots: SlotRange, stride: UInt32, _ bucket: Int, of elements: UInt, node: UInt,
        with visitor: inout Visitor
    ) {
        guard slots.count > 0, stride > 0, stride <= Self.copySize else { return }
        let address = elements &+ UInt(bucket) &* UInt(stride)
        let bytes = UnsafeMutableRawBufferPointer(rebasing: copy[..<Int(stride)])
        guard memory.read(address, into: bytes) else { return }
        visit(slots, of: UnsafeRawBufferPointer(bytes), place: address &- node, with: &visitor)
    }
}

/// Follows the slots of copied memory.
extension SwiftObjectGraph {
    func visitObject<Visitor: SlotVisitor>(
        _ node: UInt, _ layout: ObjectLayout, with visitor: inout Visitor
    ) {
        guard layout.slots.count > 0, layout.size <= Self.copySize else { return }
        let bytes = UnsafeMutableRawBufferPointer(rebasing: copy[..<Int(layout.size)])
        guard memory.read(node, into: bytes) else { return }
        let start = Int(layout.start)
        visit(
            layout.slots, of: UnsafeRawBufferPointer(rebasing: bytes[start...]),
            place: UInt(start), with: &visitor)
    }

    /// Visits the box of an error: the type of the value, then the aligned value.
    func visitError<Visitor: SlotVisitor>(_ node: UInt, with visitor: inout Visitor) {
        guard let type = memory.word(at: node &+ 16) else { return }
        let value = layouts.value(of: type)
        let start = 32
        guard value.slots.count > 0, start + Int(value.size) <= Self.copySize else { return }
        let bytes = UnsafeMutableRawBufferPointer(rebasing: copy[..<Int(value.size)])
        guard memory.read(node &+ UInt(start), into: bytes) else { return }
        visit(value.slots, of: UnsafeRawBufferPointer(bytes), place: UInt(start), with: &visitor)
    }

    /// - Parameters:
    ///   - bytes: A copy of the object or value that has the slots.
    ///   - place: The offset of the copy in bytes from the holder's start.
    func visit<Visitor: SlotVisitor>(
        _ slots: SlotRange, of bytes: UnsafeRawBufferPointer, place: UInt, outer: Int = -1,
        depth: Int = 0, with visitor: inout Visitor
    ) {
        for index in slots.indices {
            let slot = layouts.pool.slots[index]
            let offset = Int(slot.offset)
            guard offset <= bytes.count - 8 else { continue }
            switch slot.kind {
            case .reference:
                take(
                    bytes.loadUnaligned(fromByteOffset: offset, as: UInt.self), slot,
                    place: place &+ UInt(offset), index, outer, &visitor)
            case .function:
                guard offset <= bytes.count - 16,
                    bytes.loadUnaligned(fromByteOffset: offset, as: UInt.self) >= 4096
                else { continue }
                take(
                    bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt.self), slot,
                    place: place &+ UInt(offset) &+ 8, index, outer, &visitor)
            case .existential:
                guard offset <= bytes.count - 32, depth < 8 else { continue }
                visitExistential(
                    slot, index, of: bytes, place: place, depth: depth, with: &visitor)
            case .cases:
                guard depth < 8 else { continue }
                visitCases(
                    slot, of: bytes, place: place, outer: outer, depth: depth, with: &visitor)
            }
        }
    }

    private func take<Visitor: SlotVisitor>(
        _ word: UInt, _ slot: Slot, place: UInt, _ index: Int, _ outer: Int,
        _ visitor: inout Visitor
    ) {
        let target = slot.isTagged ? word & Slot.addressBits : word
        guard Self.canBeObject(target) else { return }
        visitor.take(target, place: place, slot: index, outer: outer)
    }

    private func visitExistential<Visitor: SlotVisitor>(
        _ slot: Slot, _ index: Int, of bytes: UnsafeRawBufferPointer, place: UInt, depth: Int,
        with visitor: inout Visitor
    ) {
        let offset = Int(slot.offset)
        let type = bytes.loadUnaligned(fromByteOffset: offset + 24, as: UInt.self)
        let metadata = slot.isTagged ? type & Slot.addressBits : type
        guard Self.canBeObject(metadata) else { return }
        let value = layouts.value(of: metadata)
        guard value.isInline else {
            take(
                bytes.loadUnaligned(fromByteOffset: offset, as: UInt.self), slot,
                place: place &+ UInt(offset), index, -1, &visitor)
            return
        }
        guard value.slots.count > 0 else { return }
        visit(
            value.slots, of: UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + 24]),
            place: place &+ UInt(offset), outer: index, depth: depth + 1, with: &visitor)
    }

    private func visitCases<Visitor: SlotVisitor>(
        _ slot: Slot, of bytes: UnsafeRawBufferPointer, place: UInt, outer: Int, depth: Int,
        with visitor: inout Visitor
    ) {
        let offset = Int(slot.offset)
        let cases = layouts.pool.cases[Int(slot.detail)]
        guard offset <= bytes.count - cases.size else { return }
        let value = UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + cases.size])
        guard let index = layouts.mirror.enumCase(of: value, type: cases.type),
            index < cases.slots.count
        else { return }
        visit(
            cases.slots[index], of: value, place: place &+ UInt(offset), outer: outer,
            depth: depth + 1, with: &visitor)
    }
}
