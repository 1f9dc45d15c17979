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
    /// Indirect, as the next two: large events would make all others more expensive to copy.
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
    /// What an event is about.
    private struct Traits {
        var eventClass = EventClass.essential
        var object: ObjectID?
        var subscription: SubscriptionID?
        var isDefinition = false
        var isShownInTree = false
    }

    private var traits: Traits {
        switch self {
        case .objectCreated(let id, _, _, _), .objectDestroyed(let id), .owned(let id, _),
            .launched(let id, _), .attached(let id, _, _), .detached(let id, _, _),
            .activated(let id), .deactivated(let id), .workerStarted(let id, _),
            .workerStopped(let id):
            Traits(eventClass: .lifecycle, object: id, isShownInTree: true)
        case .loaded(let id), .viewAppeared(let id), .viewLeft(let id, _, _),
            .lifecycleViolated(_, let id, _, _, _), .retainStep(let id, _), .retained(let id, _),
            .grew(let id, _):
            Traits(eventClass: .lifecycle, object: id)
        case .growthMeasured: Traits(eventClass: .lifecycle)
        case .subscribed(let id, _, _, _, _, _, _), .subscriptionEnded(let id, _, _),
            .subscriptionOwned(let id, _, _, _):
            Traits(eventClass: .subscriptions, subscription: id, isShownInTree: true)
        case .firedWhileInactive(let id, _, _, _), .stillSubscribed(let id, _):
            Traits(eventClass: .values, subscription: id)
        case .placed(let id, _): Traits(object: id, isShownInTree: true)
        case .stillAlive(let id, _), .asserted(let id): Traits(object: id)
        case .stringDefined, .imageDefined, .stackDefined: Traits(isDefinition: true)
        case .stackContinued, .supertypeDefined, .scopeBegan, .settled, .dropped, .budgetSpent:
            Traits()
        }
    }

    /// What the event tells of: near the disk limit, some classes are dropped before others.
    var eventClass: EventClass { traits.eventClass }

    /// The object that the event is about; nil for one that is about a subscription or none.
    package var object: ObjectID? { traits.object }

    /// The subscription that the event is about; nil for one that is about an object or none.
    package var subscription: SubscriptionID? { traits.subscription }

    /// True for events that only give a number to a string, image or stack. A replay up to a time
    /// also applies those that come later.
    package var isDefinition: Bool { traits.isDefinition }

    /// Whether the event changes the tree of RIBs and subscriptions that `ribleak watch` shows.
    package var isShownInTree: Bool { traits.isShownInTree }
}

extension TraceEvent {
    /// What stands in an event's header to say which event it is. Never renumber one.
    package enum Record: UInt16, FieldValue, CaseIterable, Sendable {
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

extension TraceEvent {
    /// Takes the fields of a record, in the order in which they stand in a trace: the only place
    /// that says its layout, from which the reader, the metadata and the sizes follow. A test
    /// compares what is written.
    init(_ record: Record, from fields: inout some FieldSource) {
        switch record {
        case .stringDefined: self = .stringDefined(fields.id, text: fields.text)
        case .imageDefined:
            self = .imageDefined(
                ImageDefinition(
                    id: fields.id, loadBias: fields.load_bias, path: fields.path,
                    buildID: fields.build_id))
        case .stackDefined:
            let (id, isTruncated): (StackID, Bool) = (fields.id, fields.truncated)
            let frames = fields.takeFrames("frames", depth: fields.depth)
            self = .stackDefined(id, StackDefinition(frames: frames, isTruncated: isTruncated))
        case .stackContinued: self = .stackContinued(fields.stack, by: fields.outer)
        case .supertypeDefined:
            let type: StringID = fields.type
            self = .supertypeDefined(fields.supertype, of: type)
        case .objectCreated:
            self = .objectCreated(
                fields.object, fields.kind, type: fields.type, stack: fields.stack)
        case .objectDestroyed: self = .objectDestroyed(fields.object)
        case .owned: self = .owned(fields.object, by: fields.owner)
        case .launched: self = .launched(router: fields.router, stack: fields.stack)
        case .attached:
            self = .attached(child: fields.child, parent: fields.parent, stack: fields.stack)
        case .detached:
            self = .detached(child: fields.child, parent: fields.parent, stack: fields.stack)
        case .loaded: self = .loaded(router: fields.router)
        case .activated: self = .activated(interactor: fields.interactor)
        case .deactivated: self = .deactivated(interactor: fields.interactor)
        case .viewAppeared: self = .viewAppeared(fields.view)
        case .viewLeft:
            let (view, stack): (ObjectID, StackID) = (fields.view, fields.stack)
            self = .viewLeft(view, scope: fields.scope, stack: stack)
        case .subscribed:
            self = .subscribed(
                fields.subscription, owner: fields.owner, ownerIsActive: fields.owner_is_active,
                chain: fields.chain, stack: fields.stack, attribution: fields.attribution,
                // A number that is not known means as much as none, and is no damage.
                confinement: SubscriptionConfinement(number: fields.confinement) ?? .none)
        case .firedWhileInactive:
            let (id, stack): (SubscriptionID, StackID) = (fields.subscription, fields.stack)
            let since: UInt64 = fields.ns_since_deactivation
            self = .firedWhileInactive(
                id, scope: fields.scope, stack: stack, sinceDeactivation: since)
        case .subscriptionEnded:
            self = .subscriptionEnded(fields.subscription, fields.end, counts: fields.takeCounts())
        case .subscriptionOwned:
            self = .subscriptionOwned(
                fields.subscription, by: fields.owner, ownerIsActive: fields.owner_is_active,
                attribution: fields.attribution)
        case .scopeBegan: self = .scopeBegan(fields.scope, name: fields.name)
        case .stillAlive: self = .stillAlive(fields.object, expectedFor: fields.ns_expected)
        case .stillSubscribed:
            self = .stillSubscribed(fields.subscription, counts: fields.takeCounts())
        case .settled:
            self = .settled(fields.reason, scope: fields.scope, unjudged: fields.unjudged)
        case .dropped: self = .dropped(fields.event_class, count: fields.count)
        case .lifecycleViolated:
            let (object, violation): (ObjectID, LifecycleViolation) = (
                fields.object, fields.violation
            )
            let (other, stack): (ObjectID, StackID) = (fields.other, fields.stack)
            self = .lifecycleViolated(
                violation, object, other: other, scope: fields.scope, stack: stack)
        case .workerStarted: self = .workerStarted(fields.worker, by: fields.interactor)
        case .workerStopped: self = .workerStopped(fields.worker)
        case .placed: self = .placed(fields.object, ribPath: fields.rib_path)
        case .asserted: self = .asserted(fields.object)
        case .retainStep: self = .retainStep(of: fields.object, fields.takeStep())
        case .retained: self = .retained(fields.object, fields.takeSummary())
        case .grew: self = .grew(fields.place, fields.takeGrowth())
        case .growthMeasured:
            self = .growthMeasured(
                fields.outcome, scope: fields.scope, turns: fields.turns, objects: fields.objects)
        case .budgetSpent:
            self = .budgetSpent(
                fields.limit, uses: fields.uses, processorTime: fields.ns_processor,
                bytes: fields.bytes)
        }
    }
}

extension FieldSource {
    fileprivate mutating func takeCounts() -> DeliveryCounts {
        DeliveryCounts(
            whileActive: self.active_values, whileInactive: self.inactive_values,
            firstAt: self.first_value, lastAt: self.last_value)
    }

    fileprivate mutating func takeStep() -> RetentionStep {
        let (object, text): (ObjectID, StringID) = (self.holder_object, self.holder)
        let (code, label): (StackID, StringID) = (self.code, self.label)
        let target: StringID = self.target
        return RetentionStep(
            holder: self.holder_kind, holderText: text, holderObject: object, code: code,
            label: label, target: target, isInferred: self.inferred)
    }

    fileprivate mutating func takeSummary() -> RetentionSummary {
        RetentionSummary(
            reason: self.reason, isPartial: self.partial, steps: self.steps,
            retainCount: self.retain_count, seenReferences: self.seen_references,
            dominatedCount: self.dominated_count, dominatedBytes: self.dominated_bytes)
    }

    fileprivate mutating func takeGrowth() -> GrowthSummary {
        let (added, scope): (ObjectID, ScopeID) = (self.added, self.scope)
        let (type, code): (StringID, StackID) = (self.type, self.code)
        let (stack, each): (StackID, UInt32) = (self.stack, self.each)
        let (turns, count): (UInt32, UInt64) = (self.turns, self.count)
        return GrowthSummary(
            scope: scope, type: type, unit: self.unit, each: each, turns: turns, count: count,
            code: code, added: added, stack: stack)
    }
}

extension TraceEvent {
    /// Writes the event as it stands in a trace: its record's number and its time, then its fields
    /// in the order in which `init(_:from:)` reads them.
    func write(at time: UInt64, into writer: inout ByteWriter) {
        switch self {
        case .stringDefined(let id, let text):
            writer.put(Record.stringDefined, time, id)
            writer.put(text: text)
        case .imageDefined(let image):
            writer.put(Record.imageDefined, time, image.id, image.loadBias)
            writer.put(text: image.path)
            writer.put(text: image.buildID)
        case .stackDefined(let id, let stack):
            let frames = stack.frames.prefix(TraceFormat.deepestStack)
            let isTruncated = stack.isTruncated || frames.count < stack.frames.count
            writer.put(Record.stackDefined, time, id, isTruncated, UInt16(frames.count))
            for frame in frames { writer.put(frame.image, frame.offset) }
        case .stackContinued(let stack, let outer):
            writer.put(Record.stackContinued, time, stack, outer)
        case .supertypeDefined(let supertype, let type):
            writer.put(Record.supertypeDefined, time, type, supertype)
        case .objectCreated(let object, let kind, let type, let stack):
            writer.put(Record.objectCreated, time, object, kind, type, stack)
        case .objectDestroyed(let object): writer.put(Record.objectDestroyed, time, object)
        case .owned(let object, let owner): writer.put(Record.owned, time, object, owner)
        case .launched(let router, let stack): writer.put(Record.launched, time, router, stack)
        case .attached(let child, let parent, let stack):
            writer.put(Record.attached, time, child, parent, stack)
        case .detached(let child, let parent, let stack):
            writer.put(Record.detached, time, child, parent, stack)
        case .loaded(let router): writer.put(Record.loaded, time, router)
        case .activated(let interactor): writer.put(Record.activated, time, interactor)
        case .deactivated(let interactor): writer.put(Record.deactivated, time, interactor)
        case .viewAppeared(let view): writer.put(Record.viewAppeared, time, view)
        case .viewLeft(let view, let scope, let stack):
            writer.put(Record.viewLeft, time, view, stack, scope)
        case .subscribed(
            let subscription, let owner, let ownerIsActive, let chain, let stack, let attribution,
            let confinement):
            writer.put(Record.subscribed, time, subscription, owner, ownerIsActive)
            writer.put(chain, stack, attribution, confinement)
        case .firedWhileInactive(let subscription, let scope, let stack, let sinceDeactivation):
            writer.put(
                Record.firedWhileInactive, time, subscription, stack, sinceDeactivation, scope)
        case .subscriptionEnded(let subscription, let end, let counts):
            writer.put(Record.subscriptionEnded, time, subscription, end)
            writer.put(counts.whileActive, counts.whileInactive, counts.firstAt, counts.lastAt)
        case .subscriptionOwned(let subscription, let owner, let ownerIsActive, let attribution):
            writer.put(
                Record.subscriptionOwned, time, subscription, owner, ownerIsActive, attribution)
        case .scopeBegan(let scope, let name): writer.put(Record.scopeBegan, time, scope, name)
        case .stillAlive(let object, let expectedFor):
            writer.put(Record.stillAlive, time, object, expectedFor)
        case .stillSubscribed(let subscription, let counts):
            writer.put(Record.stillSubscribed, time, subscription)
            writer.put(counts.whileActive, counts.whileInactive, counts.firstAt, counts.lastAt)
        case .settled(let reason, let scope, let unjudged):
            writer.put(Record.settled, time, reason, scope, unjudged)
        case .dropped(let eventClass, let count):
            writer.put(Record.dropped, time, eventClass, count)
        case .lifecycleViolated(let violation, let object, let other, let scope, let stack):
            writer.put(Record.lifecycleViolated, time, object, violation, other)
            writer.put(stack, scope)
        case .workerStarted(let worker, let interactor):
            writer.put(Record.workerStarted, time, worker, interactor)
        case .workerStopped(let worker): writer.put(Record.workerStopped, time, worker)
        case .placed(let object, let ribPath): writer.put(Record.placed, time, object, ribPath)
        case .asserted(let object): writer.put(Record.asserted, time, object)
        case .retainStep(let object, let step):
            writer.put(Record.retainStep, time, object, step.holderObject, step.holderText)
            writer.put(step.code, step.label, step.target, step.holder, step.isInferred)
        case .retained(let object, let summary):
            writer.put(Record.retained, time, object, summary.reason, summary.isPartial)
            writer.put(summary.steps, summary.retainCount, summary.seenReferences)
            writer.put(summary.dominatedCount, summary.dominatedBytes)
        case .grew(let place, let summary):
            writer.put(Record.grew, time, place, summary.added, summary.scope, summary.type)
            writer.put(summary.code, summary.stack, summary.each, summary.turns)
            writer.put(summary.count, summary.unit)
        case .growthMeasured(let outcome, let scope, let turns, let objects):
            writer.put(Record.growthMeasured, time, outcome, scope, turns, objects)
        case .budgetSpent(let limit, let uses, let processorTime, let bytes):
            writer.put(Record.budgetSpent, time, limit, uses, processorTime, bytes)
        }
    }

    /// The bytes that the event takes in a trace.
    package var encodedSize: Int {
        withUnsafeTemporaryAllocation(
            byteCount: TraceFormat.largestEvent, alignment: 8
        ) { memory in
            var writer = ByteWriter(memory)
            write(at: 0, into: &writer)
            return writer.count
        }
    }
}
