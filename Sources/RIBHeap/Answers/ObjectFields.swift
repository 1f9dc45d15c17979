// SPDX-License-Identifier: Apache-2.0

/// The objects that the fields of one object refer to, without the fields of its base class.
///
/// The recorder compares the fields of a router with its attached children, to warn of one that the
/// flow has left without a detach.
///
/// Reads memory instead of using a `Mirror`, which stops the process at an unowned field when its
/// object is gone.
package struct ObjectFields {
    /// The addresses of all objects that the fields refer to, also through collections, values and
    /// closures.
    package let referred: Set<UInt>
    /// The addresses of the objects that a field refers to directly.
    package let held: [UInt]
    /// Whether a field that can refer to one object is empty.
    package let hasEmpty: Bool
}

extension HeapSearch {
    private static let mostNodes = 10_000

    /// What the fields of an object refer to. The object may be in its `deinit`.
    ///
    /// - Parameters:
    ///   - object: The address of an object that stays in memory during the call.
    ///   - bases: Classes to leave out, together with their superclasses.
    /// - Returns: Nil when the object has none of these base classes, or holds too much to visit.
    package func fields(of object: UInt, below bases: [ObjectIdentifier]) -> ObjectFields? {
        let memory = GuardedMemory(capacity: 1 << 18, mostCapacity: 1 << 18)
        let isDying = ReferenceCount.isDying(at: object)
        let graph = SwiftObjectGraph(layouts: layouts, memory: memory, isOfDying: isDying)
        guard let layout = graph.layout(of: object),
            let start = Self.size(ofBase: bases, of: object, memory: memory)
        else { return nil }
        let targets = graph.references(of: object).filter { $0.place >= start }.map(\.target)
        // What it refers to stays alive, at least until the object releases its fields.
        let living = SwiftObjectGraph(layouts: layouts, memory: memory)
        guard let referred = referred(from: targets, in: living) else { return nil }
        return ObjectFields(
            referred: referred,
            held: targets.filter { living.layout(of: $0)?.isObject == true },
            hasEmpty: layout.slots.contains { index in
                let slot = layouts.pool.slots[index]
                return slot.kind == .reference && UInt(slot.offset) >= start
                    && memory.word(at: object &+ UInt(slot.offset)) == 0
            })
    }

    /// The objects that fields refer to, also through the storage of values and the contexts of
    /// closures. Nil when there are too many.
    private func referred(from targets: [UInt], in graph: SwiftObjectGraph) -> Set<UInt>? {
        var referred: Set<UInt> = []
        var pending = targets
        while let node = pending.popLast() {
            guard referred.insert(node).inserted else { continue }
            if referred.count > Self.mostNodes { return nil }
            guard graph.layout(of: node)?.isObject == false else { continue }
            pending += graph.references(of: node).map(\.target)
        }
        return referred
    }

    /// The byte range in an object that holds the fields of its own classes; nil when it has none
    /// of these base classes.
    package static func ownFields(
        of object: UInt, below bases: [ObjectIdentifier]
    ) -> Range<UInt>? {
        let memory = GuardedMemory(capacity: 1 << 14, mostCapacity: 1 << 14)
        guard let start = size(ofBase: bases, of: object, memory: memory),
            let own = HeapMetadata.classes(from: memory.metadata(at: object), memory).first
        else { return nil }
        return start..<max(start, UInt(own.instanceSize))
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
        for found in HeapMetadata.classes(from: memory.metadata(at: object), memory)
        where String(reflecting: HeapMetadata.type(at: found.address)).hasPrefix("\(module).") {
            let fields = TypeReader().fields(of: found, memory)
            guard let field = fields.first(where: { $0.name == name }) else { continue }
            return memory.word(at: object &+ UInt(field.offset)).map { UInt64($0) }
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
        return HeapMetadata.classes(from: memory.metadata(at: object), memory)
            .first { $0.descriptor.map(descriptors.contains) ?? false }
            .map { UInt($0.instanceSize) }
    }
}
