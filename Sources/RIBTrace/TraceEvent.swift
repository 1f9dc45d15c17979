/// One recorded fact, as it stands in a trace.
///
/// Definitions (strings, images, stacks) come before the first event that uses them.
public enum TraceEvent: Equatable, Sendable {
    case stringDefined(StringID, text: String)
    case imageDefined(ImageDefinition)
    case stackDefined(StackID, StackDefinition)

    /// A class inherits from another; both by the strings of their names.
    case supertypeDefined(StringID, of: StringID)

    case objectCreated(ObjectID, ObjectKind, type: StringID, stack: StackID)
    case objectDestroyed(ObjectID)
    /// `owner` holds `owned` by the architecture: router to interactor or view, interactor to presenter.
    case owned(ObjectID, by: ObjectID)

    case launched(router: ObjectID, stack: StackID)
    case attached(child: ObjectID, parent: ObjectID, stack: StackID)
    case detached(child: ObjectID, parent: ObjectID, stack: StackID)
    case loaded(router: ObjectID)
    case activated(interactor: ObjectID)
    case deactivated(interactor: ObjectID)
    case viewAppeared(ObjectID)
    case viewLeft(ObjectID, stack: StackID)

    case subscribed(
        SubscriptionID, owner: ObjectID, ownerIsActive: Bool, chain: StringID, stack: StackID)
    /// The first value a subscription delivered while its owner was inactive; later ones only count.
    ///
    /// `sinceDeactivation` is in nanoseconds.
    case firedWhileInactive(SubscriptionID, stack: StackID, sinceDeactivation: UInt64)
    case subscriptionEnded(SubscriptionID, SubscriptionEnd, counts: DeliveryCounts)

    case scopeBegan(ScopeID, name: StringID)
    /// Says, before a `settled`, that an object that should be gone is still there.
    case stillAlive(ObjectID)
    /// Says, before a `settled`, what a subscription that is not ended has delivered so far.
    case stillSubscribed(SubscriptionID, counts: DeliveryCounts)
    /// Completes a judgement. `unjudged` detached objects were passed over because work that may
    /// still release them had not run.
    case settled(SettleReason, scope: ScopeID, unjudged: UInt32)
}
