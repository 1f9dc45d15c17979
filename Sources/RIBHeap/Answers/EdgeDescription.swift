// SPDX-License-Identifier: Apache-2.0

/// How one object holds another.
struct EdgeDescription {
    /// How the reference is reached from the holder: `state.child`, `[3]`.
    let label: String
    /// When the reference is a closure's context, the address of its function.
    var code: UInt?
    /// When a task holds what it leads to, the functions that the task is in.
    var functions: [UInt] = []
    /// When the reference is in a field of an object, the class that declares the field, by the address
    /// of its metadata.
    var declarer: UInt?
}

/// Finds the slot that a reference is in.
private struct SlotSearch: SlotVisitor {
    let target: UInt
    let place: UInt32
    var found: (slot: Int, outer: Int, place: UInt)?

    mutating func take(_ target: UInt, place: UInt, slot: Int, outer: Int) {
        guard found == nil, target == self.target,
            UInt32(truncatingIfNeeded: place) == self.place
        else { return }
        found = (slot, outer, place)
    }
}

extension SwiftObjectGraph {
    /// Describes a reference by reading it once more, or returns nil when it is there no longer.
    func describe(_ reference: HeapReference, of node: UInt) -> EdgeDescription? {
        guard let layout = layout(of: node) else { return nil }
        var search = SlotSearch(target: reference.target, place: reference.place)
        visit(node, layout, with: &search)
        guard let found = search.found else { return nil }
        let pool = layouts.pool
        let outer = found.outer < 0 ? "" : pool.labels[found.outer]
        let inner = Self.joined(outer, pool.labels[found.slot])
        let element = element(
            of: node, layout, place: found.place,
            slot: found.outer < 0 ? found.slot : found.outer)
        var code: UInt?
        if pool.slots[found.slot].kind == .function {
            code = memory.word(at: node &+ found.place &- 8).map { $0 & 0x00FF_FFFF_FFFF_FFFF }
        }
        return EdgeDescription(
            label: Self.joined(element, inner), code: code,
            declarer: layout.shape == .plain ? declarer(of: found.place, layout) : nil)
    }

    /// The class that declares the field in which a place is: the last one that begins before it.
    private func declarer(of place: UInt, _ layout: ObjectLayout) -> UInt? {
        let pool = layouts.pool
        let field = layout.slots.indices.filter { UInt(pool.slots[$0].offset) <= place }
            .max { pool.slots[$0].offset < pool.slots[$1].offset }
        guard let field, pool.declarers[field] != 0 else { return nil }
        return pool.declarers[field]
    }

    static func joined(_ first: String, _ second: String) -> String {
        if first.isEmpty || second.isEmpty || second.hasPrefix("[") { return first + second }
        return "\(first).\(second)"
    }

    /// Which element of a collection a place lies in, as a subscript.
    private func element(
        of node: UInt, _ layout: ObjectLayout, place: UInt, slot: Int
    ) -> String {
        switch layout.shape {
        case .plain, .opaque, .box, .error: return ""
        case .array:
            return "[\((place &- UInt(layout.start)) / UInt(max(layout.stride, 1)))]"
        case .set, .dictionary:
            let isDictionary = layout.shape == .dictionary
            guard let table = hashTable(node, isDictionary: isDictionary) else { return "[?]" }
            let isKey = layout.slots.indices.contains(slot)
            let start = isKey ? table.keys : table.values
            let stride = isKey ? layout.stride : layout.valueStride
            let bucket = Int(bitPattern: (node &+ place &- start) / UInt(max(stride, 1)))
            guard isDictionary else { return "[\(number(ofBucket: bucket, in: table))]" }
            if isKey { return "keys[\(number(ofBucket: bucket, in: table))]" }
            return key(ofBucket: bucket, in: table, of: node, layout)
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

    private func key(
        ofBucket bucket: Int, in table: HashTable, of node: UInt, _ layout: ObjectLayout
    ) -> String {
        let address = table.keys &+ UInt(bucket) &* UInt(layout.stride)
        let metadata = memory.word(at: node) ?? 0
        let mirror = layouts.mirror
        if mirror.name(of: mirror.argument(0, of: mirror.type(ofMetadata: metadata)))
            == "Swift.String",
            let text = GuardedString(at: address, memory: memory)?.text
        {
            return "[\(text.debugDescription)]"
        }
        return "[\(number(ofBucket: bucket, in: table))]"
    }
}

/// What the function of a closure is.
struct ClosureCode {
    let memory: GuardedMemory
    let use: (UInt) -> CodeUse

    /// The address of the function behind what a closure keeps for it: for an asynchronous one that is a
    /// record, which begins with how far away the function is.
    func function(at address: UInt) -> UInt {
        guard use(address) == .none, let word = memory.unalignedWord(at: address) else {
            return address
        }
        let distance = Int32(truncatingIfNeeded: word)
        let function = address &+ UInt(bitPattern: Int(distance))
        return use(function) == .none ? address : function
    }

    /// The same with what it calls, for a closure that captures one object alone.
    func functions(of function: UInt, capturing object: UInt) -> [UInt] {
        guard use(function) == .own else { return [function] }
        return MethodReference(memory: memory, use: use).functions(
            of: function, capturing: object)
    }

    /// The steps without closures of the runtime's that only call another one, which the step before then
    /// leads to.
    func withoutWrappers(_ steps: [RetainStep]) -> [RetainStep] {
        steps.enumerated().filter { index, step in
            guard index > 0, step.target == StepWriter.closure,
                case .closure(let functions) = step.holder
            else { return true }
            return functions.contains { use($0) != .runtime }
        }.map(\.element)
    }
}
