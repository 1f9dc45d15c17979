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
    /// What happened.
    package enum Kind: Equatable, Sendable {
        case made
        case launched
        case attached
        case detached
        case activated
        case deactivated
        case started
        case stopped
        case viewAppeared
        case viewLeft
        /// It was found alive `late` nanoseconds after it should have been freed; 0 when not
        /// recorded.
        case foundAlive(late: UInt64)
        case destroyed
    }

    package let kind: Kind
    /// Nanoseconds since recording began.
    package let time: UInt64
    /// The parent that it was attached to or detached from, or the interactor that started it.
    package let other: ListedSubscription.Owner?

    package init(_ kind: Kind, at time: UInt64, other: ListedSubscription.Owner? = nil) {
        self.kind = kind
        self.time = time
        self.other = other
    }
}

/// Collects what happens to one object.
struct ObjectMoves {
    private(set) var all: [Move] = []
    /// Where it was last attached or launched, and last detached or left the screen.
    private(set) var attached = StackID.none
    private(set) var detached = StackID.none
    private let id: UInt64

    struct Move {
        let kind: ObjectMove.Kind
        /// On the trace's clock.
        let timestamp: UInt64
        let other: ObjectID
    }

    init(_ id: UInt64) {
        self.id = id
    }

    /// Reads the next event. Events come in time order.
    mutating func apply(_ timed: TimedEvent) {
        guard timed.event.object == ObjectID(id) else { return }
        switch timed.event {
        case .objectCreated: add(.made, timed)
        case .objectDestroyed: add(.destroyed, timed)
        case .launched(_, let stack):
            attached = stack
            add(.launched, timed)
        case .attached(_, let parent, let stack):
            attached = stack
            add(.attached, timed, parent)
        case .detached(_, let parent, let stack):
            detached = stack
            add(.detached, timed, parent)
        case .activated: add(.activated, timed)
        case .deactivated: add(.deactivated, timed)
        case .viewAppeared: add(.viewAppeared, timed)
        case .viewLeft(_, _, let stack):
            detached = stack
            add(.viewLeft, timed)
        case .workerStarted(_, let interactor): add(.started, timed, interactor)
        case .workerStopped: add(.stopped, timed)
        case .stillAlive(_, let expectedFor): add(.foundAlive(late: expectedFor), timed)
        default: break  // is not part of an object's life
        }
    }

    private mutating func add(
        _ kind: ObjectMove.Kind, _ timed: TimedEvent, _ other: ObjectID = .none
    ) {
        all.append(Move(kind: kind, timestamp: timed.timestamp, other: other))
    }
}
