import CRIBShims

/// Finds out why objects of this process are alive.
///
/// Not for use by several threads at once. It suspends no thread and takes no lock that the host's
/// code could hold for long; other threads go on meanwhile.
package final class HeapSearch {
    /// Why there can be no search.
    package struct Unavailable: Error, Equatable {
        /// In one line.
        package let reason: String
    }

    private let mirror: RemoteMirror
    /// Outlives each search: what it knows of types stays true.
    private let layouts: ObjectLayouts
    private let globals = GlobalRoots()

    /// Sets up what is kept between searches.
    package init() throws(Unavailable) {
        do {
            mirror = try RemoteMirror()
        } catch {
            throw Unavailable(reason: error.reason)
        }
        layouts = ObjectLayouts(mirror: mirror)
    }

    /// Explains objects by one walk for all of them, and another for those that it does not explain.
    ///
    /// - Parameters:
    ///   - targets: The addresses of the objects. They may be freed at any time.
    ///   - attachedRouters: The addresses of routers that are meant to be alive.
    ///   - budget: The time after which to end with what there is, in nanoseconds.
    ///   - ownFrames: An address in the calling thread's stack: what was called from there on knows
    ///     the objects because of this search. By default only what this calls itself.
    ///   - weakest: By default memory that no type describes is searched as well, for objects that
    ///     neither a root nor they themselves keep alive as far as types say.
    ///   - clock: The time in nanoseconds.
    /// - Returns: An answer for each target; nil for one that is gone, or whose path is.
    package func explain(
        _ targets: [UInt], attachedRouters: [UInt], budget: UInt64, ownFrames: UInt? = nil,
        weakest: RetainEvidence = .inferred, clock: () -> UInt64
    ) -> [Retention?] {
        guard !targets.isEmpty else { return [] }
        let start = clock()
        mirror.addImages()
        // The search does not keep what tells it the time.
        return withoutActuallyEscaping(
            { clock() &- start >= budget },
            do: { isOver in
                explain(
                    targets, attachedRouters: attachedRouters, weakest: weakest,
                    limits: SearchLimits(isOver: isOver), ownFrames: ownFrames)
            })
    }

    private func explain(
        _ targets: [UInt], attachedRouters: [UInt], weakest: RetainEvidence,
        limits: SearchLimits, ownFrames: UInt?
    ) -> [Retention?] {
        // Its memory may remember what it has read, so it serves this search only.
        let graph = SwiftObjectGraph(layouts: layouts, memory: GuardedMemory())
        let globals = globals.find(in: graph)
        var answers = answers(
            to: targets, graph: graph, limits: limits,
            groups: [
                RootGroup(attachedRouters: attachedRouters),
                RootGroup(.global, globals.filter { $0.evidence == .observed }),
            ])
        if weakest == .inferred {
            addInferred(
                to: &answers, targets, graph: graph, limits: limits,
                globals: globals, ownFrames: ownFrames)
        }
        return answers
    }

    /// Explains how objects in their `deinit` hold one that goes with them, to be asked in that one's
    /// own `deinit`.
    ///
    /// Only objects in their `deinit` are followed: what keeps such a one until now is itself going, and
    /// all that lives on holds it no longer. So this looks at few objects, whatever the process
    /// has; it needs no time limit, and never depends on the machine's load.
    ///
    /// - Parameters:
    ///   - target: The address of an object in its `deinit`.
    ///   - roots: The addresses of objects in their `deinit`; others among them explain nothing.
    ///   - nodes: The most objects that it looks at.
    /// - Returns: The shortest path of observed references; nil when there is none.
    package func explain(
        _ target: UInt, heldBy roots: [UInt], nodes: Int = 10_000
    ) -> Retention? {
        mirror.addImages()
        let memory = GuardedMemory(capacity: 1 << 20, mostCapacity: 1 << 20)
        let graph = SwiftObjectGraph(layouts: layouts, memory: memory, isOfDying: true)
        // The root of a path was not found by a reference, so it must say itself that it is one.
        let group = RootGroup(attachedRouters: roots.filter { graph.layout(of: $0) != nil })
        let limits = SearchLimits(nodes: nodes)
        var search = PathSearch(graph: graph, targets: [target], limits: limits)
        search.walk(from: group.objects, rank: 0, areReferences: false)
        let found = search.finish()
        guard case .root = found.paths[0].origin, !found.paths[0].steps.isEmpty else { return nil }
        globals.readImages(memory: memory)
        return AnswerWriter(
            layouts: layouts, groups: [group], isOfDying: true, codeUse: globals.codeUse
        ).retentions(of: [target], found: found)[0]
    }

    private func answers(
        to targets: [UInt], graph: SwiftObjectGraph, limits: SearchLimits, groups: [RootGroup]
    ) -> [Retention?] {
        var search = PathSearch(graph: graph, targets: targets, limits: limits)
        for (rank, group) in groups.enumerated() {
            search.walk(
                from: group.objects, rank: UInt8(rank), areReferences: !group.roots.isEmpty)
        }
        return AnswerWriter(layouts: layouts, groups: groups, codeUse: globals.codeUse)
            .retentions(of: targets, found: search.finish())
    }

    private func addInferred(
        to answers: inout [Retention?], _ targets: [UInt], graph: SwiftObjectGraph,
        limits: SearchLimits, globals: [HeapRoot], ownFrames: UInt?
    ) {
        let unseen = answers.indices.filter { index in
            answers[index].map { $0.reason == .unseen && $0.steps.isEmpty } ?? false
        }
        guard !unseen.isEmpty, !limits.isOver() else { return }
        let codeUse = self.globals.codeUse
        var here = 0
        let inferred = withUnsafeMutablePointer(to: &here) { here in
            InferredRoots(
                graph: graph, globals: globals, codeUse: codeUse, limits: limits,
                ownFrames: ownFrames ?? UInt(bitPattern: here))
        }
        graph.begin()
        let found = self.answers(
            to: unseen.map { targets[$0] }, graph: graph, limits: limits, groups: inferred.groups)
        for (index, answer) in zip(unseen, found) {
            if let answer, answer.reason != .unseen { answers[index] = answer }
            if inferred.isPartial { answers[index]?.isPartial = true }
        }
    }
}
