// SPDX-License-Identifier: Apache-2.0

import CRIBShims

/// Finds out why objects of this process are alive.
/// Use it from one thread at a time. It suspends no thread and takes no lock that the host's code
/// could hold for long. Other threads keep running during a search.
package final class HeapSearch {
    /// Why a search is not possible.
    package struct Unavailable: Error, Equatable {
        /// The reason, in one line.
        package let reason: String
    }

    let types = TypeReader()
    /// Kept across searches, because what it knows of types stays true.
    let layouts: ObjectLayouts
    let globals = GlobalRoots()
    /// The layouts with weak references, made when first needed.
    lazy var weakLayouts = ObjectLayouts(types: types, includes: .all)
    /// Finds timers. Made when first needed.
    lazy var timers = OwnerSearch(types: types)

    /// Sets up what all searches share.
    package init() throws(Unavailable) {
        layouts = ObjectLayouts(types: types)
        guard GuardedMemory().isReadable else {
            throw Unavailable(reason: "this process may not read its own memory")
        }
    }

    /// Explains all objects with one walk, and with another one those that the first did not
    /// explain.
    ///
    /// - Parameters:
    ///   - targets: The addresses of the objects. They may be freed at any time.
    ///   - attachedRouters: The addresses of routers that are meant to be alive.
    ///   - budget: The time limit in nanoseconds; the search then ends with what it has. Work that
    ///     is done once for all later searches, such as reading images and types, does not count.
    ///   - ownFrames: An address in the calling thread's stack. The search skips frames called from
    ///     there, which refer to the objects only because of the search. By default, it skips the
    ///     frames that this method calls.
    ///   - includingInferred: Whether to search memory without types for objects that neither roots
    ///     nor cycles keep alive as far as types tell.
    ///   - clock: The time in nanoseconds.
    /// - Returns: An answer for each target; nil when the target or its path is gone.
    package func explain(
        _ targets: [UInt], attachedRouters: [UInt], budget: UInt64, ownFrames: UInt? = nil,
        includingInferred: Bool = true, clock: () -> UInt64
    ) -> [Retention?] {
        guard !targets.isEmpty else { return [] }
        // The search does not keep the clock.
        return withoutActuallyEscaping(clock) { clock in
            let time = SearchTime(budget: budget, clock: clock)
            layouts.time = time
            defer { layouts.time = nil }
            var here = 0
            return withUnsafeMutablePointer(to: &here) { here in
                let request = Request(
                    targets: targets, attachedRouters: attachedRouters,
                    includesInferred: includingInferred,
                    limits: SearchLimits(isOver: { time.endSlice() }),
                    ownFrames: ownFrames ?? UInt(bitPattern: here))
                return explain(request, time)
            }
        }
    }

    struct Request {
        let targets: [UInt]
        let attachedRouters: [UInt]
        let includesInferred: Bool
        let limits: SearchLimits
        let ownFrames: UInt

        // What the walk along types visited. The objects' addresses are inverted, because memory
        // that is searched may once have held this list.
        var groups: [RootGroup] = []
        var globals: [HeapRoot] = []
        var invertedObjects: [UInt] = []
    }

    /// Other threads may change a path during a search, so lost answers are searched again. So is
    /// what nothing seems to hold: a thread of libdispatch may have had it in its hands while the
    /// queues were read, and a queue while the threads were.
    private static let mostTries = 3

    private func explain(_ request: Request, _ time: SearchTime) -> [Retention?] {
        var found = explainOnce(request, time, isFirst: true)
        for _ in 1..<Self.mostTries where !time.endSlice() {
            let doubtful = found.indices.filter {
                found[$0].isLost || request.includesInferred && found[$0].isUnseen
            }
            if doubtful.isEmpty { break }
            let again = explainOnce(request, time, isFirst: false)
            for index in doubtful { found[index] = again[index] }
        }
        for index in found.indices where found[index].isLost {
            found[index].retention?.isPartial = true
        }
        return found.map(\.retention)
    }

    private struct Answer {
        /// For a lost path, this says only that typed memory showed none.
        var retention: Retention?
        /// Whether a path may have been missed: it was gone on the second reading, or a reference
        /// moved from memory that the walk had not visited to memory that it had.
        var isLost = false

        /// Whether typed memory showed nothing that holds the object.
        var isUnseen: Bool { retention.map { $0.reason == .unseen && $0.steps.isEmpty } ?? false }
    }

    /// - Parameter isFirst: Whether this is the first walk. An object that it does not see counts
    ///   as lost. So memory without types never explains a reference that merely moved, unless it
    ///   moves during each try.
    private func explainOnce(_ request: Request, _ time: SearchTime, isFirst: Bool) -> [Answer] {
        var request = request
        // This memory keeps what it has read, so it serves one search only.
        let graph = SwiftObjectGraph(layouts: layouts, memory: GuardedMemory())
        var search = PathSearch(graph: graph, targets: request.targets, limits: request.limits)
        request.groups = [RootGroup(.attachedRouter, objects: request.attachedRouters)]
        search.walk(from: request.groups[0])
        // Attached objects, or the survivors themselves, hold most survivors. Then there is no need
        // to walk all that globals lead to.
        if search.awaitsRoots() {
            request.globals = globals.find(in: graph, time)
            request.groups.append(RootGroup(.global, request.globals.filter { !$0.isInferred }))
            search.walk(from: request.groups[1], endsWhenFound: true)
        }
        let fresh = SwiftObjectGraph(layouts: layouts, memory: GuardedMemory())
        let retentions = writer(request.groups)
            .retentions(of: request.targets, found: search.finish())
        var answers = zip(request.targets, retentions).map { target, retention in
            var answer = Answer(retention: retention)
            let isGone = retention == nil
            answer.isLost = isGone ? fresh.layout(of: target) != nil : isFirst && answer.isUnseen
            return answer
        }
        if request.includesInferred, answers.contains(where: { $0.isUnseen && !$0.isLost }) {
            request.invertedObjects = search.invertedAddresses
            addInferred(to: &answers, request, graph: graph)
        }
        return answers
    }

    func writer(_ groups: [RootGroup], isOfDying: Bool = false) -> AnswerWriter {
        AnswerWriter(
            layouts: layouts, groups: groups, isOfDying: isOfDying, codeUse: globals.codeUse)
    }

    private func addInferred(
        to answers: inout [Answer], _ request: Request, graph: SwiftObjectGraph
    ) {
        let unseen = answers.indices.filter { answers[$0].isUnseen && !answers[$0].isLost }
        guard !request.limits.isOver() else { return }
        graph.begin()
        let targets = unseen.map { request.targets[$0] }
        var search = PathSearch(graph: graph, targets: targets, limits: request.limits)
        search.awaitAll()
        var groups: [RootGroup] = []
        let roots = InferredRoots(request, targets: targets, graph: graph, images: globals)
        // The weaker the evidence, the higher the cost. What may be left over comes last.
        while search.isAwaiting, let next = roots.next(for: search.invertedAwaited) {
            for group in next {
                search.walk(from: group, endsWhenFound: true)
                groups.append(group)
            }
        }
        let found = search.finish()
        let owners = ownerPaths(of: found, groups, targets: targets, request, graph)
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

    /// Explains the owners whose untyped fields lead to the found objects.
    private func ownerPaths(
        of found: SearchResult, _ groups: [RootGroup], targets: [UInt], _ request: Request,
        _ graph: SwiftObjectGraph
    ) -> OwnerPaths? {
        let owners = Set(found.paths.compactMap(groups.owner)).sorted()
        guard !owners.isEmpty else { return nil }
        // The objects to explain come last: an owner that only they lead to is kept alive by them.
        let groups = request.groups + [RootGroup(.attachedRouter, objects: targets)]
        var search = PathSearch(graph: graph, targets: owners, limits: request.limits)
        search.awaitAll()
        for group in groups where search.isAwaiting {
            search.walk(from: group, endsWhenFound: true)
        }
        return OwnerPaths(
            owners: owners, found: search.finish(), targets: targets, writer: writer(groups))
    }
}
