// SPDX-License-Identifier: Apache-2.0

import CRIBShims

/// Asks the reflection library where values and objects of a type keep strong references.
final class SlotFinder {
    typealias Row = [(slot: Slot, label: String)]

    static let most = (depth: 24, slots: 4096, cases: 1024)

    let mirror: RemoteMirror
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

    init(mirror: RemoteMirror, pool: SlotPool, includes weak: Weak = .none) {
        self.mirror = mirror
        self.pool = pool
        self.weak = weak
    }

    /// The slots of a value of a type, from the value's start.
    func row(of type: RemoteMirror.TypeReference) -> Row {
        var row: Row = []
        append(type, kind: kind(of: type), at: 0, label: "", isTagged: false, depth: 0, to: &row)
        return row
    }

    /// The slots that a class declares itself, without those of its superclasses.
    ///
    /// - Parameter offsets: The byte offsets of the class's fields, if known. The offsets that the
    ///   library computes are wrong for some subclasses.
    /// - Returns: Nil when the library does not know.
    func row(ofClass metadata: UInt, offsets: [Int]?) -> Row? {
        let shape = mirror.shape(ofMetadata: metadata)
        guard shape.isObject else { return nil }
        return row(count: shape.child_count) { index in
            let child = mirror.child(index, ofMetadata: metadata)
            guard let offsets, offsets.count == Int(shape.child_count) else { return child }
            return child.moved(to: offsets[index])
        }
    }

    /// The slots of fields with offsets known to the runtime.
    func row(of fields: [RuntimeFields.Field]) -> Row {
        var row: Row = []
        for field in fields {
            let type = mirror.type(ofMetadata: field.type)
            append(
                type, kind: kind(of: type), at: field.offset, label: Self.shown(field.name),
                isTagged: false, depth: 0, to: &row)
        }
        return row
    }

    /// The slots of a closure's context.
    ///
    /// - Parameters:
    ///   - metadata: The first word of the context.
    ///   - memory: The memory that the word was read from.
    /// - Returns: Nil when a different context is there by now.
    func row(ofContext object: UInt, metadata: UInt, memory: GuardedMemory) -> Row? {
        mirror.withCopy(of: object, metadata: metadata, memory: memory) { shape, child in
            if shape.isObject { return row(count: shape.child_count, child: child) }
            guard let context = HeapMetadata(at: metadata, memory: memory) else { return [] }
            return CapturedObjects(of: context, memory: memory).offsets.map {
                (Slot(kind: .reference, isTagged: false, offset: $0, detail: 0), "")
            }
        }
    }

    private func row(count: UInt32, child: (Int) -> RemoteMirror.Child) -> Row {
        var row: Row = []
        for index in 0..<min(Int(count), Self.most.cases) {
            append(child(index), at: 0, label: "", isTagged: false, depth: 0, to: &row)
        }
        return row
    }

    private func kind(of type: RemoteMirror.TypeReference) -> RemoteMirror.Kind {
        RemoteMirror.Kind(rawValue: UInt32(bitPattern: mirror.shape(of: type).kind))
    }

    private func append(
        _ child: RemoteMirror.Child, at offset: Int, label: String, isTagged: Bool, depth: Int,
        to row: inout Row
    ) {
        let name = Self.shown(child.name)
        append(
            child.type, kind: child.kind, at: offset + child.offset,
            label: label.isEmpty || name.isEmpty ? label + name : "\(label).\(name)",
            isTagged: isTagged, depth: depth + 1, to: &row)
    }

    /// A field's name as in its declaration.
    static func shown(_ name: String) -> String {
        let lazy = "$__lazy_storage_$_"
        return name.hasPrefix(lazy) ? String(name.dropFirst(lazy.count)) : name
    }

    private func append(
        _ type: RemoteMirror.TypeReference, kind: RemoteMirror.Kind, at offset: Int, label: String,
        isTagged: Bool, depth: Int, to row: inout Row
    ) {
        guard depth < Self.most.depth, row.count < Self.most.slots else { return }
        func add(_ kind: Slot.Kind, detail: UInt32 = 0) {
            guard let offset = UInt32(exactly: offset) else { return }
            let slot = Slot(kind: kind, isTagged: isTagged, offset: offset, detail: detail)
            row.append((slot, label))
        }
        switch kind {
        case ribleak_mirror_strong_reference, ribleak_mirror_error_existential: add(.reference)
        case ribleak_mirror_weak_reference, ribleak_mirror_unowned_reference:
            if weak != .none { add(.reference) }
        case ribleak_mirror_unmanaged_reference:
            if weak == .captured { add(.reference) }
        case ribleak_mirror_thick_function: add(.function)
        case ribleak_mirror_opaque_existential: add(.existential)
        case ribleak_mirror_class_existential:
            // The first child is the object. The others are its conformances.
            let object = mirror.child(0, of: type)
            switch object.kind {
            case ribleak_mirror_strong_reference: add(.reference)
            case ribleak_mirror_weak_reference, ribleak_mirror_unowned_reference:
                if weak == .all { add(.reference) }
            default: break
            }
        case ribleak_mirror_struct:
            appendStruct(
                type, at: offset, label: label, isTagged: isTagged, depth: depth, to: &row)
        case ribleak_mirror_tuple:
            appendTuple(
                type, at: offset, label: label, isTagged: isTagged, depth: depth, to: &row)
        case ribleak_mirror_builtin:
            // Collections refer to their storage with this type.
            if mirror.name(of: type) == "Builtin.BridgeObject" { add(.reference) }
        case ribleak_mirror_single_payload_enum, ribleak_mirror_multi_payload_enum:
            appendEnum(
                type, kind: kind, at: offset, label: label, isTagged: isTagged, depth: depth,
                to: &row)
        default: break
        }
    }

    private func appendStruct(
        _ type: RemoteMirror.TypeReference, at offset: Int, label: String, isTagged: Bool,
        depth: Int, to row: inout Row
    ) {
        let name = mirror.name(of: type)
        // A string's storage has no references.
        guard name != "Swift.String" else { return }
        // Nobody named the internal fields of the standard library's types.
        let isTransparent = name.hasPrefix("Swift.")
        for index in 0..<min(Int(mirror.shape(of: type).child_count), Self.most.cases) {
            let child = mirror.child(index, of: type)
            append(
                isTransparent ? child.renamed("") : child, at: offset, label: label,
                isTagged: isTagged, depth: depth, to: &row)
        }
    }

    private func appendTuple(
        _ type: RemoteMirror.TypeReference, at offset: Int, label: String, isTagged: Bool,
        depth: Int, to row: inout Row
    ) {
        let names = TupleLabels(typeName: mirror.name(of: type)).names
        for index in 0..<min(Int(mirror.shape(of: type).child_count), Self.most.cases) {
            let name = names.indices.contains(index) ? names[index] : ""
            append(
                mirror.child(index, of: type).renamed(name.isEmpty ? "\(index)" : name),
                at: offset, label: label, isTagged: isTagged, depth: depth, to: &row)
        }
    }

    private func appendEnum(
        _ type: RemoteMirror.TypeReference, kind: RemoteMirror.Kind, at offset: Int, label: String,
        isTagged: Bool, depth: Int, to row: inout Row
    ) {
        let shape = mirror.shape(of: type)
        let isSingle = kind == ribleak_mirror_single_payload_enum
        var payloads: [Row] = []
        let payloadKind = mirror.child(0, of: type).kind
        for index in 0..<min(Int(shape.child_count), Self.most.cases) {
            let child = mirror.child(index, of: type)
            var payload: Row = []
            // The payload of an optional takes the optional's own name.
            let name = child.name == "some" ? "" : child.name
            append(
                child.type, kind: child.kind, at: child.offset,
                label: label.isEmpty || name.isEmpty ? label + name : "\(label).\(name)",
                isTagged: isTagged || !isSingle, depth: depth + 1, to: &payload)
            payloads.append(payload)
        }
        guard payloads.contains(where: { !$0.isEmpty }) else { return }
        if isSingle, let payload = payloads.first,
            Self.isSelfEvident(payload, kind: payloadKind, size: shape.size)
        {
            for (slot, label) in payload {
                guard let place = UInt32(exactly: offset + Int(slot.offset)) else { continue }
                let slot = Slot(
                    kind: slot.kind, isTagged: isTagged, offset: place, detail: slot.detail)
                row.append((slot, label))
            }
            return
        }
        let cases = SlotPool.Cases(
            type: type, size: Int(shape.size), slots: payloads.map { pool.add($0) })
        guard let place = UInt32(exactly: offset) else { return }
        let slot = Slot(
            kind: .cases, isTagged: isTagged, offset: place, detail: pool.add(cases))
        row.append((slot, label))
    }

    /// Whether the words of a payload already show that the enum has none.
    private static func isSelfEvident(
        _ payload: Row, kind: RemoteMirror.Kind, size: UInt32
    ) -> Bool {
        guard payload.count == 1, let slot = payload.first?.slot, slot.offset == 0 else {
            return false
        }
        switch slot.kind {
        case .reference: return size == 8 || kind == ribleak_mirror_class_existential
        case .function: return size == 16
        case .existential: return kind == ribleak_mirror_opaque_existential
        case .cases: return false
        }
    }
}

extension ribleak_mirror_type {
    fileprivate var isObject: Bool {
        kind == Int32(bitPattern: ribleak_mirror_class_instance.rawValue)
            || kind == Int32(bitPattern: ribleak_mirror_closure_context.rawValue)
    }
}

/// The slots of all types, with their labels.
final class SlotPool {
    /// An enum with payloads that have slots.
    struct Cases {
        let type: RemoteMirror.TypeReference
        /// The size in bytes.
        let size: Int
        /// The slots by case number. Cases without a payload come last and are left out.
        let slots: [SlotRange]
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
    func add(_ row: [(slot: Slot, label: String)], declaredBy declarers: [UInt] = []) -> SlotRange {
        let start = slots.count
        for (index, (slot, label)) in row.enumerated() {
            slots.append(slot)
            labels.append(label)
            self.declarers.append(declarers.indices.contains(index) ? declarers[index] : 0)
        }
        return SlotRange(start: UInt32(start), count: UInt32(row.count))
    }

    /// Adds an enum and returns its number.
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
