// SPDX-License-Identifier: Apache-2.0

extension TraceEvent {
    /// The event that a packed one is; nil for definitions.
    init?(_ packed: PackedEvent) {
        switch packed.record {
        case .stringDefined, .imageDefined, .stackDefined: return nil
        case .objectCreated:
            guard let kind = ObjectKind(rawValue: packed.kind) else { return nil }
            self = .objectCreated(
                packed.object, kind, type: .init(short: packed.type),
                stack: .init(short: packed.creationStack))
        case .objectDestroyed: self = .objectDestroyed(packed.object)
        case .owned: self = .owned(packed.object, by: packed.relatedObject)
        case .launched: self = .launched(router: packed.object, stack: .init(short: packed.stack))
        case .attached:
            self = .attached(
                child: packed.object, parent: packed.relatedObject,
                stack: .init(short: packed.moveStack))
        case .detached:
            self = .detached(
                child: packed.object, parent: packed.relatedObject,
                stack: .init(short: packed.moveStack))
        case .loaded: self = .loaded(router: packed.object)
        case .activated: self = .activated(interactor: packed.object)
        case .deactivated: self = .deactivated(interactor: packed.object)
        case .viewAppeared: self = .viewAppeared(packed.object)
        case .viewLeft:
            self = .viewLeft(
                packed.object, scope: .init(short: packed.departureScope),
                stack: .init(short: packed.stack))
        case .subscribed:
            guard let attribution = SubscriptionAttribution(rawValue: packed.attribution) else {
                return nil
            }
            self = .subscribed(
                packed.subscription, owner: packed.relatedObject,
                ownerIsActive: packed.ownerIsActive, chain: .init(short: packed.chain),
                stack: .init(short: packed.subscribeStack), attribution: attribution,
                confinement: SubscriptionConfinement(rawValue: packed.confinement) ?? .none)
        case .firedWhileInactive:
            self = .firedWhileInactive(
                packed.subscription, scope: .init(short: packed.firingScope),
                stack: .init(short: packed.stack), sinceDeactivation: packed.sinceDeactivation)
        case .subscriptionEnded:
            guard let end = SubscriptionEnd(rawValue: packed.end) else { return nil }
            self = .subscriptionEnded(packed.subscription, end, counts: packed.counts)
        case .subscriptionOwned:
            guard let attribution = SubscriptionAttribution(rawValue: packed.evidence) else {
                return nil
            }
            self = .subscriptionOwned(
                packed.subscription, by: packed.relatedObject,
                ownerIsActive: packed.ownerIsActive, attribution: attribution)
        case .scopeBegan:
            self = .scopeBegan(.init(short: packed.scope), name: .init(short: packed.name))
        case .stillAlive:
            self = .stillAlive(packed.object, expectedFor: packed.expectedFor)
        case .stillSubscribed:
            self = .stillSubscribed(packed.subscription, counts: packed.counts)
        case .settled:
            guard let reason = SettleReason(rawValue: packed.reason) else { return nil }
            self = .settled(
                reason, scope: .init(short: packed.settledScope), unjudged: packed.unjudged)
        case .dropped:
            guard let eventClass = EventClass(rawValue: packed.droppedClass) else { return nil }
            self = .dropped(eventClass, count: packed.droppedCount)
        case .lifecycleViolated:
            guard let violation = LifecycleViolation(rawValue: packed.violation) else { return nil }
            self = .lifecycleViolated(
                violation, packed.object, other: ObjectID(packed.violationOther),
                scope: .init(short: packed.violationScope),
                stack: .init(short: packed.violationStack))
        case .workerStarted: self = .workerStarted(packed.object, by: packed.relatedObject)
        case .workerStopped: self = .workerStopped(packed.object)
        case .placed: self = .placed(packed.object, ribPath: .init(short: packed.ribPath))
        case .retainStep:
            guard let step = packed.retentionStep else { return nil }
            self = .retainStep(of: packed.object, step)
        case .retained:
            guard let summary = packed.retentionSummary else { return nil }
            self = .retained(packed.object, summary)
        case .supertypeDefined:
            self = .supertypeDefined(
                .init(short: packed.supertype), of: .init(short: packed.subtype))
        }
    }
}

extension PackedEvent {
    fileprivate var object: ObjectID { ObjectID(subject) }
    fileprivate var relatedObject: ObjectID { ObjectID(related) }
    fileprivate var subscription: SubscriptionID { SubscriptionID(subject) }
}

extension TraceID {
    /// Wraps an id that is stored in 32 bits.
    @inlinable package init(short: UInt32) {
        self.init(UInt64(short))
    }
}
