// SPDX-License-Identifier: Apache-2.0

/// Finds where values and objects of a type keep strong references, once for each type that
/// ``ObjectLayouts`` meets.
final class SlotFinder {
    typealias Row = [(slot: Slot, label: String)]

    static let most = (depth: 24, slots: 4096)

    let types: TypeReader
    let pool: SlotPool
    private let weak: Weak

    /// The references to treat as strong, besides those that are. A weak reference leads to the
    /// object's side table.
    enum Weak {
        case none
        /// Weak, unowned and unmanaged references to classes, as closures capture them.
        case captured
        /// Weak and unowned references, to protocols too.
        case all
    }

    init(types: TypeReader, pool: SlotPool, includes weak: Weak = .none) {
        self.types = types
        self.pool = pool
        self.weak = weak
    }

    /// The slots of a value of a type, from the value's start.
    func row(of type: UInt) -> Row {
        let value = TypeReader.Child(name: "", offset: 0, kind: types.kind(of: type), type: type)
        return row(of: value, isTagged: false, depth: 0)
    }

    /// The slots of an object's or a value's fields.
    func row(
        of children: [TypeReader.Child], label: String = "", isTagged: Bool = false,
        depth: Int = 0
    ) -> Row {
        var row: Row = []
        for var child in children where row.count < Self.most.slots {
            child.name = SwiftObjectGraph.joined(label, child.name)
            let slots = self.row(of: child, isTagged: isTagged, depth: depth + 1)
            for (slot, label) in slots.prefix(Self.most.slots - row.count) {
                guard let offset = UInt32(exactly: child.offset + Int(slot.offset)) else {
                    continue
                }
                var slot = slot
                slot.offset = offset
                row.append((slot, label))
            }
        }
        return row
    }

    /// - Parameter field: A field with its label in place of its name.
    private func row(of field: TypeReader.Child, isTagged: Bool, depth: Int) -> Row {
        guard depth < Self.most.depth else { return [] }
        func one(_ kind: Slot.Kind, if isIncluded: Bool = true) -> Row {
            let slot = Slot(kind: kind, isTagged: isTagged, offset: 0, detail: 0)
            return isIncluded ? [(slot, field.name)] : []
        }
        switch field.kind {
        case .strong, .block, .classExistential, .errorExistential, .bridgeObject:
            return one(.reference)
        case .weak, .unowned: return one(.reference, if: weak != .none)
        case .unmanaged: return one(.reference, if: weak == .captured)
        case .weakExistential: return one(.reference, if: weak == .all)
        case .function: return one(.function)
        case .opaqueExistential: return one(.existential)
        case .struct, .tuple:
            return row(of: parts(of: field), label: field.name, isTagged: isTagged, depth: depth)
        case .singlePayloadEnum, .multiPayloadEnum:
            return enumRow(of: field, isTagged: isTagged, depth: depth)
        case .unknown, .builtin, .rawPointer, .noPayloadEnum, .metatype: return []
        }
    }

    /// The fields of a struct or the elements of a tuple, as a person would name them.
    private func parts(of field: TypeReader.Child) -> [TypeReader.Child] {
        let name = field.kind == .tuple ? "" : types.name(of: field.type)
        // A string's storage has no references.
        if name == "Swift.String" { return [] }
        var parts = types.children(of: field.type)
        // Nobody named the internal fields of the standard library's types.
        if name.hasPrefix("Swift.") { for index in parts.indices { parts[index].name = "" } }
        return parts
    }

    private func enumRow(of field: TypeReader.Child, isTagged: Bool, depth: Int) -> Row {
        let isSingle = field.kind == .singlePayloadEnum
        let children = types.children(of: field.type)
        let payloads = children.map { child in
            var payload = child
            // The payload of an optional takes the optional's own name.
            if payload.name == "some" { payload.name = "" }
            // With several payloads, the case may lie in bits that a reference does not use.
            return row(
                of: [payload], label: field.name, isTagged: isTagged || !isSingle, depth: depth)
        }
        guard payloads.contains(where: { !$0.isEmpty }) else { return [] }
        let size = types.size(of: field.type)
        if isSingle, let payload = payloads.first,
            Self.isSelfEvident(payload, kind: children[0].kind, size: size)
        {
            return payload
        }
        let cases = SlotPool.Cases(
            type: field.type, size: size, slots: payloads.map { pool.add($0) })
        let slot = Slot(kind: .cases, isTagged: isTagged, offset: 0, detail: pool.add(cases))
        return [(slot, field.name)]
    }

    /// Whether the words of a payload already show that the enum has none: no address is in them.
    /// An enum that is larger than its payload keeps the case behind it.
    private static func isSelfEvident(
        _ payload: Row, kind: TypeReader.Kind, size: Int
    ) -> Bool {
        guard payload.count == 1, let slot = payload.first?.slot, slot.offset == 0 else {
            return false
        }
        switch slot.kind {
        case .reference: return size == 8 || kind == .classExistential
        case .function: return size == 16
        case .existential: return kind == .opaqueExistential
        case .cases: return false
        }
    }
}

/// The slots of all types, with their labels.
final class SlotPool {
    struct Cases {
        let type: UInt
        let size: Int
        /// The slots by case number. Cases without a payload come last and are left out.
        let slots: [Range<Int>]
    }

    private(set) var slots: [Slot] = []
    /// The label of each slot, as seen from its object or value: `state.child`.
    private(set) var labels: [String] = []
    /// The class that declares each slot, as the address of its metadata; 0 for a slot that is not
    /// a field of an object.
    private(set) var declarers: [UInt] = []
    private(set) var cases: [Cases] = []

    /// Adds a row of slots.
    ///
    /// - Parameter declarers: The declaring class of each slot; empty when no class declares them.
    func add(_ row: [(slot: Slot, label: String)], declaredBy declarers: [UInt] = []) -> Range<Int>
    {
        let start = slots.count
        for (index, (slot, label)) in row.enumerated() {
            slots.append(slot)
            labels.append(label)
            self.declarers.append(declarers.indices.contains(index) ? declarers[index] : 0)
        }
        return start..<slots.count
    }

    func add(_ cases: Cases) -> UInt32 {
        self.cases.append(cases)
        return UInt32(self.cases.count - 1)
    }
}

extension SlotPool {
    /// The number of bytes needed to follow a slot, from its offset on.
    func size(of slot: Slot) -> UInt32 {
        switch slot.kind {
        case .reference: return 8
        case .function: return 16
        case .existential: return 32
        case .cases: return UInt32(cases[Int(slot.detail)].size)
        }
    }
}
