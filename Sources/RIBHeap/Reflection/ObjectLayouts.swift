// SPDX-License-Identifier: Apache-2.0

/// The layouts of all objects and values met so far, by the address of their metadata.
final class ObjectLayouts {
    let mirror: RemoteMirror
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

    init(mirror: RemoteMirror, includes weak: SlotFinder.Weak = .none) {
        self.mirror = mirror
        finder = SlotFinder(mirror: mirror, pool: pool, includes: weak)
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
            found.kind != .class || found.descriptor.map(mirror.isInImage) ?? false
        else {
            if noObjects.count > Self.negativeLimit { noObjects.removeAll() }
            noObjects.insert(metadata)
            return nil
        }
        switch found.kind {
        case .class: return remember(classLayout(found), for: metadata)
        case .context: return context(found, metadata, object: object)
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
        var row: SlotFinder.Row = []
        var declarers: [UInt] = []
        // A superclass's own fields come first in the object.
        let superclasses = HeapMetadata.classes(from: metadata.superclass, memory)
        for found in ([metadata] + superclasses).reversed() {
            let own = finder.row(of: mirror.fields(of: found, memory, hasWeak: false)).filter {
                $0.slot.offset >= 16 && $0.slot.offset <= metadata.instanceSize &- 8
            }
            row += own
            declarers += Array(repeating: found.address, count: own.count)
        }
        return ObjectLayout(
            shape: .object, isSimple: Self.isSimple(row), size: size(of: row),
            slots: pool.add(row, declaredBy: declarers))
    }

    private func collection(_ shape: ObjectLayout.Shape, _ metadata: UInt) -> ObjectLayout {
        let type = mirror.type(ofMetadata: metadata)
        let first = mirror.argument(0, of: type)
        let second = shape == .dictionary ? mirror.argument(1, of: type) : 0
        let element = mirror.shape(of: first)
        let value = second == 0 ? nil : mirror.shape(of: second)
        let alignment = max(UInt32(element.alignment), 1)
        let row = finder.row(of: first)
        let isKnown = element.kind != 0 && (second == 0 || value?.kind != 0)
        return ObjectLayout(
            shape: shape, isSimple: isKnown && Self.isSimple(row), size: 64,
            slots: isKnown ? pool.add(row) : 0..<0,
            stride: element.stride,
            valueSlots: isKnown && second != 0 ? pool.add(finder.row(of: second)) : 0..<0,
            valueStride: value?.stride ?? 0,
            start: (32 + alignment - 1) / alignment * alignment)
    }

    /// The layout of a closure's context. Closures from the same place share a layout, unless their
    /// captures depend on types that each context names itself.
    private func context(_ found: HeapMetadata, _ metadata: UInt, object: UInt) -> ObjectLayout? {
        // Behind the numbers of captures and of sources of metadata.
        guard let names = HeapMetadata.number(at: found.payload &+ 8, memory) else { return nil }
        guard names > 0 else {
            return contextLayout(object, metadata).map { remember($0, for: metadata) }
        }
        var key = [metadata]
        for index in 0..<min(UInt(names), 64) {
            key.append(memory.word(at: object &+ 16 &+ index &* 8) ?? 0)
        }
        if let layout = contexts[key] { return layout }
        let layout = contextLayout(object, metadata)
        contexts[key] = layout
        return layout
    }

    /// Returns nil when a different object is there by now.
    private func contextLayout(_ object: UInt, _ metadata: UInt) -> ObjectLayout? {
        guard let row = finder.row(ofContext: object, metadata: metadata, memory: memory) else {
            return nil
        }
        return ObjectLayout(
            shape: .context, isSimple: Self.isSimple(row), size: size(of: row),
            slots: pool.add(row))
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
        let nothing = ValueLayout(slots: 0..<0, size: 0, isInline: true)
        guard metadata != 0, metadata % 8 == 0, let kind = memory.word(at: metadata) else {
            return nothing
        }
        if kind == 0 {
            guard HeapMetadata(at: metadata, memory: memory) != nil else { return nothing }
            let slot = Slot(kind: .reference, isTagged: false, offset: 0, detail: 0)
            return ValueLayout(slots: pool.add([(slot, "")]), size: 8, isInline: true)
        }
        // Kinds below this value are types.
        guard kind < 0x800,
            let (size, flags) = HeapMetadata.valueWitnesses(of: metadata, memory), size < 1 << 24
        else { return nothing }
        let type = mirror.type(ofMetadata: metadata)
        guard type != 0 else { return nothing }
        return ValueLayout(
            slots: pool.add(finder.row(of: type)), size: UInt32(size),
            isInline: flags & 0x0002_0000 == 0)
    }
}
