// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBRuns
import RIBTrace

/// The last changes of a process's tree, to show it as it was.
///
/// Keeps one state, and the changes since in two halves. When the later half is full, the earlier
/// one goes into the state.
struct TreeHistory {
    /// Before all changes, without the texts of names.
    private var tree = TreeModel()
    private var living = LivingObjects()
    private var earlier: [TimedEvent] = []
    private var later: [TimedEvent] = []
    private let half: Int
    private var sizeToForget = 1 << 16
    /// The time of the last change that is not kept any more, on the trace's clock.
    private(set) var start: UInt64 = 0

    /// - Parameter mostChanges: Between half as many and as many are kept.
    init(mostChanges: Int) { half = max(1, mostChanges / 2) }

    mutating func apply(_ timed: TimedEvent) {
        guard timed.event.isShownInTree else { return }
        later.append(timed)
        if later.count >= half { turn() }
    }

    private mutating func turn() {
        start = earlier.reduce(start) { max($0, $1.timestamp) }
        for timed in earlier {
            tree.apply(timed)
            living.apply(timed, in: tree)
        }
        if tree.nodes.count >= sizeToForget {
            tree.forget(besides: [])
            sizeToForget = max(1 << 16, tree.nodes.count * 2)
        }
        (earlier, later) = (later, [])
    }

    /// The state at a time, without the texts of names; the earliest one for an earlier time.
    ///
    /// - Complexity: O(changes that are kept + objects in memory).
    func state(at time: UInt64) -> (tree: TreeModel, living: LivingObjects) {
        var (tree, living) = (tree, living)
        // One that came late stands behind later ones.
        for timed in earlier + later where timed.timestamp <= time {
            tree.apply(timed)
            living.apply(timed, in: tree)
        }
        return (tree, living)
    }
}
