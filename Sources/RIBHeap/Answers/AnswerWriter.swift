// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// Turns the result of a search into answers, and reads each reference again on the way.
struct AnswerWriter {
    let groups: [RootGroup]
    private let graph: SwiftObjectGraph
    let names: TypeNames
    let code: ClosureCode

    typealias Way = (reason: RetentionReason, steps: [RetainStep])

    /// - Parameter isOfDying: Whether the answers are about objects in their `deinit`.
    init(
        layouts: ObjectLayouts, groups: [RootGroup], isOfDying: Bool = false,
        codeUse: @escaping (UInt) -> CodeUse
    ) {
        self.groups = groups
        // A separate memory, so that nothing here comes from pages that the search kept.
        graph = SwiftObjectGraph(layouts: layouts, memory: GuardedMemory(), isOfDying: isOfDying)
        names = TypeNames(graph: graph)
        code = ClosureCode(memory: graph.memory, use: codeUse)
    }

    /// An answer for each target; nil when the target, or a reference on its path, is gone.
    func retentions(
        of targets: [UInt], found: SearchResult, owners: OwnerPaths? = nil
    ) -> [Retention?] {
        let bytes = found.dominated.sums(size: graph.memory.blockSize)
        let counts = found.dominated.counts
        return targets.indices.map { index in
            let (target, path) = (targets[index], found.paths[index])
            guard let count = graph.count(of: target)?.strong,
                let way = way(to: target, path, targets: targets),
                let (reason, steps) = groups.owner(of: path).map({
                    owners?.explanation(of: target, after: $0, way.steps)
                }) ?? way
            else { return nil }
            let own = graph.memory.blockSize(at: target)
            return Retention(
                reason: reason, steps: steps, retainCount: count,
                seenReferences: path.seenReferences,
                dominatedCount: counts.indices.contains(index) ? counts[index] : 0,
                dominatedBytes: own + (bytes.indices.contains(index) ? bytes[index] : 0),
                isPartial: found.isPartial,
                others: path.others.compactMap { other(to: target, $0, targets: targets) })
        }
    }

    /// A further path; nil when one of its references is gone.
    private func other(to target: UInt, _ path: FoundPath, targets: [UInt]) -> Retention.Other? {
        // What a field without a type leads to is too uncertain for a further path.
        guard groups.owner(of: path) == nil,
            let (reason, steps) = way(to: target, path, targets: targets), !steps.isEmpty
        else { return nil }
        return Retention.Other(reason: reason, steps: steps)
    }

    /// The steps of a path, and where it begins; nil when one of its references is gone.
    ///
    /// - Parameter targets: The targets of the search, for a path that may begin at one.
    func way(to target: UInt, _ path: FoundPath, targets: [UInt] = []) -> Way? {
        switch path.origin {
        case .root(let rank, let index):
            let group = groups[Int(rank)]
            let steps =
                group.roots.isEmpty
                ? steps(from: group.objects[index], to: target, path)
                : steps(from: group.roots[index], to: target, path)
            return steps.map { (group.reason, $0) }
        case .itself: return steps(from: target, to: target, path).map { (.cycle, $0) }
        // Held by another survivor, which has an explanation of its own.
        case .survivor(let index):
            return steps(from: targets[index], to: target, path).map { (.unseen, $0) }
        case .unseen: return (.unseen, [])
        }
    }

    private func steps(from root: HeapRoot, to target: UInt, _ path: FoundPath) -> [RetainStep]? {
        guard root.isStillThere(memory: graph.memory) else { return nil }
        var writer = StepWriter(
            names: names, code: code, holder: root.holder, address: root.address,
            isInferred: root.isInferred)
        writer.follow(
            EdgeDescription(label: root.label, functions: root.functions()),
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

    private func steps(from object: UInt, to target: UInt, _ path: FoundPath) -> [RetainStep]? {
        // No reference led there, so check that it is an object at all.
        guard graph.layout(of: object) != nil else { return nil }
        var writer = StepWriter(
            names: names, code: code, holder: names.holder(of: object), address: object)
        return writer.steps(along: path.steps, to: target)
    }
}

/// Explains the owners whose untyped fields lead to the objects to explain.
///
/// A path to such an object begins with the path to its owner.
struct OwnerPaths {
    private struct Owner {
        let reason: RetentionReason
        var steps: [RetainStep]
        var holder: RetainStep.Holder
        /// The object to explain, when only it leads to the owner; nil when a root does.
        let target: UInt?

        /// Leaves a library's object as the project's code sees it: without the library's internal
        /// objects, and without the library's variable that leads there.
        mutating func shorten(_ names: TypeNames) {
            while let last = steps.last {
                if case .object = last.holder, names.isOfLibraries(last.address) {
                    holder = last.holder
                } else if case .global(let symbol, _) = last.holder,
                    OwnerPaths.libraries.contains(where: symbol.hasPrefix),
                    case .object(let type) = holder
                {
                    holder = .other(name: type)
                } else {
                    break
                }
                steps.removeLast()
            }
        }
    }

    private var owners: [UInt: Owner] = [:]

    /// - Parameter owners: The targets of a search in which the objects to explain are the roots of
    ///   the last rank.
    init(owners: [UInt], found: SearchResult, targets: [UInt], writer: AnswerWriter) {
        for (address, path) in zip(owners, found.paths) {
            guard case .root(let rank, let index) = path.origin,
                let way = writer.way(to: address, path)
            else { continue }
            var owner = Owner(
                reason: way.reason, steps: way.steps,
                holder: .object(type: writer.names.name(of: address)),
                target: Int(rank) == writer.groups.count - 1 ? targets[index] : nil)
            if writer.names.isOfLibraries(address) { owner.shorten(writer.names) }
            self.owners[address] = owner
        }
    }

    private static let libraries = ["$s10Foundation", "$s20FoundationEssentials", "$s8Dispatch"]

    /// - Parameter steps: The steps from the owner to the target.
    /// - Returns: Nil when the owner, or something on the path to it, is gone.
    func explanation(
        of target: UInt, after owner: UInt, _ steps: [RetainStep]
    ) -> AnswerWriter.Way? {
        guard let owner = owners[owner], !steps.isEmpty else { return nil }
        var steps = steps
        steps[0].holder = owner.holder
        let all = owner.steps + steps
        guard let first = owner.target else { return (owner.reason, all) }
        return (first == target ? .cycle : .unseen, all)
    }
}
