// SPDX-License-Identifier: Apache-2.0

/// One recorded fact, as it stands in a trace.
///
/// Definitions (strings, images, stacks) come before the first event that uses them.
public enum TraceEvent: Equatable, Sendable {
    case stringDefined(StringID, text: String)
    case imageDefined(ImageDefinition)
    case stackDefined(StackID, StackDefinition)

    /// The callers of a stack are those of another one, so that what stacks have in common is
    /// written once. Comes before the stack.
    case stackContinued(StackID, by: StackID)
    /// A class inherits from another; both by the strings of their names.
    case supertypeDefined(StringID, of: StringID)

    case objectCreated(ObjectID, ObjectKind, type: StringID, stack: StackID)
    case objectDestroyed(ObjectID)
    /// `owner` holds or uses `owned` by the architecture: router to interactor, view or component,
    /// interactor to presenter, worker or workflow, component to the one it depends on.
    case owned(ObjectID, by: ObjectID)

    case launched(router: ObjectID, stack: StackID)
    case attached(child: ObjectID, parent: ObjectID, stack: StackID)
    case detached(child: ObjectID, parent: ObjectID, stack: StackID)
    case loaded(router: ObjectID)
    case activated(interactor: ObjectID)
    case deactivated(interactor: ObjectID)
    case viewAppeared(ObjectID)
    case viewLeft(ObjectID, scope: ScopeID, stack: StackID)

    case subscribed(
        SubscriptionID, owner: ObjectID, ownerIsActive: Bool, chain: StringID, stack: StackID,
        attribution: SubscriptionAttribution = .current,
        confinement: SubscriptionConfinement = .none)
    /// The first value a subscription delivered while its owner was inactive; others count.
    ///
    /// `sinceDeactivation` is in nanoseconds.
    case firedWhileInactive(
        SubscriptionID, scope: ScopeID, stack: StackID, sinceDeactivation: UInt64)
    case subscriptionEnded(SubscriptionID, SubscriptionEnd, counts: DeliveryCounts)
    /// Says after a `subscribed` whose the subscription is by what was seen since. The last counts.
    case subscriptionOwned(
        SubscriptionID, by: ObjectID, ownerIsActive: Bool, attribution: SubscriptionAttribution)

    case scopeBegan(ScopeID, name: StringID)
    /// Says, before a `settled`, that an object that should be gone is still there.
    ///
    /// `expectedFor` is for how many nanoseconds it should have been gone.
    case stillAlive(ObjectID, expectedFor: UInt64 = 0)
    /// Says, before a `settled`, what a subscription that is not ended has delivered so far.
    case stillSubscribed(SubscriptionID, counts: DeliveryCounts)
    /// Completes a judgement. `unjudged` detached objects were passed over because work that may
    /// still release them had not run.
    case settled(SettleReason, scope: ScopeID, unjudged: UInt32)
    /// How many events of a class the whole process had to drop so far.
    case dropped(EventClass, count: UInt64)

    /// `other` is the second router or RIB that the violation concerns, if there is one.
    case lifecycleViolated(
        LifecycleViolation, ObjectID, other: ObjectID, scope: ScopeID, stack: StackID)
    case workerStarted(ObjectID, by: ObjectID)
    case workerStopped(ObjectID)
    /// The host itself says where in the tree an object has its place.
    case placed(ObjectID, ribPath: StringID)
    /// A test asserts that an object is freed, whatever its place in the tree.
    case asserted(ObjectID)
    /// One more edge of the path that keeps an object alive, from the root on, or from the object
    /// itself if that keeps itself. Comes after the object's `stillAlive`.
    ///
    /// Indirect, as the next: as large events would make all others dearer to pass on.
    indirect case retainStep(of: ObjectID, RetentionStep)
    /// Completes the steps that came before: why an object is alive that should be gone.
    indirect case retained(ObjectID, RetentionSummary)
    /// A place that grew with each turn of a repeated scenario. Comes after the `retainStep` and
    /// `retained` events of a number of its own, which lead to what is added there.
    indirect case grew(ObjectID, GrowthSummary)
    /// Completes the `grew` events of a scope. `objects` is how many the last turn left.
    case growthMeasured(GrowthOutcome, scope: ScopeID, turns: UInt32, objects: UInt64)
    /// From here on there are no new stacks and retain paths. `uses` stacks and searches took
    /// `processorTime` in nanoseconds and `bytes` of the trace.
    case budgetSpent(CostLimit, uses: UInt64, processorTime: UInt64, bytes: UInt64)
}

extension TraceEvent {
    /// True for events that only give a number to a string, image or stack.
    package var isDefinition: Bool {
        switch self {
        case .stringDefined, .imageDefined, .stackDefined: true
        default: false
        }
    }
    /// The object that the event is about; nil for one that is about a subscription or none.
    package var object: ObjectID? {
        switch self {
        case .objectCreated(let id, _, _, _), .objectDestroyed(let id), .owned(let id, _),
            .launched(let id, _), .attached(let id, _, _), .detached(let id, _, _), .loaded(let id),
            .activated(let id), .deactivated(let id), .viewAppeared(let id),
            .viewLeft(let id, _, _),
            .stillAlive(let id, _), .lifecycleViolated(_, let id, _, _, _),
            .workerStarted(let id, _), .workerStopped(let id), .placed(let id, _),
            .asserted(let id), .retainStep(let id, _), .retained(let id, _), .grew(let id, _):
            id
        default: nil
        }
    }
}

extension TraceEvent {
    /// What stands in an event's header to say which event it is. Never renumber one.
    package enum Record: UInt16, CaseIterable, Sendable {
        case stringDefined = 1
        case imageDefined = 2
        case stackDefined = 3
        case objectCreated = 4
        case objectDestroyed = 5
        case owned = 6
        case launched = 7
        case attached = 8
        case detached = 9
        case loaded = 10
        case activated = 11
        case deactivated = 12
        case viewAppeared = 13
        case viewLeft = 14
        case subscribed = 15
        case firedWhileInactive = 16
        case subscriptionEnded = 17
        case scopeBegan = 18
        case stillAlive = 19
        case stillSubscribed = 20
        case settled = 21
        case supertypeDefined = 22
        case dropped = 23
        case lifecycleViolated = 24
        case workerStarted = 25
        case workerStopped = 26
        case placed = 27
        case retainStep = 28
        case retained = 29
        case subscriptionOwned = 30
        case grew = 31
        case growthMeasured = 32
        case budgetSpent = 33
        case asserted = 34
        case stackContinued = 35
    }
}

extension TraceEvent.Record {
    /// What such an event tells of.
    var eventClass: EventClass {
        switch self {
        case .firedWhileInactive, .stillSubscribed: .values
        case .subscribed, .subscriptionEnded, .subscriptionOwned: .subscriptions
        case .objectCreated, .objectDestroyed, .owned, .launched, .attached, .detached, .loaded,
            .activated, .deactivated, .viewAppeared, .viewLeft, .lifecycleViolated, .workerStarted,
            .workerStopped, .retainStep, .retained, .grew, .growthMeasured:
            .lifecycle
        case .stringDefined, .imageDefined, .stackDefined, .stackContinued, .supertypeDefined,
            .scopeBegan, .stillAlive, .settled, .dropped, .placed, .asserted, .budgetSpent:
            .essential
        }
    }
}
