// SPDX-License-Identifier: Apache-2.0

import RIBRecorder

/// Counts what may undo what was done to a whole subtree, in all trees of the process.
///
/// So a deep tree need not be walked anew from each of its routers: see `SubtreeState`.
enum TreeChanges {
    /// Routers and RIBs that came into a tree.
    static let arrivals = AtomicCounter(1)
    /// Workers and workflows that were put to use.
    static let adoptions = AtomicCounter(1)
    static let activations = AtomicCounter(1)
    static let deactivations = AtomicCounter(1)

    /// Changes with all after which something in a subtree may not have been let go.
    static var additions: UInt64 { arrivals.value &+ adoptions.value }

    /// Changes with all after which a subtree may not be all active, or all inactive.
    fileprivate static func count(against isActive: Bool) -> UInt64 {
        arrivals.value &+ (isActive ? deactivations : activations).value
    }
}

/// What was done to a router and all below it, for as long as nothing can have undone it.
struct SubtreeState {
    /// A count of changes above one bit for the activity; 0 for none.
    private var activity: UInt64 = 0
    private var released: UInt64 = 0

    /// True while all interactors of the subtree are known to be as active as that.
    func areAll(active isActive: Bool) -> Bool {
        activity == Self.stamp(for: isActive)
    }

    /// True while all parts of the subtree are known to have been let go.
    var isReleased: Bool { released == TreeChanges.additions }

    /// What to note once all are as active as that: asked for before the first is looked at.
    static func stamp(for isActive: Bool) -> UInt64 {
        TreeChanges.count(against: isActive) << 1 | (isActive ? 1 : 0)
    }

    mutating func note(activity stamp: UInt64) { activity = stamp }

    /// - Parameter additions: How many there were before the first part was let go.
    mutating func noteReleased(at additions: UInt64) { released = additions }
}
