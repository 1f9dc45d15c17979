// SPDX-License-Identifier: Apache-2.0

import CRIBShims

/// The layouts of all objects and values met so far, by the address of their metadata.
final class ObjectLayouts {
    let types: TypeReader
    let pool = SlotPool()
    private let finder: SlotFinder
    private var memory = GuardedMemory()
    var time: SearchTime?

    private var objects: [UInt: ObjectLayout] = [:]
    private var noObjects: Set<UInt> = []
    /// The layouts of contexts that name types, by the metadata and these types.
    private var contexts: [[UInt]: ObjectLayout] = [:]

    private var values: [UInt: ValueLayout] = [:]

    /// The classes behind the standard library's collections.
    private let array: UInt?
    private let set: UInt?
    private let dictionary: UInt?

    private static let negativeLimit = 1 << 16

    init(types: TypeReader, includes weak: SlotFinder.Weak = .none) {
        self.types = types
        finder = SlotFinder(types: types, pool: pool, includes: weak)
        array = Self.storageClass([0])
        set = Self.storageClass(Set([0]))
        dictionary = Self.storageClass([0: 0])
    }

    /// What a collection's storage class has in common for all element types.
    private static func storageClass<Collection>(_ collection: Collection) -> UInt? {
        // Uses new memory: other memory may have kept the page from before the collection was made.
        let memory = GuardedMemory()
        return withExtendedLifetime(collection) {
            withUnsafeBytes(of: collection) { bytes in
                guard bytes.count == MemoryLayout<UInt>.size else { return nil }
                let metadata = memory.word(at: bytes.load(as: UInt.self))
                return metadata.flatMap { HeapMetadata(at: $0, memory: memory)?.descriptor }
            }
        }
    }

    /// Reads metadata through this memory from now on, and forgets which addresses were not
    /// metadata. They may have become metadata since.
    func begin(with memory: GuardedMemory) {
        self.memory = memory
        noObjects.removeAll()
    }

    /// An object's layout, or nil when the object's first word is not metadata of a heap object.
    func layout(of metadata: UInt, object: UInt) -> ObjectLayout? {
        if let layout = objects[metadata] { return layout }
        guard !noObjects.contains(metadata) else { return nil }
        return learn { findNew(metadata, object: object) }
    }

    /// Runs what is done once for all searches, outside of the current search's time.
    func learn<Result>(_ body: () -> Result) -> Result {
        guard let time else { return body() }
        return time.learn(body)
    }

    private func findNew(_ metadata: UInt, object: UInt) -> ObjectLayout? {
        guard let found = HeapMetadata(at: metadata, memory: memory),
            found.kind != .class || types.type(at: metadata, memory) != 0
        else {
            let row = inherited(metadata)
            if !row.isEmpty {
                return remember(
                    ObjectLayout(
                        shape: .object, isSimple: true, isCounted: false, size: size(of: row),
                        slots: pool.add(row)), for: metadata)
            }
            if noObjects.count > Self.negativeLimit { noObjects.removeAll() }
            noObjects.insert(metadata)
            return nil
        }
        switch found.kind {
        case .class: return remember(classLayout(found), for: metadata)
        case .context: return context(found, object: object)
        case .box:
            let value = value(of: found.payload)
            let layout = ObjectLayout(
                shape: .box, size: found.valueOffset &+ value.size, slots: value.slots,
                start: found.valueOffset)
            return remember(layout, for: metadata)
        case .error:
            return remember(ObjectLayout(shape: .error, size: 40), for: metadata)
        case .task, .job:
            return remember(ObjectLayout(shape: .opaque, size: 16), for: metadata)
        }
    }

    private func remember(_ layout: ObjectLayout, for metadata: UInt) -> ObjectLayout {
        objects[metadata] = layout
        return layout
    }
}

/// The memory layout of each kind of object.
extension ObjectLayouts {
    private func classLayout(_ metadata: HeapMetadata) -> ObjectLayout {
        if let descriptor = metadata.descriptor {
            if descriptor == array { return collection(.array, metadata.address) }
            if descriptor == set { return collection(.set, metadata.address) }
            if descriptor == dictionary { return collection(.dictionary, metadata.address) }
        }
        let superclasses = HeapMetadata.classes(from: metadata.superclass, memory)
        var row = inherited((superclasses.last ?? metadata).superclass)
        var declarers = row.map { _ in UInt(0) }
        // A superclass's own fields come first in the object.
        for found in ([metadata] + superclasses).reversed() {
            let own = finder.row(of: types.fields(of: found, memory)).filter {
                $0.slot.offset >= (metadata.isCounted ? 16 : 8)
                    && $0.slot.offset <= metadata.instanceSize &- 8
            }
            row += own
            declarers += Array(repeating: found.address, count: own.count)
        }
        return ObjectLayout(
            shape: .object, isSimple: Self.isSimple(row), isCounted: metadata.isCounted,
            size: size(of: row), slots: pool.add(row, declaredBy: declarers))
    }

    /// The references that a class of Objective-C and its superclasses declare; empty where there
    /// is none, or where its code counts references by itself.
    private func inherited(_ type: UInt?) -> SlotFinder.Row {
        #if canImport(ObjectiveC)
            var fields = Array(repeating: ribleak_objc_field(), count: 1024)
            let count = ribleak_objc_fields(type ?? 0, &fields, fields.count)
            return fields.prefix(count).map {
                let slot = Slot(kind: .reference, isTagged: false, offset: $0.offset, detail: 0)
                return (slot, TypeReader.text(at: $0.name))
            }
        #else
            return []
        #endif
    }

    private func collection(_ shape: ObjectLayout.Shape, _ metadata: UInt) -> ObjectLayout {
        let first = types.argument(0, of: metadata)
        let second = shape == .dictionary ? types.argument(1, of: metadata) : 0
        let alignment = UInt32(types.alignment(of: first))
        let row = finder.row(of: first)
        let isKnown =
            types.kind(of: first) != .unknown && (second == 0 || types.kind(of: second) != .unknown)
        return ObjectLayout(
            shape: shape, isSimple: isKnown && Self.isSimple(row), size: 64,
            slots: isKnown ? pool.add(row) : 0..<0,
            stride: UInt32(types.stride(of: first)),
            valueSlots: isKnown && second != 0 ? pool.add(finder.row(of: second)) : 0..<0,
            valueStride: UInt32(types.stride(of: second)),
            start: (32 + alignment - 1) / alignment * alignment)
    }

    /// The layout of a closure's context. Closures from the same place share a layout, unless their
    /// captures depend on types that each context names itself.
    ///
    /// - Returns: Nil when a different object is there by now.
    private func context(_ found: HeapMetadata, object: UInt) -> ObjectLayout? {
        guard types.isContext(found, memory) else {
            return remember(ObjectLayout(shape: .context, size: 16), for: found.address)
        }
        let count = UInt(types.bindingCount(of: found))
        let bindings = (0..<count).map { memory.word(at: object &+ 16 &+ $0 &* 8) ?? 0 }
        let key = [found.address] + bindings
        if let layout = contexts[key] { return layout }
        let row = finder.row(
            of: types.captures(of: found, bindings, object: object, memory))
        guard memory.word(at: object) == found.address else { return nil }
        let layout = ObjectLayout(
            shape: .context, isSimple: Self.isSimple(row), size: size(of: row),
            slots: pool.add(row))
        if bindings.isEmpty { return remember(layout, for: found.address) }
        contexts[key] = layout
        return layout
    }

    /// Whether the slots can be followed without reading anything else.
    private static func isSimple(_ row: SlotFinder.Row) -> Bool {
        row.allSatisfy {
            !$0.slot.isTagged && ($0.slot.kind == .reference || $0.slot.kind == .function)
        }
    }

    /// The number of bytes up to the end of the last slot.
    private func size(of row: SlotFinder.Row) -> UInt32 {
        row.map { $0.slot.offset + pool.size(of: $0.slot) }.max() ?? 16
    }
}

/// The values of a type, as they lie in existentials and boxes.
extension ObjectLayouts {
    struct ValueLayout {
        let slots: Range<Int>
        let size: UInt32
        /// Whether an existential stores the value itself instead of a reference to it.
        let isInline: Bool
    }

    func value(of metadata: UInt) -> ValueLayout {
        if let layout = values[metadata] { return layout }
        let layout = learn { findValue(metadata) }
        values[metadata] = layout
        return layout
    }

    private func findValue(_ metadata: UInt) -> ValueLayout {
        let type = types.type(at: metadata, memory)
        let size = types.size(of: type)
        guard type != 0, size < 1 << 24 else {
            return ValueLayout(slots: 0..<0, size: 0, isInline: true)
        }
        return ValueLayout(
            slots: pool.add(finder.row(of: type)), size: UInt32(size),
            isInline: types.isInline(type))
    }
}
