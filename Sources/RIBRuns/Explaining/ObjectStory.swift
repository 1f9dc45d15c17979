// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBTrace

/// All that a trace says about one object.
package struct ObjectStory: Equatable, Sendable {
    package let process: RecordedProcess
    package let id: UInt64
    package let type: String
    package let kind: ObjectKind
    /// Its place in the tree, when the trace ends.
    package let ribPath: String
    /// Its owners in the architecture, in the order in which they were recorded.
    package let owners: [ListedSubscription.Owner]
    /// The numbers of the subscriptions it owns, smallest first.
    package let subscriptions: [UInt64]
    /// Its life, in order.
    package let moves: [ObjectMove]
    package let isDestroyed: Bool
    /// Where it was made, where it was last attached or launched, and where it was last detached or
    /// left the screen.
    package let made: CallStack?
    package let attached: CallStack?
    package let detached: CallStack?

    package init(
        process: RecordedProcess, id: UInt64, type: String, kind: ObjectKind, ribPath: String,
        owners: [ListedSubscription.Owner] = [], subscriptions: [UInt64] = [],
        moves: [ObjectMove] = [], isDestroyed: Bool = false, made: CallStack? = nil,
        attached: CallStack? = nil, detached: CallStack? = nil
    ) {
        self.process = process
        self.id = id
        self.type = type
        self.kind = kind
        self.ribPath = ribPath
        self.owners = owners
        self.subscriptions = subscriptions
        self.moves = moves
        self.isDestroyed = isDestroyed
        self.made = made
        self.attached = attached
        self.detached = detached
    }
}

/// Something that happened to an object.
package struct ObjectMove: Equatable, Sendable {
    package let kind: RunEvent.Kind
    /// Nanoseconds since recording began.
    package let time: UInt64
    /// For how many nanoseconds one that was found alive should have been freed; 0 when not
    /// recorded.
    package let late: UInt64
    /// The parent that it was attached to or detached from, or the interactor that started it.
    package let other: ListedSubscription.Owner?

    package init(
        _ kind: RunEvent.Kind, at time: UInt64, late: UInt64 = 0,
        other: ListedSubscription.Owner? = nil
    ) {
        self.kind = kind
        self.time = time
        self.late = late
        self.other = other
    }
}
