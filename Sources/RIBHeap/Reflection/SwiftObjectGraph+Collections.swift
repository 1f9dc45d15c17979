/// Following the elements of the standard library's collections.
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

    /// Elements one after the other.
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
    /// Elements lie in buckets, of which a row of bits says which are taken.
    struct HashTable {
        let bucketCount: Int
        /// Addresses; values only of a dictionary.
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
