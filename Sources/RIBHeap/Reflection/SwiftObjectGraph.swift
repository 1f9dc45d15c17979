// SPDX-License-Identifier: Apache-2.0

import CRIBShims

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
    /// For the memory being read. Not malloc's: there, a copy of an object looks like one.
    private let copy: UnsafeMutableRawPointer?

    /// The largest number of bytes read at once, for an object or a piece of a collection.
    static let copySize = 1 << 16
    /// The largest number of elements that a collection can plausibly have.
    static let mostElements = 1 << 28

    init(layouts: ObjectLayouts, memory: GuardedMemory, isOfDying: Bool = false) {
        self.memory = memory
        self.layouts = layouts
        self.isOfDying = isOfDying
        copy = ribleak_memory_map(Self.copySize)
        begin()
    }

    deinit { if let copy { ribleak_memory_unmap(copy, Self.copySize) } }

    /// Call it when another graph has used the same layouts since.
    func begin() { layouts.begin(with: memory) }

    package func prepare(_ nodes: [UInt]) { memory.prepare(nodes) }

    package func appendReferences(of node: UInt, to references: inout [HeapReference]) {
        guard let layout = layout(of: node) else { return }
        switch layout.shape {
        case .object, .context, .box: appendFields(of: node, layout, to: &references)
        case .opaque: break
        case .error: appendError(node, to: &references)
        case .array: appendArray(node, layout, to: &references)
        case .set, .dictionary: appendTable(node, layout, to: &references)
        }
    }

    /// An object's layout, or nil when there is no object of this graph at the address.
    func layout(of node: UInt) -> ObjectLayout? {
        guard Self.canBeObject(node), let metadata = memory.metadata(at: node),
            Self.canBeObject(metadata)
        else { return nil }
        #if canImport(ObjectiveC)
            let layout = layouts.layout(of: metadata, object: node)
            if layout?.isCounted == false { return isOfDying ? nil : layout }
        #endif
        guard let count = memory.word(at: node &+ 8),
            ReferenceCount(word: count, of: node, memory: memory, isDying: isOfDying) != nil
        else { return nil }
        return layouts.layout(of: metadata, object: node)
    }

    /// An object's first word, or nil when there is no object of this graph at the address.
    func metadata(of node: UInt) -> UInt? {
        layout(of: node) == nil ? nil : memory.metadata(at: node)
    }

    /// The function's address, for a reference that is the context of a closure.
    func code(of reference: HeapReference, in holder: UInt) -> UInt? {
        layouts.pool.slots[Int(reference.slot)].kind == .function
            ? memory.word(at: holder &+ reference.place &- 8) : nil
    }

    /// The address of the function that frees objects of a class. It stands before the class's
    /// metadata.
    func destructor(ofClass metadata: UInt) -> UInt? { memory.word(at: metadata &- 16) }

    /// Whether there is an object at an address with contents that a type describes. No type
    /// describes a task.
    func isDescribed(_ address: UInt) -> Bool { layout(of: address).map { !$0.isOpaque } ?? false }

    /// An object's reference count, or nil when there is no object of this graph at the address.
    func count(of node: UInt) -> ReferenceCount? {
        guard let layout = layout(of: node), let word = memory.word(at: node &+ 8) else {
            return nil
        }
        guard layout.isCounted else { return ReferenceCount.unknown }
        return ReferenceCount(word: word, of: node, memory: memory, isDying: isOfDying)
    }

    package func strongCount(of node: UInt) -> Int? {
        count(of: node).map { $0.isImmortal ? .max : $0.strong }
    }

    static func canBeObject(_ address: UInt) -> Bool {
        address >= 4096 && address < 1 << 47 && address & 7 == 0
    }
}

/// Follows the elements of the standard library's collections.
extension SwiftObjectGraph {
    private func appendArray(
        _ node: UInt, _ layout: ObjectLayout, to references: inout [HeapReference]
    ) {
        let stride = Int(layout.stride)
        guard !layout.slots.isEmpty, stride > 0, stride <= Self.copySize,
            let count = memory.word(at: node &+ 16), count < Self.mostElements
        else { return }
        let most = Self.copySize / stride
        for done in Swift.stride(from: 0, to: Int(count), by: most) {
            let part = min(most, Int(count) - done)
            let place = UInt(layout.start) &+ UInt(done * stride)
            guard let bytes = copied(node &+ place, count: part * stride) else { return }
            for index in 0..<part {
                let element = bytes[index * stride..<(index + 1) * stride]
                append(
                    layout.slots, of: UnsafeRawBufferPointer(rebasing: element),
                    place: place &+ UInt(index * stride), to: &references)
            }
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

    func hashTable(_ node: UInt, _ shape: ObjectLayout.Shape) -> HashTable? {
        guard let count = memory.word(at: node &+ 16),
            let scale = memory.word(at: node &+ 32).map({ $0 & 0xFF }),
            let keys = memory.word(at: node &+ 48), let values = memory.word(at: node &+ 56),
            scale <= 28, count <= 1 << scale
        else { return nil }
        let isDictionary = shape == .dictionary
        return HashTable(
            bucketCount: 1 << Int(scale), keys: keys, values: isDictionary ? values : 0,
            taken: node &+ (isDictionary ? 64 : 56))
    }

    private func appendTable(
        _ node: UInt, _ layout: ObjectLayout, to references: inout [HeapReference]
    ) {
        guard !layout.slots.isEmpty || !layout.valueSlots.isEmpty,
            let table = hashTable(node, layout.shape)
        else { return }
        for index in stride(from: 0, to: table.bucketCount, by: 64) {
            guard var taken = memory.word(at: table.taken &+ UInt(index / 8)) else { return }
            if table.bucketCount < 64 { taken &= (1 << UInt(table.bucketCount)) &- 1 }
            while taken != 0 {
                let bucket = UInt(index + taken.trailingZeroBitCount)
                taken &= taken &- 1
                let key = table.keys &+ bucket &* UInt(layout.stride)
                appendElement(layout.slots, layout.stride, at: key, of: node, to: &references)
                let value = table.values &+ bucket &* UInt(layout.valueStride)
                appendElement(
                    layout.valueSlots, layout.valueStride, at: value, of: node, to: &references)
            }
        }
    }

    private func appendElement(
        _ slots: Range<Int>, _ stride: UInt32, at address: UInt, of node: UInt,
        to references: inout [HeapReference]
    ) {
        guard !slots.isEmpty, stride > 0, let bytes = copied(address, count: Int(stride)) else {
            return
        }
        append(slots, of: bytes, place: address &- node, to: &references)
    }
}

/// Follows the slots of copied memory.
extension SwiftObjectGraph {
    /// A copy of memory, which is valid until the next one. Nil when there is too much of it, or
    /// some is missing.
    private func copied(_ address: UInt, count: Int) -> UnsafeRawBufferPointer? {
        guard let copy, count <= Self.copySize else { return nil }
        let bytes = UnsafeMutableRawBufferPointer(start: copy, count: count)
        return memory.read(address, into: bytes) ? UnsafeRawBufferPointer(bytes) : nil
    }

    private func appendFields(
        of node: UInt, _ layout: ObjectLayout, to references: inout [HeapReference]
    ) {
        guard !layout.slots.isEmpty else { return }
        if layout.isSimple {
            // Most objects. Nothing else is read meanwhile, so there is no need for a copy.
            memory.withBytes(at: node, count: Int(layout.size)) {
                append(layout.slots, of: $0, place: 0, to: &references)
            }
        } else if let bytes = copied(node, count: Int(layout.size)) {
            append(
                layout.slots, of: UnsafeRawBufferPointer(rebasing: bytes[Int(layout.start)...]),
                place: UInt(layout.start), to: &references)
        }
    }

    /// Follows the box of an error: the type of the value, then the aligned value.
    private func appendError(_ node: UInt, to references: inout [HeapReference]) {
        guard let type = memory.word(at: node &+ 16) else { return }
        let value = layouts.value(of: type)
        guard !value.slots.isEmpty, let bytes = copied(node &+ 32, count: Int(value.size)) else {
            return
        }
        append(value.slots, of: bytes, place: 32, to: &references)
    }

    /// - Parameters:
    ///   - bytes: The memory of the object or value that has the slots.
    ///   - place: The offset of that memory in bytes from the holder's start.
    private func append(
        _ slots: Range<Int>, of bytes: UnsafeRawBufferPointer, place: UInt,
        outer: UInt32 = HeapReference.noSlot, depth: Int = 0,
        to references: inout [HeapReference]
    ) {
        for index in slots {
            // Not held over the loop: a type that is met for the first time adds slots.
            let slot = layouts.pool.slots[index]
            var offset = Int(slot.offset)
            var outer = outer
            guard offset <= bytes.count - 8 else { continue }
            switch slot.kind {
            case .reference: break
            case .function:
                // Without a function there is no context.
                guard offset <= bytes.count - 16,
                    bytes.loadUnaligned(fromByteOffset: offset, as: UInt.self) >= 4096
                else { continue }
                offset += 8
            case .existential:
                guard offset <= bytes.count - 32, depth < 8,
                    isReference(slot, index, of: bytes, place: place, depth: depth, to: &references)
                else { continue }
                outer = HeapReference.noSlot
            case .cases:
                guard depth < 8 else { continue }
                appendCase(
                    slot, of: bytes, place: place, outer: outer, depth: depth, to: &references)
                continue
            }
            let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt.self)
            let target = slot.isTagged ? word & Slot.addressBits : word
            guard Self.canBeObject(target) else { continue }
            references.append(
                HeapReference(
                    target: target, place: place &+ UInt(offset), slot: UInt32(index),
                    outer: outer))
        }
    }

    /// Whether an existential has a reference to its value. If it has the value itself, follows
    /// that one's slots.
    private func isReference(
        _ slot: Slot, _ index: Int, of bytes: UnsafeRawBufferPointer, place: UInt, depth: Int,
        to references: inout [HeapReference]
    ) -> Bool {
        let offset = Int(slot.offset)
        let type = bytes.loadUnaligned(fromByteOffset: offset + 24, as: UInt.self)
        let metadata = slot.isTagged ? type & Slot.addressBits : type
        guard Self.canBeObject(metadata) else { return false }
        let value = layouts.value(of: metadata)
        if value.isInline, !value.slots.isEmpty {
            append(
                value.slots, of: UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + 24]),
                place: place &+ UInt(offset), outer: UInt32(index), depth: depth + 1,
                to: &references)
        }
        return !value.isInline
    }

    private func appendCase(
        _ slot: Slot, of bytes: UnsafeRawBufferPointer, place: UInt, outer: UInt32, depth: Int,
        to references: inout [HeapReference]
    ) {
        let offset = Int(slot.offset)
        let cases = layouts.pool.cases[Int(slot.detail)]
        guard offset <= bytes.count - cases.size else { return }
        let value = UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + cases.size])
        guard let index = layouts.types.enumCase(of: value, type: cases.type),
            index < cases.slots.count
        else { return }
        append(
            cases.slots[index], of: value, place: place &+ UInt(offset), outer: outer,
            depth: depth + 1, to: &references)
    }
}
