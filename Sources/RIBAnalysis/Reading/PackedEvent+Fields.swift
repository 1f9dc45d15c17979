// SPDX-License-Identifier: Apache-2.0

import RIBTrace

// The fields that judging reads of millions of events, as numbers. Each is read directly from the
// packet, and exists only in the records named beside it.

extension PackedEvent {
    /// The first field, which names what the event is about: an object, subscription, router,
    /// child, interactor or view.
    package var subject: UInt64 { fields(EventFields.ObjectDestroyed.self).object.number }
    /// The second field: an owner or parent.
    package var related: UInt64 { fields(EventFields.Owned.self).owner.number }

    // Of an `objectCreated`.
    package var kind: UInt8 { created.kind.rawValue }
    package var type: UInt32 { created.type.number }
    var creationStack: UInt32 { created.stack.number }
    private var created: EventFields.ObjectCreated { fields(EventFields.ObjectCreated.self) }

    /// The stack of an `attached` or `detached`.
    package var moveStack: UInt32 { fields(EventFields.Attached.self).stack.number }
    /// The stack of a `launched`, `viewLeft` or `firedWhileInactive`, where it is the second field.
    package var stack: UInt32 { fields(EventFields.Launched.self).stack.number }
    /// The scope of a `viewLeft`.
    var departureScope: UInt32 { fields(EventFields.ViewLeft.self).scope.number }
    /// The text of a `placed`.
    package var ribPath: UInt32 { fields(EventFields.Placed.self).ribPath.number }

    // Of a `subscribed`.
    package var chain: UInt32 { subscribed.chain.number }
    package var subscribeStack: UInt32 { subscribed.stack.number }
    package var attribution: UInt8 { subscribed.attribution.rawValue }
    package var confinement: UInt8 { subscribed.confinement.rawValue }
    private var subscribed: EventFields.Subscribed { fields(EventFields.Subscribed.self) }

    // Of a `subscriptionOwned`. `ownerIsActive` also works for a `subscribed`, which begins with
    // the same fields.
    package var ownerIsActive: Bool {
        fields(EventFields.SubscriptionOwned.self).ownerIsActive.value
    }
    package var evidence: UInt8 { fields(EventFields.SubscriptionOwned.self).attribution.rawValue }

    // Of a `firedWhileInactive`.
    var sinceDeactivation: UInt64 {
        fields(EventFields.FiredWhileInactive.self).nsSinceDeactivation.value
    }
    package var firingScope: UInt32 { fields(EventFields.FiredWhileInactive.self).scope.number }

    /// How the subscription of a `subscriptionEnded` ended.
    package var end: UInt8 { fields(EventFields.SubscriptionEnded.self).end.rawValue }
    /// The counts of a `subscriptionEnded` or `stillSubscribed`.
    package var counts: DeliveryCounts {
        record == .subscriptionEnded
            ? fields(EventFields.SubscriptionEnded.self).counts.value
            : fields(EventFields.StillSubscribed.self).counts.value
    }

    // Of a `scopeBegan`.
    var scope: UInt32 { fields(EventFields.ScopeBegan.self).scope.number }
    var name: UInt32 { fields(EventFields.ScopeBegan.self).name.number }

    // Of a `supertypeDefined`.
    var subtype: UInt32 { fields(EventFields.SupertypeDefined.self).type.number }
    var supertype: UInt32 { fields(EventFields.SupertypeDefined.self).supertype.number }

    // Of a `stackContinued`.
    var continuedStack: UInt32 { fields(EventFields.StackContinued.self).stack.number }
    var outerStack: UInt32 { fields(EventFields.StackContinued.self).outer.number }

    // Of a `settled`.
    var reason: UInt8 { settled.reason.rawValue }
    var settledScope: UInt32 { settled.scope.number }
    var unjudged: UInt32 { settled.unjudged.number }
    private var settled: EventFields.Settled { fields(EventFields.Settled.self) }

    /// For how many nanoseconds the object of a `stillAlive` was overdue.
    package var expectedFor: UInt64 { fields(EventFields.StillAlive.self).nsExpected.value }

    // Of a `lifecycleViolated`.
    var violation: UInt8 { violated.violation.rawValue }
    var violationOther: UInt64 { violated.other.number }
    var violationStack: UInt32 { violated.stack.number }
    var violationScope: UInt32 { violated.scope.number }
    private var violated: EventFields.LifecycleViolated {
        fields(EventFields.LifecycleViolated.self)
    }

    // Of a `dropped`.
    package var droppedClass: UInt8 { fields(EventFields.Dropped.self).eventClass.rawValue }
    package var droppedCount: UInt64 { fields(EventFields.Dropped.self).count.value }

    /// The contents of a `retainStep`; nil for an unknown kind of holder.
    var retentionStep: RetentionStep? { fields(EventFields.RetainStep.self).step }
    /// The contents of a `retained`; nil for an unknown reason.
    var retentionSummary: RetentionSummary? { fields(EventFields.Retained.self).summary }

    /// The contents of a `grew`; nil for an unknown unit.
    var growth: GrowthSummary? { fields(EventFields.Grew.self).summary }
    /// A `growthMeasured`; nil for an unknown outcome.
    var measured: TraceEvent? { fields(EventFields.GrowthMeasured.self).event }
}
