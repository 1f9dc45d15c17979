// SPDX-License-Identifier: Apache-2.0

import RIBTrace
import RIBTrees

/// Something that happened in a recorded process, as people are told of it: in a timeline, in the
/// story of an object, in the lists of a watch and in its page.
package struct RunEvent: Equatable, Sendable {
    package let kind: Kind
    /// The serial id of the object or the subscription; nil for what has none.
    package var id: UInt64?

    // What belongs to the kind; nil for the others.

    /// The part that the object plays in its RIB.
    package var objectKind: ObjectKind?
    /// The router above one that is attached or detached; the router of an interactor that becomes
    /// active or inactive; the interactor of a worker; the owner of a subscription; the other
    /// object of a violation.
    package var other: UInt64?
    /// How the subscription ended.
    package var end: SubscriptionEnd?
    /// How many values an ended subscription delivered; how many events were dropped.
    package var count: UInt64?
    /// Nanoseconds from the owner's deactivation to the value; for how long it should be gone.
    package var after: UInt64?
    package var violation: LifecycleViolation?
    package var reason: SettleReason?
    /// The test that began or was judged.
    package var scope = ScopeID.none
    /// What attached or launched a RIB, detached it or took its view away.
    var stack = StackID.none

    // What those add who tell it.

    /// Nanoseconds since 1970-01-01 UTC.
    package var time: Int64 = 0
    /// The number of its process among those that are watched.
    package var process = 0
    /// The place in the tree of the object, or of the subscription's owner; nil for what has none.
    package var ribPath: String?
    /// The type of the object, or the publishers of the subscription; nil for what has none.
    package var type: String?
    /// The name of the test.
    package var test: String?
}

extension RunEvent {
    /// Reads what an event of a trace tells people.
    ///
    /// - Returns: Nil for names, what belongs to others, and what only findings tell in full.
    package init?(_ event: TraceEvent) {
        switch event {
        case .objectCreated(_, let part, _, _): (kind, objectKind) = (.created, part)
        case .objectDestroyed: kind = .freed
        case .launched(_, let stack): (kind, self.stack) = (.launched, stack)
        case .attached(_, let parent, let stack):
            (kind, other, self.stack) = (.attached, parent.rawValue, stack)
        case .detached(_, let parent, let stack):
            (kind, other, self.stack) = (.detached, parent.rawValue, stack)
        case .loaded: kind = .loaded
        case .activated: kind = .activated
        case .deactivated: kind = .deactivated
        case .workerStarted(_, let interactor):
            (kind, other) = (.workerStarted, interactor.rawValue)
        case .workerStopped: kind = .workerStopped
        case .viewAppeared: kind = .viewAppeared
        case .viewLeft(_, _, let stack): (kind, self.stack) = (.viewLeft, stack)
        case .subscribed: kind = .subscribed
        case .subscriptionEnded(_, let end, let counts):
            (kind, self.end) = (.subscriptionEnded, end)
            count = counts.whileActive &+ counts.whileInactive
        case .firedWhileInactive(_, _, _, let after):
            (kind, self.after) = (.firedWhileInactive, after)
        case .stillAlive(_, let expectedFor): (kind, after) = (.stillAlive, expectedFor)
        case .lifecycleViolated(let violation, _, let other, _, _):
            (kind, self.violation) = (.lifecycleViolated, violation)
            self.other = other.isNone ? nil : other.rawValue
        case .scopeBegan(let scope, _): (kind, self.scope) = (.scopeBegan, scope)
        case .settled(let reason, let scope, _):
            (kind, self.reason, self.scope) = (.settled, reason, scope)
        case .dropped(_, let count): (kind, self.count) = (.dropped, count)
        default: return nil
        }
        id = event.object?.rawValue ?? event.subscription?.rawValue
    }

    /// The object that it happened to; nil for what happened to a subscription or none.
    package var object: ObjectID? { kind.isOfSubscription ? nil : id.map { ObjectID($0) } }

    /// The subscription that it happened to.
    package var subscription: SubscriptionID? {
        kind.isOfSubscription ? id.map { SubscriptionID($0) } : nil
    }

    /// What it does to spans of a timeline; nil for nothing.
    package var spanStep: SpanStep? {
        kind == .created && objectKind == .view ? .begins(.view) : kind.form.step
    }

    /// What an event does to a span of its object or its subscription.
    package enum SpanStep: Equatable, Sendable {
        /// An activity that goes on is not begun again. Any other span ends before.
        case begins(TimelineSpan.Kind)
        case marks(TimelineSpan.Kind)
        case ends(TimelineSpan.Kind)
        /// It ends all of the object.
        case endsAll
    }
}

// MARK: - Kinds

extension RunEvent {
    /// What happened. The raw value is its word in JSON.
    package enum Kind: String, CaseIterable, Sendable {
        case created
        case freed
        case launched
        case attached
        case detached
        case loaded
        case activated
        case deactivated
        case workerStarted
        case workerStopped
        case viewAppeared
        case viewLeft
        case subscribed
        case subscriptionEnded
        case firedWhileInactive
        /// An object that should be gone is there. Whether it leaked, the findings say.
        case stillAlive
        case lifecycleViolated
        case scopeBegan
        case settled
        case dropped
    }
}

extension RunEvent.Kind {
    /// What is the same for all events of a kind.
    fileprivate struct Form {
        /// The words in a list; nil for those of the case's name.
        var words: String?
        /// Fewer words, for a narrow column; nil for the same.
        var shortWords: String?
        /// The words in the story of an object; nil for what is not part of an object's life.
        var story: String?
        /// The word between those and the other object.
        var link: String?
        var step: RunEvent.SpanStep?
        /// Where the RIB stands from then on.
        var standing: RIBTree.Node.Standing?
        /// The number of a change of the tree, or of a span's mark, in the data of pages. Never
        /// give one to another kind.
        var number: Int?
    }

    fileprivate var form: Form {
        switch self {
        case .created: Form(story: "made", standing: .unattached, number: 0)
        case .launched:
            Form(story: "launched", step: .begins(.rib), standing: .launched, number: 1)
        case .attached:
            Form(story: "attached", link: "to", step: .begins(.rib), standing: .attached, number: 2)
        case .detached:
            Form(story: "detached", link: "from", step: .ends(.rib), standing: .detached, number: 3)
        case .activated: Form(story: "activated", step: .begins(.activity), number: 4)
        case .deactivated: Form(story: "deactivated", step: .ends(.activity), number: 5)
        case .freed: Form(story: "destroyed", step: .endsAll, number: 6)
        case .workerStarted: Form(story: "started", link: "by", step: .begins(.worker))
        case .workerStopped: Form(story: "stopped", step: .ends(.worker))
        case .subscribed: Form(step: .begins(.subscription))
        case .subscriptionEnded: Form(step: .ends(.subscription))
        case .firedWhileInactive:
            Form(shortWords: "fired inactive", step: .marks(.subscription), number: 0)
        case .viewLeft: Form(story: "left the screen", step: .marks(.view), number: 1)
        case .viewAppeared: Form(story: "appeared on the screen", step: .marks(.view), number: 2)
        case .stillAlive: Form(story: "found alive")
        case .lifecycleViolated: Form(shortWords: "lifecycle broken")
        case .scopeBegan: Form(words: "test began")
        case .loaded, .settled, .dropped: Form()
        }
    }

    /// The kind in words, for people.
    package var words: String {
        form.words
            ?? rawValue.reduce(into: "") { words, letter in
                words += letter.isUppercase ? " \(letter.lowercased())" : "\(letter)"
            }
    }

    /// The kind in words that fit into a column.
    package var shortWords: String { form.shortWords ?? words }

    /// The words for what happened to an object or during a span.
    package var story: String { form.story ?? words }

    /// The word between these words and the other object; nil where there is none.
    package var link: String? { form.link }

    /// Whether it is part of the life of an object.
    var isOfLife: Bool { form.story != nil }

    fileprivate var isOfSubscription: Bool {
        self == .subscribed || self == .firedWhileInactive || self == .subscriptionEnded
    }

    /// Whether a RIB leaves its tree, or a view the screen.
    var isDeparture: Bool { self == .detached || self == .viewLeft }

    /// Whether findings are made of it.
    package var isMistake: Bool {
        self == .stillAlive || self == .lifecycleViolated || self == .firedWhileInactive
    }

    /// Where the RIB stands from then on; nil for what makes and moves none.
    package var standing: RIBTree.Node.Standing? { form.standing }

    /// Whether it changes which RIBs there are, where they stand, or which of them is active.
    package var changesTree: Bool {
        if case .marks = form.step { return false }
        return form.number != nil
    }

    /// The number of a change of the tree, or of a mark of a span, in the data of pages; -1 for
    /// others.
    package var pageNumber: Int { form.number ?? -1 }
}
