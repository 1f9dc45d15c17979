// SPDX-License-Identifier: Apache-2.0

/// What the fields of one object refer to, those of its base class left out.
///
/// Read from memory and not by a `Mirror`, which stops the process at an unowned field whose object is
/// gone.
package struct ObjectFields {
    /// The addresses of all objects that they refer to, through collections, values and closures.
    package fileprivate(set) var referred: Set<UInt> = []
    /// Those to which a field of its own refers.
    package fileprivate(set) var held: [UInt] = []
    /// Whether a field for one object refers to none.
    package fileprivate(set) var hasEmpty = false

    fileprivate init() {}
}

extension HeapSearch {
    private static let mostNodes = 10_000
    private static let mostSuperclasses = 64

    /// What the fields of an object refer to, which may be in its `deinit`.
    ///
    /// - Parameters:
    ///   - object: The address of an object that is there until this comes back.
    ///   - bases: Classes whose fields are left out, and those of their superclasses.
    /// - Returns: Nil when the object is of none of these classes, or too much to look at.
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
        // What it refers to lives on, at least until its fields are let go.
        let living = SwiftObjectGraph(layouts: layouts, memory: memory)
        return search.fields(following: living, most: Self.mostNodes)
    }

    /// Where in an object the fields of its own classes lie, in bytes; nil when it is of none of these
    /// bases.
    package static func ownFields(
        of object: UInt, below bases: [ObjectIdentifier]
    ) -> Range<UInt>? {
        #if canImport(Darwin)
            // Classes lie otherwise there.
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

    /// Where the fields of an object's own classes begin, in bytes.
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

/// Takes the references of an object's own fields.
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

    /// Follows what only holds values: storage and contexts.
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
