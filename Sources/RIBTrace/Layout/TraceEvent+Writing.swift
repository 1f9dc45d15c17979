// SPDX-License-Identifier: Apache-2.0

extension TraceEvent {
    /// Writes the event as it stands in a trace: its record's number and its time, then its fields in the
    /// order in which `init(_:from:)` reads them.
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
