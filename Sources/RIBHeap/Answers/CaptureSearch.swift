/// Finds out which objects a closure captures strongly.
///
/// Not for use by several threads at once. It only looks at what the closure itself has: contexts and
/// boxes, not what captured objects refer to.
package final class CaptureSearch {
    private enum Sort {
        case sought, through, other
    }

    private let memory: GuardedMemory
    private let graph: SwiftObjectGraph
    private let layouts: ObjectLayouts
    private let sought: Set<UInt>
    private let through: Set<UInt>
    /// By the address of the class.
    private var sorts: [UInt: Sort] = [:]
    /// Where the code of closures is that capture no object.
    private var capturesNothing: Set<UInt> = []

    /// What a closure is made of, in contexts and boxes, is a handful.
    private static let mostContexts = 64
    private static let mostSuperclasses = 64
    /// Closures are as many as the code has, unless it is loaded again and again.
    private static let mostKnown = 1 << 14

    /// - Parameters:
    ///   - sought: Objects of these classes and their subclasses are looked for.
    ///   - through: Objects of these classes and their subclasses stand for those of the former that
    ///     they refer to themselves.
    package init(
        for sought: [ObjectIdentifier], through: [ObjectIdentifier]
    ) throws(HeapSearch.Unavailable) {
        let mirror: RemoteMirror
        do {
            mirror = try RemoteMirror()
        } catch {
            throw HeapSearch.Unavailable(reason: error.reason)
        }
        // What is looked at lies in a handful of pages.
        let memory = GuardedMemory(capacity: 1 << 18, mostCapacity: 1 << 18)
        self.memory = memory
        layouts = ObjectLayouts(mirror: mirror)
        graph = SwiftObjectGraph(layouts: layouts, memory: memory)
        mirror.addImages()
        func descriptors(_ types: [ObjectIdentifier]) -> Set<UInt> {
            Set(
                types.compactMap {
                    HeapMetadata(at: UInt(bitPattern: $0), memory: memory)?.descriptor
                })
        }
        self.sought = descriptors(sought)
        self.through = descriptors(through)
    }

    /// The objects sought that one field of an object keeps: itself, or as a closure that captures
    /// them.
    ///
    /// - Parameters:
    ///   - holder: The address of an object that lives until this comes back.
    ///   - fields: The names of the field; the first that the object has counts.
    ///   - isOver: Says whether to give up.
    /// - Returns: Nil when there is no such field, or not all could be looked at.
    package func found(
        by holder: UInt, in fields: [String], isOver: () -> Bool
    ) -> Set<UInt>? {
        // Other code runs between two searches.
        memory.forgetPages()
        graph.begin()
        guard let layout = graph.layout(of: holder),
            let slot = slot(of: layout, called: fields)
        else { return nil }
        guard let field = Field(slot, of: holder) else { return [] }
        if let code = field.code, capturesNothing.contains(code) { return [] }
        var walk = Walk(pending: [field.target])
        while let node = walk.pending.popLast() {
            guard walk.seen.insert(node).inserted else { continue }
            guard walk.seen.count <= Self.mostContexts, !isOver() else { return nil }
            visit(node, &walk)
        }
        if let code = field.code, walk.isAlwaysEmpty, capturesNothing.count < Self.mostKnown {
            capturesNothing.insert(code)
        }
        return walk.found
    }

    /// What an object sought itself refers to, such as what is known elsewhere to be its own.
    package func references(of object: UInt) -> [UInt] {
        var references: [HeapReference] = []
        graph.appendReferences(of: object, to: &references)
        return references.map(\.target)
    }

    private struct Walk {
        var pending: [UInt]
        var seen: Set<UInt> = []
        var found: Set<UInt> = []
        /// True while all that was seen is the same each time this code's closure is made.
        var isAlwaysEmpty = true
    }

    private func visit(_ node: UInt, _ walk: inout Walk) {
        guard let layout = graph.layout(of: node) else {
            walk.isAlwaysEmpty = false
            return
        }
        switch layout.role {
        case .context:
            var references: [HeapReference] = []
            graph.appendReferences(of: node, to: &references)
            // What calls another closure is shared by all that are called so, and what is nil may be
            // something next time.
            if !layout.isSimple || references.count < layout.slots.count
                || hasFunction(layout)
            {
                walk.isAlwaysEmpty = false
            }
            walk.pending += references.map(\.target)
        case .object:
            walk.isAlwaysEmpty = false
            switch sort(of: node) {
            case .sought: walk.found.insert(node)
            case .through:
                walk.found.formUnion(references(of: node).filter { sort(of: $0) == .sought })
            case .other: break
            }
        case .storage: walk.isAlwaysEmpty = false
        }
    }

    private func hasFunction(_ layout: ObjectLayout) -> Bool {
        layout.slots.indices.contains { layouts.pool.slots[$0].kind == .function }
    }

    private func slot(of layout: ObjectLayout, called names: [String]) -> Slot? {
        for name in names {
            for index in layout.slots.indices where layouts.pool.labels[index] == name {
                return layouts.pool.slots[index]
            }
        }
        return nil
    }

    private func sort(of object: UInt) -> Sort {
        guard let type = memory.word(at: object) else { return .other }
        if let known = sorts[type] { return known }
        let sort = findSort(type)
        if sorts.count < Self.mostKnown { sorts[type] = sort }
        return sort
    }

    private func findSort(_ type: UInt) -> Sort {
        var next: UInt? = type
        var depth = 0
        while let type = next, depth < Self.mostSuperclasses,
            let metadata = HeapMetadata(at: type, memory: memory), metadata.kind == .class
        {
            if let descriptor = metadata.descriptor {
                if sought.contains(descriptor) { return .sought }
                if through.contains(descriptor) { return .through }
            }
            next = metadata.superclass
            depth += 1
        }
        return .other
    }
}

/// What a field of a living object leads to.
private struct Field {
    let target: UInt
    /// Of the closure, if it is one.
    let code: UInt?

    /// - Parameter holder: An object that lives.
    /// - Returns: Nil when the field leads to no object.
    init?(_ slot: Slot, of holder: UInt) {
        guard let place = UnsafeRawPointer(bitPattern: holder + UInt(slot.offset)) else {
            return nil
        }
        switch slot.kind {
        case .function:
            code = place.load(as: UInt.self)
            target = place.load(fromByteOffset: 8, as: UInt.self)
        case .reference where !slot.isTagged:
            code = nil
            target = place.load(as: UInt.self)
        case .reference, .existential, .cases: return nil
        }
        guard SwiftObjectGraph.canBeObject(target) else { return nil }
    }
}
