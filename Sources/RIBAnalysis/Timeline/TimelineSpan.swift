// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// A stretch of a recording in which an object existed or was active.
package struct TimelineSpan: Equatable, Sendable {
    /// What the span shows.
    package enum Kind: UInt8, Sendable {
        /// A RIB in its tree, from attach or launch to detach.
        case rib
        /// The activity of an interactor, or of a RIB without base classes.
        case activity
        /// A running worker.
        case worker
        /// A view, from when it was first seen until it was freed.
        case view
        /// A subscription, under its interactor's place.
        case subscription
    }

    package let kind: Kind
    /// The serial id of the subscription or the object.
    package let subject: UInt64
    /// The index of the RIB path in the timeline's texts.
    package let ribPath: Int
    /// The index of the type's name, or of the chain of publishers, in the timeline's texts.
    package let name: Int
    /// Nanoseconds since recording began.
    package let start: UInt64
    /// Nanoseconds since recording began, never before `start`.
    package let end: UInt64
    /// Whether the recording ended before the span.
    package let isOpen: Bool
    /// What happened during the span, in order.
    package let marks: [TimelineMark]
    /// More facts about a subscription; nil for any other kind.
    package let subscription: SubscriptionSpan?

    package init(
        kind: Kind, subject: UInt64, ribPath: Int, name: Int, start: UInt64, end: UInt64,
        isOpen: Bool = false, marks: [TimelineMark] = [], subscription: SubscriptionSpan? = nil
    ) {
        self.kind = kind
        self.subject = subject
        self.ribPath = ribPath
        self.name = name
        self.start = start
        self.end = end
        self.isOpen = isOpen
        self.marks = marks
        self.subscription = subscription
    }
}

/// The facts about a subscription in a timeline, beside its span.
package struct SubscriptionSpan: Equatable, Sendable {
    /// How its owner is known.
    package var attribution: SubscriptionAttribution
    /// What binds it to its owner's activity.
    package let confinement: SubscriptionConfinement
    /// The values it delivered; nil when the trace ends before they are recorded.
    package var deliveries: ListedSubscription.Deliveries?
    /// How it ended; nil if it has not ended.
    package var end: SubscriptionEnd?

    package init(
        attribution: SubscriptionAttribution, confinement: SubscriptionConfinement,
        deliveries: ListedSubscription.Deliveries? = nil, end: SubscriptionEnd? = nil
    ) {
        self.attribution = attribution
        self.confinement = confinement
        self.deliveries = deliveries
        self.end = end
    }
}
