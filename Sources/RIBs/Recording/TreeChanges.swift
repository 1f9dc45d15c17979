// SPDX-License-Identifier: Apache-2.0

import RIBRecorder

/// Counts the changes that may undo what was done to a whole subtree, in all trees of the process.
///
/// So a deep tree need not be walked anew from each of its routers: see `SubtreeState`.
enum TreeChanges {
    /// Routers and RIBs that were attached.
    static let arrivals = AtomicCounter(1)
    /// Workers and workflows that were started.
    static let adoptions = AtomicCounter(1)
    static let activations = AtomicCounter(1)
    static let deactivations = AtomicCounter(1)

    /// Changes whenever a subtree may have got an object that is not released.
    static var additions: UInt64 { arrivals.value &+ adoptions.value }

    /// Changes whenever a subtree may no longer be all active, or all inactive.
    fileprivate static func count(against isActive: Bool) -> UInt64 {
        arrivals.value &+ (isActive ? deactivations : activations).value
    }
}

/// What was done to a router and all below it, until a change may have undone it.
struct SubtreeState {
    /// A count of changes, above one bit for the activity. 0 for none.
    private var activity: UInt64 = 0
    private var released: UInt64 = 0

    /// Whether all interactors of the subtree are known to have that activity.
    func areAll(active isActive: Bool) -> Bool {
        activity == Self.stamp(for: isActive)
    }

    /// Whether all parts of the subtree are known to be released.
    var isReleased: Bool { released == TreeChanges.additions }

    /// The stamp to note once all have that activity. Take it before the first one is checked.
    static func stamp(for isActive: Bool) -> UInt64 {
        TreeChanges.count(against: isActive) << 1 | (isActive ? 1 : 0)
    }

    mutating func note(activity stamp: UInt64) { activity = stamp }

    /// - Parameter additions: `TreeChanges.additions` before the first part was released.
    mutating func noteReleased(at additions: UInt64) { released = additions }
}
