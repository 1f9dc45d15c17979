// SPDX-License-Identifier: Apache-2.0

import RIBRecorder

/// The roots of the living trees, held weakly.
///
/// What is gone is forgotten when as many have come as were left the last time: at any time it holds
/// at most twice as many as live, and a few.
final class LiveRoots: Sendable {
    /// Those of this process.
    static let shared = LiveRoots()

    private struct Root {
        weak var router: (any PlacedRouting)?
        weak var node: PlainRIBNode?

        /// Holds it.
        var rib: LiveRIB? { router.map(LiveRIB.router) ?? node.map(LiveRIB.plain) }
    }

    private struct State {
        /// By the number of their arrival.
        var roots: [UInt64: Root] = [:]
        var arrivals: UInt64 = 0
        var sweepAt = 16
    }

    private let state = Protected(State())

    /// How many are kept, freed ones among them.
    var count: Int { state.withLock { $0.roots.count } }

    /// Those that live and are roots still, in the order in which they came.
    var living: [LiveRIB] {
        var known: Set<ObjectIdentifier> = []
        return state.withLock { $0.roots }.sorted { $0.key < $1.key }.compactMap(\.value.rib)
            .filter { $0.standing == .launched && known.insert($0.key).inserted }
    }

    func add(_ router: any PlacedRouting) { add(Root(router: router)) }

    func add(_ node: PlainRIBNode) { add(Root(node: node)) }

    private func add(_ root: Root) {
        if state.withLock({ $0.roots.count >= $0.sweepAt }) { sweep() }
        state.withLock { state in
            state.arrivals += 1
            state.roots[state.arrivals] = root
        }
    }

    /// Looks without the lock, since looking may release the last reference.
    private func sweep() {
        var known: Set<ObjectIdentifier> = []
        let gone = state.withLock { $0.roots }.filter { root in
            // Of one that was launched twice, one entry is enough.
            guard let rib = root.value.rib else { return true }
            return !known.insert(rib.key).inserted
        }
        state.withLock { state in
            for number in gone.keys { state.roots[number] = nil }
            state.sweepAt = max(16, state.roots.count * 2)
        }
    }
}
