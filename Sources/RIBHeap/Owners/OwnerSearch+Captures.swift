// SPDX-License-Identifier: Apache-2.0

/// Finds the owners that a closure captures directly, in contexts and boxes, not through captured
/// objects.
extension OwnerSearch {
    /// The most contexts and boxes to visit. A closure consists of a handful.
    private static var mostContexts: Int { 64 }

    /// The owners that one field of an object keeps, either directly or in a closure that captures
    /// them.
    ///
    /// - Parameters:
    ///   - holder: The address of an object, which may be freed at any time.
    ///   - fields: Names for the field. The first one that the object has counts.
    ///   - weakly: Whether to include weak, unowned and unmanaged captures.
    /// - Returns: Nil when there is no such field, or not all captures could be read.
    package func captured(by holder: UInt, in fields: [String], weakly: Bool) -> Set<UInt>? {
        guard let slot = slot(of: holder, called: fields) else { return nil }
        guard let field = content(of: slot, in: holder) else { return [] }
        return owners(capturedIn: field.target, weakly ? weakGraph : graph)
    }

    /// The address of the function that one field of an object calls; nil when there is none.
    package func code(of holder: UInt, in fields: [String]) -> UInt? {
        slot(of: holder, called: fields).flatMap { content(of: $0, in: holder)?.code }
    }

    /// The object that a field leads to; nil when there is no such field, or the field is empty.
    func object(of holder: UInt, in fields: [String]) -> UInt? {
        slot(of: holder, called: fields).flatMap { content(of: $0, in: holder)?.target }
    }

    private func slot(of holder: UInt, called names: [String]) -> Slot? {
        guard let layout = graph.layout(of: holder) else { return nil }
        for name in names {
            for index in layout.slots where layouts.pool.labels[index] == name {
                return layouts.pool.slots[index]
            }
        }
        return nil
    }

    /// What a field of an object leads to, with the address of the function if it is a closure. Nil
    /// when it leads to no object.
    private func content(of slot: Slot, in holder: UInt) -> (target: UInt, code: UInt?)? {
        let place = holder &+ UInt(slot.offset)
        guard let first = memory.word(at: place) else { return nil }
        switch slot.kind {
        case .function:
            guard let second = memory.word(at: place &+ 8), SwiftObjectGraph.canBeObject(second)
            else { return nil }
            return (second, first)
        case .reference where !slot.isTagged:
            return SwiftObjectGraph.canBeObject(first) ? (first, nil) : nil
        case .reference, .existential, .cases: return nil
        }
    }

    /// The owners that a context or a box leads to. Nil when there is too much to visit.
    func owners(capturedIn context: UInt, _ graph: SwiftObjectGraph) -> Set<UInt>? {
        var (pending, seen, owners): ([UInt], Set<UInt>, Set<UInt>) = ([context], [], [])
        while let node = pending.popLast() {
            guard seen.insert(node).inserted else { continue }
            guard seen.count <= Self.mostContexts else { return nil }
            if let layout = graph.layout(of: node) {
                if layout.isContext { pending += graph.references(of: node).map(\.target) }
                if layout.isObject { owners.formUnion(self.owners(of: node)) }
            } else if graph === weakGraph,
                let object = ReferenceCount.object(ofSideTable: node, memory: memory)
            {
                pending.append(object)
            }
        }
        return owners
    }

    /// The owner that an object is, or those that it stands for.
    private func owners(of object: UInt) -> [UInt] {
        switch role(of: object) {
        case .owner: [object]
        case .standIn: references(of: object).filter { role(of: $0) == .owner }
        case .token, .publisher, .other: []
        }
    }
}
