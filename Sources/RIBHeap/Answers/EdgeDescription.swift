// SPDX-License-Identifier: Apache-2.0

struct EdgeDescription {
    /// How the reference is reached from the holder: `state.child`, `[3]`.
    let label: String
    /// The closure's function, when the reference is a closure's context, or the functions that the
    /// task is in, when a task holds the object.
    var functions: [UInt] = []
    /// The class that declares the field, as the address of its metadata, when the reference is in
    /// a field of an object.
    var declarer: UInt?
}

extension SwiftObjectGraph {
    /// Describes a reference by reading it again. Returns nil when it is no longer there.
    ///
    /// - Parameter showsKeys: Whether to show the keys of a dictionary, which may be names or
    ///   passwords of the app.
    func describe(
        _ reference: HeapReference, of node: UInt, showsKeys: Bool = false
    ) -> EdgeDescription? {
        guard let layout = layout(of: node) else { return nil }
        let found = references(of: node).first {
            $0.target == reference.target
                && UInt32(truncatingIfNeeded: $0.place)
                    == UInt32(truncatingIfNeeded: reference.place)
        }
        guard let found else { return nil }
        let pool = layouts.pool
        let slot = Int(found.slot)
        let outer = found.outer == HeapReference.noSlot ? nil : Int(found.outer)
        let inner = Self.joined(outer.map { pool.labels[$0] } ?? "", pool.labels[slot])
        let element = element(
            of: node, layout, place: found.place, slot: outer ?? slot, showsKeys: showsKeys)
        return EdgeDescription(
            label: Self.joined(element, inner),
            functions: code(of: found, in: node).map { [$0 & 0x00FF_FFFF_FFFF_FFFF] } ?? [],
            declarer: layout.shape == .object ? declarer(of: found.place, layout) : nil)
    }

    /// The class that declares the field at a place. That field is the last one to begin before it.
    private func declarer(of place: UInt, _ layout: ObjectLayout) -> UInt? {
        let pool = layouts.pool
        let field = layout.slots.filter { UInt(pool.slots[$0].offset) <= place }
            .max { pool.slots[$0].offset < pool.slots[$1].offset }
        guard let field, pool.declarers[field] != 0 else { return nil }
        return pool.declarers[field]
    }

    static func joined(_ first: String, _ second: String) -> String {
        if first.isEmpty || second.isEmpty || second.hasPrefix("[") { return first + second }
        return "\(first).\(second)"
    }

    /// The collection element that a place lies in, as a subscript.
    private func element(
        of node: UInt, _ layout: ObjectLayout, place: UInt, slot: Int, showsKeys: Bool
    ) -> String {
        switch layout.shape {
        case .object, .opaque, .context, .box, .error: return ""
        case .array:
            return "[\((place &- UInt(layout.start)) / UInt(max(layout.stride, 1)))]"
        case .set, .dictionary:
            guard let table = hashTable(node, layout.shape) else { return "[?]" }
            let isKey = layout.slots.contains(slot)
            let start = isKey ? table.keys : table.values
            let stride = isKey ? layout.stride : layout.valueStride
            let bucket = Int(bitPattern: (node &+ place &- start) / UInt(max(stride, 1)))
            let number = "[\(number(ofBucket: bucket, in: table))]"
            if layout.shape == .set { return number }
            if isKey { return "keys\(number)" }
            guard let key = key(ofBucket: bucket, in: table, of: node, layout) else {
                return number
            }
            return "[\(showsKeys ? key.debugDescription : "\"…\"")]"
        }
    }

    /// How many elements come before the one in a bucket.
    private func number(ofBucket bucket: Int, in table: HashTable) -> Int {
        var number = 0
        for index in stride(from: 0, to: min(bucket, table.bucketCount), by: 64) {
            var taken = memory.word(at: table.taken &+ UInt(index / 8)) ?? 0
            if bucket - index < 64 { taken &= (1 << UInt(bucket - index)) &- 1 }
            number += taken.nonzeroBitCount
        }
        return number
    }

    /// The key of a bucket; nil unless it is a string.
    private func key(
        ofBucket bucket: Int, in table: HashTable, of node: UInt, _ layout: ObjectLayout
    ) -> String? {
        let type = layouts.types.type(at: memory.word(at: node) ?? 0, memory)
        let keyType = layouts.types.argument(0, of: type)
        guard layouts.types.name(of: keyType) == "Swift.String" else { return nil }
        return memory.string(at: table.keys &+ UInt(bucket) &* UInt(layout.stride))
    }
}
