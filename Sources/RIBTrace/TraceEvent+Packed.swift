extension TraceEvent {
    /// The event that the words of a packed one mean; nil for definitions.
    init?(_ packed: PackedEvent) {
        let object = ObjectID(packed.subject)
        let other = ObjectID(packed.other)
        let subscription = SubscriptionID(packed.subject)
        let stack = StackID(UInt64(packed.secondShort))
        switch packed.record {
        case .stringDefined, .imageDefined, .stackDefined: return nil
        case .objectCreated:
            guard let kind = ObjectKind(rawValue: packed.byte) else { return nil }
            self = .objectCreated(
                object, kind, type: StringID(UInt64(packed.short)), stack: stack)
        case .objectDestroyed: self = .objectDestroyed(object)
        case .owned: self = .owned(object, by: other)
        case .launched: self = .launched(router: object, stack: stack)
        case .attached: self = .attached(child: object, parent: other, stack: stack)
        case .detached: self = .detached(child: object, parent: other, stack: stack)
        case .loaded: self = .loaded(router: object)
        case .activated: self = .activated(interactor: object)
        case .deactivated: self = .deactivated(interactor: object)
        case .viewAppeared: self = .viewAppeared(object)
        case .viewLeft: self = .viewLeft(object, stack: stack)
        case .subscribed:
            self = .subscribed(
                subscription, owner: other, ownerIsActive: packed.byte != 0,
                chain: StringID(UInt64(packed.short)), stack: stack)
        case .firedWhileInactive:
            self = .firedWhileInactive(
                subscription, stack: stack, sinceDeactivation: packed.other)
        case .subscriptionEnded:
            guard let end = SubscriptionEnd(rawValue: packed.byte) else { return nil }
            self = .subscriptionEnded(subscription, end, counts: packed.counts)
        case .scopeBegan:
            self = .scopeBegan(
                ScopeID(UInt64(packed.short)), name: StringID(UInt64(packed.secondShort)))
        case .supertypeDefined:
            self = .supertypeDefined(
                StringID(UInt64(packed.secondShort)), of: StringID(UInt64(packed.short)))
        case .stillAlive: self = .stillAlive(object)
        case .stillSubscribed: self = .stillSubscribed(subscription, counts: packed.counts)
        case .settled:
            guard let reason = SettleReason(rawValue: packed.byte) else { return nil }
            self = .settled(
                reason, scope: ScopeID(UInt64(packed.short)), unjudged: packed.secondShort)
        }
    }
}

extension PackedEvent {
    /// The counts of an event that tells some.
    package var counts: DeliveryCounts {
        DeliveryCounts(whileActive: other, whileInactive: third)
    }
}
