import CRIBShims

/// Finds out why objects of this process are alive.
///
/// Not for use by several threads at once. It suspends no thread and takes no lock that the host's
/// code could hold for long; other threads go on meanwhile.
package final class HeapSearch {
    /// Why there can be no search, in one line.
    package struct Unavailable: Error, Equatable {
        package let reason: String
    }

    private let mirror: RemoteMirror
    private let graph: SwiftObjectGraph
    private let globals: GlobalRoots

    /// Sets up what is kept between searches, in some milliseconds.
    package init() throws(Unavailable) {
        do {
            mirror = try RemoteMirror()
        } catch {
            throw Unavailable(reason: error.reason)
        }
        graph = SwiftObjectGraph(mirror: mirror, memory: GuardedMemory())
        globals = GlobalRoots(graph: graph)
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
        let end = clock() &+ budget
        _ = mirror.addImages()
        graph.layouts.forgetStrangers()
        return withoutActuallyEscaping({ clock() >= end }) { isOver in
            var walk = PlainWalk(graph: graph, targets: targets, isOver: isOver)
            let groups = rootGroups(attachedRouters: attachedRouters)
            for group in groups { walk.walk(from: group.roots.map(\.target)) }
            let found = walk.finish()
            let writer = AnswerWriter(mirror: mirror)
            return targets.indices.map {
                writer.retention(of: targets[$0], found: found[$0], groups: groups)
            }
        }
    }

    private func rootGroups(attachedRouters: [UInt]) -> [RootGroup] {
        let globals = globals.find()
        func group(_ evidence: RetainEvidence) -> RootGroup {
            RootGroup(
                reason: .global,
                roots: globals.filter { $0.evidence == evidence }.map(RootGroup.Root.init))
        }
        return [
            RootGroup(
                reason: .attachedRouter,
                roots: attachedRouters.map {
                    RootGroup.Root(target: $0, code: nil, global: nil)
                }),
            group(.observed), group(.inferred),
        ]
    }
}
