// SPDX-License-Identifier: Apache-2.0

/// Gives the fields of an event one after the other: read from a trace, or only described.
protocol FieldSource {
    /// The next field. Of one that cannot be read, a value that stands for any.
    ///
    /// - Parameter name: As in the trace's metadata.
    mutating func take<Value: FieldValue>(_ name: StaticString) -> Value

    /// The next field, a text.
    mutating func takeText(_ name: StaticString) -> String

    /// The frames of a stack.
    mutating func takeFrames(_ name: StaticString, depth: UInt16) -> [StackDefinition.Frame]
}

extension TraceEvent {
    /// Takes the fields of a record, in the order in which they stand in a trace: the only place
    /// that says its layout, from which the reader, the metadata and the sizes follow. A test
    /// compares what is written.
    init(_ record: Record, from fields: inout some FieldSource) {
        switch record {
        case .stringDefined:
            self = .stringDefined(fields.take("id"), text: fields.takeText("text"))
        case .imageDefined:
            self = .imageDefined(
                ImageDefinition(
                    id: fields.take("id"), loadBias: fields.take("load_bias"),
                    path: fields.takeText("path"), buildID: fields.takeText("build_id")))
        case .stackDefined:
            let (id, isTruncated): (StackID, Bool) = (fields.take("id"), fields.take("truncated"))
            let frames = fields.takeFrames("frames", depth: fields.take("depth"))
            self = .stackDefined(id, StackDefinition(frames: frames, isTruncated: isTruncated))
        case .stackContinued:
            self = .stackContinued(fields.take("stack"), by: fields.take("outer"))
        case .supertypeDefined:
            let type: StringID = fields.take("type")
            self = .supertypeDefined(fields.take("supertype"), of: type)
        case .objectCreated:
            self = .objectCreated(
                fields.take("object"), fields.take("kind"), type: fields.take("type"),
                stack: fields.take("stack"))
        case .objectDestroyed: self = .objectDestroyed(fields.take("object"))
        case .owned: self = .owned(fields.take("object"), by: fields.take("owner"))
        case .launched:
            self = .launched(router: fields.take("router"), stack: fields.take("stack"))
        case .attached:
            self = .attached(
                child: fields.take("child"), parent: fields.take("parent"),
                stack: fields.take("stack"))
        case .detached:
            self = .detached(
                child: fields.take("child"), parent: fields.take("parent"),
                stack: fields.take("stack"))
        case .loaded: self = .loaded(router: fields.take("router"))
        case .activated: self = .activated(interactor: fields.take("interactor"))
        case .deactivated: self = .deactivated(interactor: fields.take("interactor"))
        case .viewAppeared: self = .viewAppeared(fields.take("view"))
        case .viewLeft:
            let (view, stack): (ObjectID, StackID) = (fields.take("view"), fields.take("stack"))
            self = .viewLeft(view, scope: fields.take("scope"), stack: stack)
        case .subscribed:
            self = .subscribed(
                fields.take("subscription"), owner: fields.take("owner"),
                ownerIsActive: fields.take("owner_is_active"), chain: fields.take("chain"),
                stack: fields.take("stack"), attribution: fields.take("attribution"),
                // A number that is not known means as much as none, and is no damage.
                confinement: SubscriptionConfinement(number: fields.take("confinement")) ?? .none)
        case .firedWhileInactive:
            let (id, stack): (SubscriptionID, StackID) = (
                fields.take("subscription"), fields.take("stack")
            )
            let since: UInt64 = fields.take("ns_since_deactivation")
            self = .firedWhileInactive(
                id, scope: fields.take("scope"), stack: stack, sinceDeactivation: since)
        case .subscriptionEnded:
            self = .subscriptionEnded(
                fields.take("subscription"), fields.take("end"), counts: fields.takeCounts())
        case .subscriptionOwned:
            self = .subscriptionOwned(
                fields.take("subscription"), by: fields.take("owner"),
                ownerIsActive: fields.take("owner_is_active"),
                attribution: fields.take("attribution"))
        case .scopeBegan: self = .scopeBegan(fields.take("scope"), name: fields.take("name"))
        case .stillAlive:
            self = .stillAlive(fields.take("object"), expectedFor: fields.take("ns_expected"))
        case .stillSubscribed:
            self = .stillSubscribed(fields.take("subscription"), counts: fields.takeCounts())
        case .settled:
            self = .settled(
                fields.take("reason"), scope: fields.take("scope"),
                unjudged: fields.take("unjudged"))
        case .dropped:
            self = .dropped(fields.take("event_class"), count: fields.take("count"))
        case .lifecycleViolated:
            let (object, violation): (ObjectID, LifecycleViolation) = (
                fields.take("object"), fields.take("violation")
            )
            let (other, stack): (ObjectID, StackID) = (fields.take("other"), fields.take("stack"))
            self = .lifecycleViolated(
                violation, object, other: other, scope: fields.take("scope"), stack: stack)
        case .workerStarted:
            self = .workerStarted(fields.take("worker"), by: fields.take("interactor"))
        case .workerStopped: self = .workerStopped(fields.take("worker"))
        case .placed: self = .placed(fields.take("object"), ribPath: fields.take("rib_path"))
        case .asserted: self = .asserted(fields.take("object"))
        case .retainStep: self = .retainStep(of: fields.take("object"), fields.takeStep())
        case .retained: self = .retained(fields.take("object"), fields.takeSummary())
        case .grew: self = .grew(fields.take("place"), fields.takeGrowth())
        case .growthMeasured:
            self = .growthMeasured(
                fields.take("outcome"), scope: fields.take("scope"), turns: fields.take("turns"),
                objects: fields.take("objects"))
        case .budgetSpent:
            self = .budgetSpent(
                fields.take("limit"), uses: fields.take("uses"),
                processorTime: fields.take("ns_processor"), bytes: fields.take("bytes"))
        }
    }
}

extension FieldSource {
    fileprivate mutating func takeCounts() -> DeliveryCounts {
        DeliveryCounts(
            whileActive: take("active_values"), whileInactive: take("inactive_values"),
            firstAt: take("first_value"), lastAt: take("last_value"))
    }

    fileprivate mutating func takeStep() -> RetentionStep {
        let (holderObject, holderText): (ObjectID, StringID) = (
            take("holder_object"), take("holder")
        )
        let (code, label): (StackID, StringID) = (take("code"), take("label"))
        let target: StringID = take("target")
        return RetentionStep(
            holder: take("holder_kind"), holderText: holderText, holderObject: holderObject,
            code: code, label: label, target: target, isInferred: take("inferred"))
    }

    fileprivate mutating func takeSummary() -> RetentionSummary {
        RetentionSummary(
            reason: take("reason"), isPartial: take("partial"), steps: take("steps"),
            retainCount: take("retain_count"), seenReferences: take("seen_references"),
            dominatedCount: take("dominated_count"), dominatedBytes: take("dominated_bytes"))
    }

    fileprivate mutating func takeGrowth() -> GrowthSummary {
        let (added, scope): (ObjectID, ScopeID) = (take("added"), take("scope"))
        let (type, code): (StringID, StackID) = (take("type"), take("code"))
        let (stack, each): (StackID, UInt32) = (take("stack"), take("each"))
        let (turns, count): (UInt32, UInt64) = (take("turns"), take("count"))
        return GrowthSummary(
            scope: scope, type: type, unit: take("unit"), each: each, turns: turns, count: count,
            code: code, added: added, stack: stack)
    }
}

extension TraceEvent {
    /// Writes the event as it stands in a trace: its record's number and its time, then its fields
    /// in the order in which `init(_:from:)` reads them.
    func write(at time: UInt64, into writer: inout ByteWriter) {
        switch self {
        case .stringDefined(let id, let text):
            writer.begin(.stringDefined, time)
            writer.put(id)
            writer.put(text: text)
        case .imageDefined(let image):
            writer.begin(.imageDefined, time)
            writer.put(image.id, image.loadBias)
            writer.put(text: image.path)
            writer.put(text: image.buildID)
        case .stackDefined(let id, let stack):
            let frames = stack.frames.prefix(TraceFormat.deepestStack)
            writer.begin(.stackDefined, time)
            writer.put(
                id, stack.isTruncated || frames.count < stack.frames.count, UInt16(frames.count))
            for frame in frames { writer.put(frame.image, frame.offset) }
        case .stackContinued(let stack, let outer):
            writer.begin(.stackContinued, time)
            writer.put(stack, outer)
        case .supertypeDefined(let supertype, let type):
            writer.begin(.supertypeDefined, time)
            writer.put(type, supertype)
        case .objectCreated(let object, let kind, let type, let stack):
            writer.begin(.objectCreated, time)
            writer.put(object, kind, type, stack)
        case .objectDestroyed(let object):
            writer.begin(.objectDestroyed, time)
            writer.put(object)
        case .owned(let object, let owner):
            writer.begin(.owned, time)
            writer.put(object, owner)
        case .launched(let router, let stack):
            writer.begin(.launched, time)
            writer.put(router, stack)
        case .attached(let child, let parent, let stack):
            writer.begin(.attached, time)
            writer.put(child, parent, stack)
        case .detached(let child, let parent, let stack):
            writer.begin(.detached, time)
            writer.put(child, parent, stack)
        case .loaded(let router):
            writer.begin(.loaded, time)
            writer.put(router)
        case .activated(let interactor):
            writer.begin(.activated, time)
            writer.put(interactor)
        case .deactivated(let interactor):
            writer.begin(.deactivated, time)
            writer.put(interactor)
        case .viewAppeared(let view):
            writer.begin(.viewAppeared, time)
            writer.put(view)
        case .viewLeft(let view, let scope, let stack):
            writer.begin(.viewLeft, time)
            writer.put(view, stack, scope)
        case .subscribed(
            let subscription, let owner, let ownerIsActive, let chain, let stack, let attribution,
            let confinement):
            writer.begin(.subscribed, time)
            writer.put(subscription, owner, ownerIsActive)
            writer.put(chain, stack, attribution, confinement)
        case .firedWhileInactive(let subscription, let scope, let stack, let sinceDeactivation):
            writer.begin(.firedWhileInactive, time)
            writer.put(subscription, stack, sinceDeactivation, scope)
        case .subscriptionEnded(let subscription, let end, let counts):
            writer.begin(.subscriptionEnded, time)
            writer.put(subscription, end)
            writer.put(counts.whileActive, counts.whileInactive, counts.firstAt, counts.lastAt)
        case .subscriptionOwned(let subscription, let owner, let ownerIsActive, let attribution):
            writer.begin(.subscriptionOwned, time)
            writer.put(subscription, owner, ownerIsActive, attribution)
        case .scopeBegan(let scope, let name):
            writer.begin(.scopeBegan, time)
            writer.put(scope, name)
        case .stillAlive(let object, let expectedFor):
            writer.begin(.stillAlive, time)
            writer.put(object, expectedFor)
        case .stillSubscribed(let subscription, let counts):
            writer.begin(.stillSubscribed, time)
            writer.put(subscription)
            writer.put(counts.whileActive, counts.whileInactive, counts.firstAt, counts.lastAt)
        case .settled(let reason, let scope, let unjudged):
            writer.begin(.settled, time)
            writer.put(reason, scope, unjudged)
        case .dropped(let eventClass, let count):
            writer.begin(.dropped, time)
            writer.put(eventClass, count)
        case .lifecycleViolated(let violation, let object, let other, let scope, let stack):
            writer.begin(.lifecycleViolated, time)
            writer.put(object, violation, other)
            writer.put(stack, scope)
        case .workerStarted(let worker, let interactor):
            writer.begin(.workerStarted, time)
            writer.put(worker, interactor)
        case .workerStopped(let worker):
            writer.begin(.workerStopped, time)
            writer.put(worker)
        case .placed(let object, let ribPath):
            writer.begin(.placed, time)
            writer.put(object, ribPath)
        case .asserted(let object):
            writer.begin(.asserted, time)
            writer.put(object)
        case .retainStep(let object, let step):
            writer.begin(.retainStep, time)
            writer.put(object, step.holderObject, step.holderText, step.code)
            writer.put(step.label, step.target, step.holder, step.isInferred)
        case .retained(let object, let summary):
            writer.begin(.retained, time)
            writer.put(object, summary.reason, summary.isPartial, summary.steps)
            writer.put(summary.retainCount, summary.seenReferences)
            writer.put(summary.dominatedCount, summary.dominatedBytes)
        case .grew(let place, let summary):
            writer.begin(.grew, time)
            writer.put(place, summary.added, summary.scope, summary.type)
            writer.put(summary.code, summary.stack, summary.each, summary.turns)
            writer.put(summary.count, summary.unit)
        case .growthMeasured(let outcome, let scope, let turns, let objects):
            writer.begin(.growthMeasured, time)
            writer.put(outcome, scope, turns, objects)
        case .budgetSpent(let limit, let uses, let processorTime, let bytes):
            writer.begin(.budgetSpent, time)
            writer.put(limit, uses, processorTime, bytes)
        }
    }

    /// The bytes that the event takes in a trace.
    package var encodedSize: Int { written { $0.count } }

    /// What the event tells of.
    var eventClass: EventClass { record.eventClass }

    /// Which event it is.
    var record: Record {
        // What is written begins with the number of one.
        written(upTo: 2) { Record(rawValue: $0.loadUnaligned(as: UInt16.self)) }.unsafelyUnwrapped
    }

    private func written<Answer>(
        upTo most: Int = TraceFormat.largestEvent, _ body: (UnsafeRawBufferPointer) -> Answer
    ) -> Answer {
        withUnsafeTemporaryAllocation(byteCount: most, alignment: 8) { memory in
            var writer = ByteWriter(memory)
            write(at: 0, into: &writer)
            return body(UnsafeRawBufferPointer(rebasing: memory[..<writer.count]))
        }
    }
}
