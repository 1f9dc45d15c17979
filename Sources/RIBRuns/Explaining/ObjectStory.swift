// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBTrace

/// All that a trace says about one object.
package struct ObjectStory: Equatable, Sendable {
    package var process: RecordedProcess
    package let id: UInt64
    package let type: String
    package let kind: ObjectKind
    /// Its place in the tree, when the trace ends.
    package let ribPath: String
    /// Its owners in the architecture, in the order in which they were recorded.
    package var owners: [ListedSubscription.Owner] = []
    /// The numbers of the subscriptions it owns, smallest first.
    package var subscriptions: [UInt64] = []
    /// Its life, in order.
    package var moves: [ObjectMove] = []
    package var isDestroyed = false
    /// Where it was made, where it was last attached or launched, and where it was last detached or
    /// left the screen.
    package var made: CallStack?
    package var attached: CallStack?
    package var detached: CallStack?
}

/// Something that happened to an object.
package struct ObjectMove: Equatable, Sendable {
    package let kind: RunEvent.Kind
    /// Nanoseconds since recording began.
    package let time: UInt64
    /// For how many nanoseconds one that was found alive should have been freed; 0 when not
    /// recorded.
    package var late: UInt64 = 0
    /// The parent that it was attached to or detached from, or the interactor that started it.
    package var other: ListedSubscription.Owner?
}
