/// Turns what a search found into answers, reading each reference once more.
struct AnswerWriter {
    private let graph: SwiftObjectGraph
    private let names: TypeNames

    init(mirror: RemoteMirror) {
        // Memory of its own remembers nothing of the search.
        graph = SwiftObjectGraph(mirror: mirror, memory: GuardedMemory())
        names = TypeNames(graph: graph)
    }

    /// Nil when the object is gone, or a reference on the path to it.
    func retention(of target: UInt, found: PlainWalk.Found, groups: [RootGroup]) -> Retention? {
        guard let count = strongCount(of: target) else { return nil }
        var retention = Retention(
            reason: .unseen, steps: [], retainCount: count,
            seenReferences: found.seenReferences, dominatedCount: 0, dominatedBytes: 0,
            isPartial: found.isPartial)
        switch found.origin {
        case .root(let group, let index):
            let root = groups[group].roots[index]
            guard let steps = steps(from: root, along: found.references) else { return nil }
            retention.reason = groups[group].reason
            retention.steps = steps
        case .itself:
            guard
                let steps = StepWriter.steps(
                    from: .object(type: names.name(of: target)), at: target, root: nil,
                    evidence: .observed, along: found.references, graph: graph, names: names)
            else { return nil }
            retention.reason = .cycle
            retention.steps = steps
        case .unseen: break
        }
        return retention
    }

    private func steps(
        from root: RootGroup.Root, along references: [(holder: UInt, reference: HeapReference)]
    ) -> [RetainStep]? {
        guard let global = root.global else {
            guard graph.layout(of: root.target) != nil else { return nil }
            return StepWriter.steps(
                from: .object(type: names.name(of: root.target)), at: root.target, root: nil,
                evidence: .observed, along: references, graph: graph, names: names)
        }
        let isStillThere =
            global.address == global.object
            || graph.memory.word(at: global.address).map { $0 & Slot.addressBits } == global.object
        guard isStillThere else { return nil }
        return StepWriter.steps(
            from: .global(symbol: global.symbol, address: UInt(global.address)), at: global.address,
            root: (global.object, global.code), evidence: global.evidence, along: references,
            graph: graph, names: names)
    }

    private func strongCount(of target: UInt) -> Int? {
        guard graph.layout(of: target) != nil, let word = graph.memory.word(at: target &+ 8) else {
            return nil
        }
        return ReferenceCount(word: word, of: target, memory: graph.memory)?.strong
    }
}
