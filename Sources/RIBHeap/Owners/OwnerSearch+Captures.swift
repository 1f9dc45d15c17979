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
    /// - Returns: Their addresses; nil when there is no such field, or not all captures could be
    ///   read.
    package func captured(
        by holder: UInt, in fields: [String], weakly: Bool
    ) -> Set<UInt>? {
        guard let slot = slot(of: holder, called: fields) else { return nil }
        guard let field = content(of: slot, in: holder) else { return [] }
        if let code = field.code, capturesNothing.contains(code) { return [] }
        var walk = Walk(pending: [field.target], graph: weakly ? weakGraph : graph)
        guard visitAll(&walk) else { return nil }
        if let code = field.code, walk.isAlwaysEmpty, weakly,
            capturesNothing.count < Self.mostKnown
        {
            capturesNothing.insert(code)
        }
        return walk.found
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

    /// The owners that contexts and boxes lead to, such as those of a closure.
    ///
    /// - Returns: Their addresses; nil when not all of them could be read.
    func owners(capturedIn contexts: [UInt]) -> Set<UInt>? {
        var walk = Walk(pending: contexts, graph: weakGraph)
        return visitAll(&walk) ? walk.found : nil
    }

    /// - Returns: False when there was too much to visit.
    private func visitAll(_ walk: inout Walk) -> Bool {
        while let node = walk.pending.popLast() {
            guard walk.seen.insert(node).inserted else { continue }
            guard walk.seen.count <= Self.mostContexts else { return false }
            visit(node, &walk)
        }
        return true
    }

    private struct Walk {
        var pending: [UInt]
        let graph: SwiftObjectGraph
        var seen: Set<UInt> = []
        var found: Set<UInt> = []
        /// True while everything seen so far is the same each time this code makes its closure.
        var isAlwaysEmpty = true
    }

    private func visit(_ node: UInt, _ walk: inout Walk) {
        guard let layout = walk.graph.layout(of: node) else {
            walk.isAlwaysEmpty = false
            if walk.graph === weakGraph,
                let object = ReferenceCount.object(ofSideTable: node, memory: memory)
            {
                walk.pending.append(object)
            }
            return
        }
        if layout.isContext {
            let references = walk.graph.references(of: node)
            // All closures called through a wrapper share the wrapper's code, and a nil field may
            // be set next time.
            if !layout.isSimple || references.count < layout.slots.count
                || hasFunction(layout, walk.graph)
            {
                walk.isAlwaysEmpty = false
            }
            walk.pending += references.map(\.target)
            return
        }
        walk.isAlwaysEmpty = false
        guard layout.isObject else { return }
        switch role(of: node) {
        case .owner: walk.found.insert(node)
        case .standIn: walk.found.formUnion(references(of: node).filter { role(of: $0) == .owner })
        case .token, .publisher, .other: break
        }
    }

    private func hasFunction(_ layout: ObjectLayout, _ graph: SwiftObjectGraph) -> Bool {
        layout.slots.contains { graph.layouts.pool.slots[$0].kind == .function }
    }
}
