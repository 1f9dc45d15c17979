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

/// Reads a trace and collects what happens to one object.
struct ObjectWatch: EventConsumer {
    private(set) var list = SubscriptionListBuilder()
    private(set) var moves: [Move] = []
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

    /// Reads the next definition.
    mutating func define(_ event: TraceEvent) { list.define(event) }

    /// Reads the next event that is not a definition. Events come in time order.
    mutating func apply(_ event: PackedEvent) {
        list.apply(event)
        guard let kind = Self.kind(of: event), event.subject == id else { return }
        var other = ObjectID.none
        switch event.record {
        case .attached:
            other = ObjectID(event.related)
            attached = StackID(short: event.moveStack)
        case .detached:
            other = ObjectID(event.related)
            detached = StackID(short: event.moveStack)
        case .launched: attached = StackID(short: event.stack)
        case .viewLeft: detached = StackID(short: event.stack)
        case .workerStarted: other = ObjectID(event.related)
        default: break  // concerns no other object, and has no stack or one that the model keeps
        }
        moves.append(Move(kind: kind, timestamp: event.timestamp, other: other))
    }

    /// The move that an event records; nil for an event that is not part of an object's life.
    private static func kind(of event: PackedEvent) -> ObjectMove.Kind? {
        switch event.record {
        case .objectCreated: .made
        case .objectDestroyed: .destroyed
        case .launched: .launched
        case .attached: .attached
        case .detached: .detached
        case .activated: .activated
        case .deactivated: .deactivated
        case .viewAppeared: .viewAppeared
        case .viewLeft: .viewLeft
        case .workerStarted: .started
        case .workerStopped: .stopped
        case .stillAlive: .foundAlive(late: event.expectedFor)
        default: nil
        }
    }
}
