/// Turns what a search found into answers, reading each reference once more.
struct AnswerWriter {
    private let groups: [RootGroup]
    private let graph: SwiftObjectGraph
    private let names: TypeNames
    private let code: ClosureCode

    /// - Parameter isOfDying: Whether the answers are about objects in their `deinit`.
    init(
        layouts: ObjectLayouts, groups: [RootGroup], isOfDying: Bool = false,
        codeUse: @escaping (UInt) -> CodeUse
    ) {
        self.groups = groups
        // Memory of its own remembers nothing of the search.
        graph = SwiftObjectGraph(
            layouts: layouts, memory: GuardedMemory(), isOfDying: isOfDying)
        names = TypeNames(graph: graph)
        code = ClosureCode(memory: graph.memory, use: codeUse)
    }

    /// An answer for each target; nil when it is gone, or a reference on the path to it.
    func retentions(of targets: [UInt], found: SearchResult) -> [Retention?] {
        let bytes = found.dominated.sums { HeapBlock.size(at: $0, memory: graph.memory) }
        return targets.indices.map { index in
            guard let count = graph.count(of: targets[index])?.strong,
                let (reason, steps) = explanation(
                    of: targets[index], found.paths[index], targets: targets)
            else { return nil }
            let own = HeapBlock.size(at: targets[index], memory: graph.memory)
            let dominated = found.dominated
            return Retention(
                reason: reason, steps: steps, retainCount: count,
                seenReferences: found.paths[index].seenReferences,
                dominatedCount: dominated.counts.indices.contains(index)
                    ? dominated.counts[index] : 0,
                dominatedBytes: own + (bytes.indices.contains(index) ? bytes[index] : 0),
                isPartial: found.isPartial)
        }
    }

    private func explanation(
        of target: UInt, _ path: FoundPath, targets: [UInt]
    ) -> (Retention.Reason, [RetainStep])? {
        switch path.origin {
        case .root(let rank, let index):
            let group = groups[Int(rank)]
            let steps =
                group.roots.isEmpty
                ? steps(from: group.objects[index], to: target, path)
                : steps(from: group.roots[index], to: target, path)
            return steps.map { (group.reason, $0) }
        case .itself:
            return steps(from: target, to: target, path).map { (.cycle, $0) }
        case .survivor(let index):
            // Held by another one that is explained itself.
            return steps(from: targets[index], to: target, path).map { (.unseen, $0) }
        case .unseen: return (.unseen, [])
        }
    }

    private func steps(
        from root: HeapRoot, to target: UInt, _ path: FoundPath
    ) -> [RetainStep]? {
        guard root.isStillThere(memory: graph.memory) else { return nil }
        var writer = StepWriter(
            from: root.holder, at: root.address, evidence: root.evidence, graph: graph,
            names: names, code: code)
        writer.hidesLabel = root.isHalfDescribed
        writer.follow(
            EdgeDescription(label: root.label, code: root.code), to: root.object,
            isLast: path.steps.isEmpty)
        return writer.steps(along: path.steps, to: target)
    }

    private func steps(
        from object: UInt, to target: UInt, _ path: FoundPath
    ) -> [RetainStep]? {
        guard graph.layout(of: object) != nil else { return nil }
        var writer = StepWriter(
            from: .object(type: names.name(of: object)), at: object, evidence: .observed,
            graph: graph, names: names, code: code)
        return writer.steps(along: path.steps, to: target)
    }
}
