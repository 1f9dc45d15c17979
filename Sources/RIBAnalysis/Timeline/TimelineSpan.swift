// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// A stretch of a recording in which something was there.
package struct TimelineSpan: Equatable, Sendable {
    /// What was there.
    package enum Kind: UInt8, Sendable {
        /// A RIB in its tree, from attach or launch to detach.
        case rib
        /// An interactor being active, or a RIB without base classes.
        case activity
        /// A worker at work.
        case worker
        /// A view, from when it was first seen until it was freed.
        case view
        /// A subscription, under its interactor's place.
        case subscription
    }

    package let kind: Kind
    /// The serial id of the subscription or the object.
    package let subject: UInt64
    /// Where the RIB path stands in the timeline's texts.
    package let ribPath: Int
    /// Where the type's name or the chain of publishers stands in the timeline's texts.
    package let name: Int
    /// Nanoseconds since recording began.
    package let start: UInt64
    /// Nanoseconds since recording began, never before `start`.
    package let end: UInt64
    /// True when the recording ended first.
    package let isOpen: Bool
    /// What happened meanwhile, in order.
    package let marks: [TimelineMark]
    /// What else is known of a subscription; nil for anything else.
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

/// What a timeline knows of a subscription beside its span.
package struct SubscriptionSpan: Equatable, Sendable {
    /// How its owner is known.
    package var attribution: SubscriptionAttribution
    /// What binds it to its owner's activity.
    package let confinement: SubscriptionConfinement
    /// Nil where the trace ends before it says so.
    package var deliveries: ListedSubscription.Deliveries?
    /// How it ended; nil while it has not.
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
