// SPDX-License-Identifier: Apache-2.0

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

    let mirror: RemoteMirror
    /// Outlives each search: what it knows of types stays true.
    let layouts: ObjectLayouts
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
    ///   - budget: The time after which to end with what there is, in nanoseconds. What is learnt for all
    ///     searches to come, as of images and types, is no part of it.
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
        mirror.addImages()
        // The search does not keep what tells it the time.
        return withoutActuallyEscaping(clock) { clock in
            let time = SearchTime(budget: budget, clock: clock)
            layouts.time = time
            defer { layouts.time = nil }
            var here = 0
            return withUnsafeMutablePointer(to: &here) { here in
                let request = Request(
                    targets: targets, attachedRouters: attachedRouters, weakest: weakest,
                    limits: SearchLimits(isOver: { time.endSlice() }),
                    ownFrames: ownFrames ?? UInt(bitPattern: here))
                return explain(request, time)
            }
        }
    }

    private struct Request {
        let targets: [UInt]
        let attachedRouters: [UInt]
        let weakest: RetainEvidence
        let limits: SearchLimits
        let ownFrames: UInt
    }

    /// Other threads may change a path while it is looked for, so what is lost by that is looked for again.
    private static let mostTries = 3

    private func explain(_ request: Request, _ time: SearchTime) -> [Retention?] {
        var found = explainOnce(request, time, isFirst: true)
        for _ in 1..<Self.mostTries where !time.endSlice() {
            let lost = found.indices.filter { found[$0].isLost }
            if lost.isEmpty { break }
            let again = explainOnce(request, time, isFirst: false)
            for index in lost { found[index] = again[index] }
        }
        for index in found.indices where found[index].isLost {
            found[index].retention?.isPartial = true
        }
        return found.map(\.retention)
    }

    private struct Answer {
        /// What is known if a path is lost is that there was none of which types tell.
        var retention: Retention?
        /// True when there may be a path that was not found: one was gone when it was read again, or a
        /// reference moved meanwhile, from where the walk had not been to where it had.
        var isLost = false

        /// Whether nothing was seen that types tell of.
        var isUnseen: Bool { retention.map { $0.reason == .unseen && $0.steps.isEmpty } ?? false }
    }

    /// - Parameter isFirst: Whether this is the first walk. What it does not see is lost, so that memory
    ///   that no type describes never answers for a reference that moved: only one that moves on
    ///   at each try does not show.
    private func explainOnce(
        _ request: Request, _ time: SearchTime, isFirst: Bool
    ) -> [Answer] {
        // Its memory may remember what it has read, so it serves this search only.
        let graph = SwiftObjectGraph(layouts: layouts, memory: GuardedMemory())
        var search = PathSearch(graph: graph, targets: request.targets, limits: request.limits)
        var groups = [RootGroup(attachedRouters: request.attachedRouters)]
        search.walk(from: groups[0].objects, rank: 0, areReferences: false)
        var globals: [HeapRoot] = []
        // Most survivors are held by what is attached, or by themselves alone: then there is no need to look
        // at all that globals lead to.
        if search.awaitsRoots() {
            globals = self.globals.find(in: graph, time)
            groups.append(RootGroup(.global, globals.filter { $0.evidence == .observed }))
            search.walk(
                from: groups[1].objects, rank: 1, areReferences: true, endsWhenFound: true)
        }
        let fresh = SwiftObjectGraph(layouts: layouts, memory: GuardedMemory())
        let retentions = writer(groups).retentions(of: request.targets, found: search.finish())
        var answers = zip(request.targets, retentions).map { target, retention in
            var answer = Answer(retention: retention)
            let isGone = retention == nil
            answer.isLost = isGone ? fresh.layout(of: target) != nil : isFirst && answer.isUnseen
            return answer
        }
        if request.weakest == .inferred, answers.contains(where: { $0.isUnseen && !$0.isLost }) {
            let walked = Walked(
                groups: groups, globals: globals, invertedObjects: search.invertedAddresses)
            addInferred(to: &answers, request, graph: graph, walked)
        }
        return answers
    }

    /// What the walk along types went through.
    private struct Walked {
        let groups: [RootGroup]
        let globals: [HeapRoot]
        let invertedObjects: [UInt]
    }

    private func writer(_ groups: [RootGroup], isOfDying: Bool = false) -> AnswerWriter {
        AnswerWriter(
            layouts: layouts, groups: groups, isOfDying: isOfDying, codeUse: globals.codeUse)
    }

    private func addInferred(
        to answers: inout [Answer], _ request: Request, graph: SwiftObjectGraph,
        _ walked: Walked
    ) {
        let unseen = answers.indices.filter { answers[$0].isUnseen && !answers[$0].isLost }
        guard !request.limits.isOver() else { return }
        graph.begin()
        let targets = unseen.map { request.targets[$0] }
        var search = PathSearch(graph: graph, targets: targets, limits: request.limits)
        search.awaitAll()
        var groups: [RootGroup] = []
        var roots = InferredRoots(
            graph: graph, targets: targets, invertedObjects: walked.invertedObjects,
            globals: walked.globals, images: globals, limits: request.limits,
            ownFrames: request.ownFrames)
        // The less telling, the dearer: threads are looked at when nothing else explains an object.
        while search.isAwaiting, let next = roots.next() {
            for group in next {
                search.walk(
                    from: group.objects, rank: UInt8(groups.count), areReferences: true,
                    endsWhenFound: true)
                groups.append(group)
            }
        }
        let found = search.finish()
        let owners = ownerPaths(of: found, groups, targets: targets, request, graph, walked)
        let retentions = writer(groups).retentions(of: targets, found: found, owners: owners)
        for (index, answer) in zip(unseen, retentions) {
            if let answer {
                if answer.reason != .unseen { answers[index].retention = answer }
            } else {
                answers[index].isLost = true
            }
            if roots.isPartial { answers[index].retention?.isPartial = true }
        }
    }

    /// Why the objects are alive whose fields lead to what was found.
    private func ownerPaths(
        of found: SearchResult, _ groups: [RootGroup], targets: [UInt], _ request: Request,
        _ graph: SwiftObjectGraph, _ walked: Walked
    ) -> OwnerPaths {
        let owners = Set(
            found.paths.compactMap { path -> UInt? in
                guard case .root(let rank, let index) = path.origin else { return nil }
                let roots = groups[Int(rank)].roots
                return roots.indices.contains(index) ? roots[index].owner : nil
            }
        ).sorted()
        guard !owners.isEmpty else { return OwnerPaths() }
        // The objects to explain come last: what only they lead to, they keep alive themselves.
        let groups = walked.groups + [RootGroup(attachedRouters: targets)]
        var search = PathSearch(graph: graph, targets: owners, limits: request.limits)
        search.awaitAll()
        for (rank, group) in groups.enumerated() where search.isAwaiting {
            search.walk(
                from: group.objects, rank: UInt8(rank), areReferences: !group.roots.isEmpty,
                endsWhenFound: true)
        }
        return OwnerPaths(
            owners: owners, found: search.finish(), targets: targets,
            rankOfTargets: groups.count - 1,
            writer: writer(groups))
    }

    /// Explains objects by what an object in its `deinit` still refers to.
    ///
    /// - Parameters:
    ///   - targets: The addresses of living objects.
    ///   - root: The address of an object in its `deinit`.
    ///   - nodes: The most objects that it looks at.
    /// - Returns: For each target the shortest path of observed references; nil when there is none.
    package func explain(
        _ targets: [UInt], heldByDying root: UInt, nodes: Int = 20_000
    ) -> [Retention?] {
        mirror.addImages()
        let memory = GuardedMemory(capacity: 1 << 20, mostCapacity: 1 << 20)
        let dying = SwiftObjectGraph(layouts: layouts, memory: memory, isOfDying: true)
        var references: [HeapReference] = []
        dying.appendReferences(of: root, to: &references)
        let holder = RetainStep.Holder.object(type: TypeNames(graph: dying).name(of: root))
        let roots = references.compactMap { reference in
            dying.describe(reference, of: root).map {
                HeapRoot(
                    object: reference.target, holder: holder,
                    address: root &+ UInt(reference.place), evidence: .observed,
                    functions: { [code = $0.code] in code.map { [$0] } ?? [] }, label: $0.label)
            }
        }
        let graph = SwiftObjectGraph(layouts: layouts, memory: memory)
        let group = RootGroup(.attachedRouter, roots)
        var search = PathSearch(
            graph: graph, targets: targets, limits: SearchLimits(nodes: nodes))
        search.walk(from: group.objects, rank: 0, areReferences: true)
        let found = search.finish()
        globals.readImages(memory: memory)
        let answers = writer([group]).retentions(of: targets, found: found)
        return zip(answers, found.paths).map { answer, path in
            if case .root = path.origin { answer } else { nil }
        }
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
        return writer([group], isOfDying: true).retentions(of: [target], found: found)[0]
    }
}
