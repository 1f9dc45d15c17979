// SPDX-License-Identifier: Apache-2.0

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

    @inline(__always)
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
