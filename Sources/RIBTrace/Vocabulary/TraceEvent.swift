// SPDX-License-Identifier: Apache-2.0

/// One recorded fact, as it stands in a trace.
///
/// Definitions (strings, images, stacks) come before the first event that uses them.
public enum TraceEvent: Equatable, Sendable {
    case stringDefined(StringID, text: String)
    case imageDefined(ImageDefinition)
    case stackDefined(StackID, StackDefinition)

    /// The callers of a stack are those of another one, so that what stacks have in common is written
    /// once. Comes before the stack.
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
    /// The first value a subscription delivered while its owner was inactive; later ones only count.
    ///
    /// `sinceDeactivation` is in nanoseconds.
    case firedWhileInactive(
        SubscriptionID, scope: ScopeID, stack: StackID, sinceDeactivation: UInt64)
    case subscriptionEnded(SubscriptionID, SubscriptionEnd, counts: DeliveryCounts)
    /// Says after a `subscribed` whose the subscription is by what was seen since. The last one counts.
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
    /// What stands in an event's header to say which event it is. Never renumber one.
    @usableFromInline
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

        /// True for events that only give a number to a string, image or stack.
        @inlinable package var isDefinition: Bool { rawValue <= Record.stackDefined.rawValue }
    }
}

extension TraceEvent.Record {
    /// Gives the type of such an event's fields to a visitor.
    @inline(__always)
    func visitFields<Visitor: FieldsVisitor>(_ visitor: Visitor) -> Visitor.Answer {
        switch self {
        case .stringDefined: visitor.take(EventFields.StringDefined.self)
        case .imageDefined: visitor.take(EventFields.ImageDefined.self)
        case .stackDefined: visitor.take(EventFields.StackDefined.self)
        case .objectCreated: visitor.take(EventFields.ObjectCreated.self)
        case .objectDestroyed: visitor.take(EventFields.ObjectDestroyed.self)
        case .owned: visitor.take(EventFields.Owned.self)
        case .launched: visitor.take(EventFields.Launched.self)
        case .attached: visitor.take(EventFields.Attached.self)
        case .detached: visitor.take(EventFields.Detached.self)
        case .loaded: visitor.take(EventFields.Loaded.self)
        case .activated: visitor.take(EventFields.Activated.self)
        case .deactivated: visitor.take(EventFields.Deactivated.self)
        case .viewAppeared: visitor.take(EventFields.ViewAppeared.self)
        case .viewLeft: visitor.take(EventFields.ViewLeft.self)
        case .subscribed: visitor.take(EventFields.Subscribed.self)
        case .firedWhileInactive: visitor.take(EventFields.FiredWhileInactive.self)
        case .subscriptionEnded: visitor.take(EventFields.SubscriptionEnded.self)
        case .scopeBegan: visitor.take(EventFields.ScopeBegan.self)
        case .stillAlive: visitor.take(EventFields.StillAlive.self)
        case .stillSubscribed: visitor.take(EventFields.StillSubscribed.self)
        case .settled: visitor.take(EventFields.Settled.self)
        case .supertypeDefined: visitor.take(EventFields.SupertypeDefined.self)
        case .dropped: visitor.take(EventFields.Dropped.self)
        case .lifecycleViolated: visitor.take(EventFields.LifecycleViolated.self)
        case .workerStarted: visitor.take(EventFields.WorkerStarted.self)
        case .workerStopped: visitor.take(EventFields.WorkerStopped.self)
        case .placed: visitor.take(EventFields.Placed.self)
        case .retainStep: visitor.take(EventFields.RetainStep.self)
        case .retained: visitor.take(EventFields.Retained.self)
        case .subscriptionOwned: visitor.take(EventFields.SubscriptionOwned.self)
        case .grew: visitor.take(EventFields.Grew.self)
        case .growthMeasured: visitor.take(EventFields.GrowthMeasured.self)
        case .budgetSpent: visitor.take(EventFields.BudgetSpent.self)
        case .asserted: visitor.take(EventFields.Asserted.self)
        case .stackContinued: visitor.take(EventFields.StackContinued.self)
        }
    }

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

extension TraceEvent {
    /// Gives the event's record and its fields to a visitor.
    @inline(__always)
    func visit(_ visitor: inout some EventVisitor) {
        switch self {
        case .stringDefined(let id, _):
            visitor.take(.stringDefined, EventFields.StringDefined(id: Packed(id)))
        case .imageDefined(let image):
            visitor.take(
                .imageDefined,
                EventFields.ImageDefined(id: Packed(image.id), loadBias: Packed(image.loadBias)))
        case .stackDefined(let id, let stack):
            visitor.take(.stackDefined, EventFields.StackDefined(id, stack))
        case .stackContinued(let stack, let outer):
            visitor.take(
                .stackContinued,
                EventFields.StackContinued(stack: Packed(stack), outer: Packed(outer)))
        case .supertypeDefined(let supertype, let type):
            visitor.take(
                .supertypeDefined,
                EventFields.SupertypeDefined(type: Packed(type), supertype: Packed(supertype)))
        case .objectCreated(let object, let kind, let type, let stack):
            visitor.take(
                .objectCreated,
                EventFields.ObjectCreated(
                    object: Packed(object), kind: Choice(kind), type: Packed(type),
                    stack: Packed(stack)))
        case .objectDestroyed(let object):
            visitor.take(.objectDestroyed, EventFields.ObjectDestroyed(object: Packed(object)))
        case .owned(let object, let owner):
            visitor.take(.owned, EventFields.Owned(object: Packed(object), owner: Packed(owner)))
        case .launched(let router, let stack):
            visitor.take(
                .launched, EventFields.Launched(router: Packed(router), stack: Packed(stack)))
        case .attached(let child, let parent, let stack):
            visitor.take(
                .attached,
                EventFields.Attached(
                    child: Packed(child), parent: Packed(parent), stack: Packed(stack)))
        case .detached(let child, let parent, let stack):
            visitor.take(
                .detached,
                EventFields.Detached(
                    child: Packed(child), parent: Packed(parent), stack: Packed(stack)))
        case .loaded(let router):
            visitor.take(.loaded, EventFields.Loaded(router: Packed(router)))
        case .activated(let interactor):
            visitor.take(.activated, EventFields.Activated(interactor: Packed(interactor)))
        case .deactivated(let interactor):
            visitor.take(.deactivated, EventFields.Deactivated(interactor: Packed(interactor)))
        case .viewAppeared(let view):
            visitor.take(.viewAppeared, EventFields.ViewAppeared(view: Packed(view)))
        case .viewLeft(let view, let scope, let stack):
            visitor.take(
                .viewLeft,
                EventFields.ViewLeft(
                    view: Packed(view), stack: Packed(stack), scope: Packed(scope)))
        case .subscribed(
            let subscription, let owner, let ownerIsActive, let chain, let stack, let attribution,
            let confinement):
            visitor.take(
                .subscribed,
                EventFields.Subscribed(
                    subscription: Packed(subscription), owner: Packed(owner),
                    ownerIsActive: PackedBool(ownerIsActive), chain: Packed(chain),
                    stack: Packed(stack),
                    attribution: Choice(attribution), confinement: Choice(confinement)))
        case .firedWhileInactive(let subscription, let scope, let stack, let sinceDeactivation):
            visitor.take(
                .firedWhileInactive,
                EventFields.FiredWhileInactive(
                    subscription: Packed(subscription), stack: Packed(stack),
                    nsSinceDeactivation: Packed(sinceDeactivation), scope: Packed(scope)))
        case .subscriptionEnded(let subscription, let end, let counts):
            visitor.take(
                .subscriptionEnded,
                EventFields.SubscriptionEnded(
                    subscription: Packed(subscription), end: Choice(end),
                    counts: EventFields.Counts(counts)))
        case .subscriptionOwned(let subscription, let owner, let ownerIsActive, let attribution):
            visitor.take(
                .subscriptionOwned,
                EventFields.SubscriptionOwned(
                    subscription: Packed(subscription), owner: Packed(owner),
                    ownerIsActive: PackedBool(ownerIsActive), attribution: Choice(attribution)))
        case .scopeBegan(let scope, let name):
            visitor.take(
                .scopeBegan, EventFields.ScopeBegan(scope: Packed(scope), name: Packed(name)))
        case .stillAlive(let object, let expectedFor):
            visitor.take(
                .stillAlive,
                EventFields.StillAlive(object: Packed(object), nsExpected: Packed(expectedFor)))
        case .stillSubscribed(let subscription, let counts):
            visitor.take(
                .stillSubscribed,
                EventFields.StillSubscribed(
                    subscription: Packed(subscription), counts: EventFields.Counts(counts)))
        case .settled(let reason, let scope, let unjudged):
            visitor.take(
                .settled,
                EventFields.Settled(
                    reason: Choice(reason), scope: Packed(scope), unjudged: Packed(unjudged)))
        case .dropped(let eventClass, let count):
            visitor.take(
                .dropped,
                EventFields.Dropped(eventClass: Choice(eventClass), count: Packed(count)))
        case .lifecycleViolated(let violation, let object, let other, let scope, let stack):
            visitor.take(
                .lifecycleViolated,
                EventFields.LifecycleViolated(
                    object: Packed(object), violation: Choice(violation), other: Packed(other),
                    stack: Packed(stack), scope: Packed(scope)))
        case .workerStarted(let worker, let interactor):
            visitor.take(
                .workerStarted,
                EventFields.WorkerStarted(worker: Packed(worker), interactor: Packed(interactor)))
        case .workerStopped(let worker):
            visitor.take(.workerStopped, EventFields.WorkerStopped(worker: Packed(worker)))
        case .placed(let object, let ribPath):
            visitor.take(
                .placed, EventFields.Placed(object: Packed(object), ribPath: Packed(ribPath)))
        case .asserted(let object):
            visitor.take(.asserted, EventFields.Asserted(object: Packed(object)))
        case .retainStep(let object, let step):
            visitor.take(.retainStep, EventFields.RetainStep(object, step))
        case .retained(let object, let summary):
            visitor.take(.retained, EventFields.Retained(object, summary))
        case .grew(let place, let summary):
            visitor.take(.grew, EventFields.Grew(place, summary))
        case .growthMeasured(let outcome, let scope, let turns, let objects):
            visitor.take(
                .growthMeasured,
                EventFields.GrowthMeasured(
                    outcome: Choice(outcome), scope: Packed(scope), turns: Packed(turns),
                    objects: Packed(objects)))
        case .budgetSpent(let limit, let uses, let processorTime, let bytes):
            visitor.take(
                .budgetSpent,
                EventFields.BudgetSpent(
                    limit: Choice(limit), uses: Packed(uses), nsProcessor: Packed(processorTime),
                    bytes: Packed(bytes)))
        }
    }
}

/// Takes the fields of one event.
protocol EventVisitor {
    mutating func take<Fields: PackedFields>(_ record: TraceEvent.Record, _ fields: Fields)
}

/// Takes the type of the fields of one event.
protocol FieldsVisitor {
    associatedtype Answer
    func take<Fields: PackedFields>(_ type: Fields.Type) -> Answer
}
