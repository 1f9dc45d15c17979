// SPDX-License-Identifier: Apache-2.0

/// The objects that the fields of one object refer to, without the fields of its base class.
///
/// Reads memory instead of using a `Mirror`, which stops the process at an unowned field when its
/// object is gone.
package struct ObjectFields {
    /// The addresses of all objects that the fields refer to, also through collections, values and
    /// closures.
    package fileprivate(set) var referred: Set<UInt> = []
    /// The addresses of the objects that a field refers to directly.
    package fileprivate(set) var held: [UInt] = []
    /// Whether a field that can refer to one object is empty.
    package fileprivate(set) var hasEmpty = false

    fileprivate init() {}
}

extension HeapSearch {
    private static let mostNodes = 10_000
    private static let mostSuperclasses = 64

    /// What the fields of an object refer to. The object may be in its `deinit`.
    ///
    /// - Parameters:
    ///   - object: The address of an object that stays in memory during the call.
    ///   - bases: Classes to leave out, together with their superclasses.
    /// - Returns: Nil when the object has none of these base classes, or holds too much to visit.
    package func fields(of object: UInt, below bases: [ObjectIdentifier]) -> ObjectFields? {
        mirror.addImages()
        let memory = GuardedMemory(capacity: 1 << 18, mostCapacity: 1 << 18)
        let isDying = ReferenceCount.isDying(at: object)
        let graph = SwiftObjectGraph(layouts: layouts, memory: memory, isOfDying: isDying)
        guard let layout = graph.layout(of: object),
            let start = Self.size(ofBase: bases, of: object, memory: memory)
        else { return nil }
        var search = FieldSearch(start: start)
        graph.visit(object, layout, with: &search)
        search.lookForEmpty(of: object, layout, pool: layouts.pool, memory: memory)
        // What it refers to stays alive, at least until the object releases its fields.
        let living = SwiftObjectGraph(layouts: layouts, memory: memory)
        return search.fields(following: living, most: Self.mostNodes)
    }

    /// The byte range in an object that holds the fields of its own classes; nil when it has none
    /// of these base classes.
    package static func ownFields(
        of object: UInt, below bases: [ObjectIdentifier]
    ) -> Range<UInt>? {
        #if canImport(Darwin)
            // The class layout differs there.
            return nil
        #else
            let memory = GuardedMemory(capacity: 1 << 14, mostCapacity: 1 << 14)
            guard let start = size(ofBase: bases, of: object, memory: memory),
                let metadata = memory.word(at: object).flatMap({
                    HeapMetadata(at: $0, memory: memory)
                })
            else { return nil }
            return start..<max(start, UInt(metadata.instanceSize))
        #endif
    }

    /// The number of 64 bits in a field that a class of a module declares, for an object of that
    /// class or of one that inherits from it.
    ///
    /// - Parameters:
    ///   - object: An address. Anything may be there.
    ///   - module: The module's name.
    package static func number(
        inField name: String, declaredIn module: String, of object: UInt
    ) -> UInt64? {
        let memory = GuardedMemory(capacity: 1 << 14, mostCapacity: 1 << 14)
        var next = memory.word(at: object)
        for _ in 0..<mostSuperclasses {
            guard let address = next,
                let metadata = HeapMetadata(at: address, memory: memory), metadata.kind == .class,
                let pointer = UnsafeRawPointer(bitPattern: address)
            else { return nil }
            // A type is the address of its metadata, which is never freed.
            let type = String(reflecting: unsafeBitCast(pointer, to: Any.Type.self))
            if type.hasPrefix("\(module)."),
                let field = RuntimeFields(ofClass: address, superclass: metadata.superclass).all
                    .first(where: { $0.name == name })
            {
                return memory.word(at: object &+ UInt(field.offset)).map { UInt64($0) }
            }
            next = metadata.superclass
        }
        return nil
    }

    /// The byte offset at which the fields of an object's own classes begin.
    private static func size(
        ofBase bases: [ObjectIdentifier], of object: UInt, memory: GuardedMemory
    ) -> UInt? {
        let descriptors = bases.compactMap {
            HeapMetadata(at: UInt(bitPattern: $0), memory: memory)?.descriptor
        }
        var next = memory.word(at: object)
        for _ in 0..<mostSuperclasses {
            guard let metadata = next.flatMap({ HeapMetadata(at: $0, memory: memory) }),
                metadata.kind == .class
            else { return nil }
            if metadata.descriptor.map(descriptors.contains) ?? false {
                return UInt(metadata.instanceSize)
            }
            next = metadata.superclass
        }
        return nil
    }
}

/// Collects the references of an object's own fields.
private struct FieldSearch: SlotVisitor {
    private let start: UInt
    private var targets: [UInt] = []
    private var hasEmpty = false

    init(start: UInt) { self.start = start }

    mutating func take(_ target: UInt, place: UInt, slot: Int, outer: Int) {
        if place >= start { targets.append(target & Slot.addressBits) }
    }

    mutating func lookForEmpty(
        of object: UInt, _ layout: ObjectLayout, pool: SlotPool, memory: GuardedMemory
    ) {
        hasEmpty = layout.slots.indices.contains { index in
            let slot = pool.slots[index]
            return slot.kind == .reference && UInt(slot.offset) >= start
                && memory.word(at: object &+ UInt(slot.offset)) == 0
        }
    }

    /// Follows the storage of values and the contexts of closures.
    func fields(following graph: SwiftObjectGraph, most: Int) -> ObjectFields? {
        var fields = ObjectFields()
        fields.hasEmpty = hasEmpty
        fields.held = targets.filter { graph.layout(of: $0)?.role == .object }
        var pending = targets
        var references: [HeapReference] = []
        while let node = pending.popLast() {
            guard fields.referred.insert(node).inserted else { continue }
            if fields.referred.count > most { return nil }
            guard let role = graph.layout(of: node)?.role, role != .object else { continue }
            references.removeAll(keepingCapacity: true)
            graph.appendReferences(of: node, to: &references)
            pending += references.map(\.target)
        }
        return fields
    }
}
