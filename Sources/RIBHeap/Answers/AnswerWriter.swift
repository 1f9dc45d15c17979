// SPDX-License-Identifier: Apache-2.0

/// Turns the result of a search into answers, and reads each reference again on the way.
struct AnswerWriter {
    private let groups: [RootGroup]
    private let graph: SwiftObjectGraph
    let names: TypeNames
    private let code: ClosureCode

    /// - Parameter isOfDying: Whether the answers are about objects in their `deinit`.
    init(
        layouts: ObjectLayouts, groups: [RootGroup], isOfDying: Bool = false,
        codeUse: @escaping (UInt) -> CodeUse
    ) {
        self.groups = groups
        // A separate memory, so that nothing here comes from pages that the search kept.
        graph = SwiftObjectGraph(
            layouts: layouts, memory: GuardedMemory(), isOfDying: isOfDying)
        names = TypeNames(graph: graph)
        code = ClosureCode(memory: graph.memory, use: codeUse)
    }

    /// An answer for each target; nil when the target, or a reference on its path, is gone.
    ///
    /// - Parameter owners: Explanations of the objects whose fields are roots.
    func retentions(
        of targets: [UInt], found: SearchResult, owners: OwnerPaths = OwnerPaths()
    ) -> [Retention?] {
        let bytes = found.dominated.sums { HeapBlock.size(at: $0, memory: graph.memory) }
        return targets.indices.map { index in
            guard let count = graph.count(of: targets[index])?.strong,
                let (reason, steps) = explanation(
                    of: targets[index], found.paths[index], targets: targets, owners)
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
        of target: UInt, _ path: FoundPath, targets: [UInt], _ owners: OwnerPaths
    ) -> (Retention.Reason, [RetainStep])? {
        switch path.origin {
        case .root(let rank, let index):
            let group = groups[Int(rank)]
            if group.roots.indices.contains(index), let owner = group.roots[index].owner {
                return steps(from: group.roots[index], to: target, path).flatMap {
                    owners.explanation(of: target, after: owner, $0)
                }
            }
            return steps(to: target, path).map { ($0.reason, $0.steps) }
        case .itself:
            return steps(from: target, to: target, path).map { (.cycle, $0) }
        case .survivor(let index):
            // Held by another survivor, which has an explanation of its own.
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
        writer.follow(
            EdgeDescription(label: root.label, functions: root.functions().map(code.function)),
            to: root.object, isLast: path.steps.isEmpty)
        guard var steps = writer.steps(along: path.steps, to: target) else { return nil }
        // In memory without types, only the field that leads there has a name.
        if root.owner != nil { steps[0].label = root.label }
        // A task's first function may only call the closure that the task was made with.
        if root.isOfTask, steps.count > 2, steps[1].target == StepWriter.closure {
            steps.remove(at: 1)
        }
        return steps
    }

    /// The steps along a path that a search found, from one of its roots.
    func steps(
        to target: UInt, _ path: FoundPath
    ) -> (rank: Int, index: Int, reason: Retention.Reason, steps: [RetainStep])? {
        guard case .root(let rank, let index) = path.origin else { return nil }
        let group = groups[Int(rank)]
        let steps =
            group.roots.isEmpty
            ? steps(from: group.objects[index], to: target, path)
            : steps(from: group.roots[index], to: target, path)
        return steps.map { (Int(rank), index, group.reason, $0) }
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
