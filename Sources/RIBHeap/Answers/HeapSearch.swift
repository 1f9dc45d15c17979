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

    /// Explains objects by one walk for all of them.
    ///
    /// - Parameters:
    ///   - targets: The addresses of the objects. They may be freed at any time.
    ///   - attachedRouters: The addresses of routers that are meant to be alive.
    ///   - budget: The time after which to end with what there is, in nanoseconds.
    ///   - clock: The time in nanoseconds.
    /// - Returns: An answer for each target; nil for one that is gone, or whose path is.
    package func explain(
        _ targets: [UInt], attachedRouters: [UInt], budget: UInt64, clock: () -> UInt64
    ) -> [Retention?] {
        guard !targets.isEmpty else { return [] }
        let start = clock()
        mirror.addImages()
        // The search does not keep what tells it the time.
        return withoutActuallyEscaping(
            { clock() &- start >= budget },
            do: { explain(targets, attachedRouters: attachedRouters, isOver: $0) })
    }

    private func explain(
        _ targets: [UInt], attachedRouters: [UInt], isOver: @escaping () -> Bool
    ) -> [Retention?] {
        // Its memory may remember what it has read, so it serves this search only.
        let graph = SwiftObjectGraph(layouts: layouts, memory: GuardedMemory())
        let groups = rootGroups(attachedRouters: attachedRouters, graph: graph)
        var search = PathSearch(
            graph: graph, targets: targets, limits: SearchLimits(isOver: isOver))
        for (rank, group) in groups.enumerated() {
            search.walk(
                from: group.objects, rank: UInt8(rank), areReferences: !group.roots.isEmpty)
        }
        return AnswerWriter(layouts: layouts, groups: groups)
            .retentions(of: targets, found: search.finish())
    }

    private func rootGroups(
        attachedRouters: [UInt], graph: SwiftObjectGraph
    ) -> [RootGroup] {
        let globals = globals.find(in: graph)
        return [
            RootGroup(attachedRouters: attachedRouters),
            RootGroup(.global, globals.filter { $0.evidence == .observed }),
            RootGroup(.global, globals.filter { $0.evidence == .inferred }),
        ]
    }
}
