// SPDX-License-Identifier: Apache-2.0

extension TraceEvent {
    /// Writes the event's number and time, then its fields as `Record` lists them.
    @inline(__always)
    func encode(at timestamp: UInt64, into writer: inout ByteWriter) {
        switch self {
        case .stringDefined, .imageDefined, .stackDefined, .retainStep, .retained:
            writer = encodedRarely(at: timestamp, into: writer)
        default:
            encodeFact(at: timestamp, into: &writer)
        }
    }

    /// Definitions, and what is known of retain paths.
    ///
    /// By value and not `inout`: the address of a writer that a call knows keeps it in memory for
    /// all other events too, and each of their fields then waits for the one before.
    @inline(never)
    private func encodedRarely(at timestamp: UInt64, into start: ByteWriter) -> ByteWriter {
        var writer = start
        switch self {
        case .stringDefined(let id, let text):
            writer.begin(.stringDefined, timestamp)
            writer.writeShort(id)
            writer.write(text)
        case .imageDefined(let image):
            writer.begin(.imageDefined, timestamp)
            writer.writeShort(image.id)
            writer.write(image.loadBias)
            writer.write(image.path)
            writer.write(image.buildID)
        case .stackDefined(let id, let stack):
            writer.begin(.stackDefined, timestamp)
            writer.writeShort(id)
            writer.write(stack)
        case .retainStep(let object, let step):
            writer.write(.retainStep, timestamp, object)
            writer.write(step)
        case .retained(let object, let summary):
            writer.write(.retained, timestamp, object)
            writer.write(summary)
        default:
            break  // others are written below
        }
        return writer
    }

    @inline(__always)
    private func encodeFact(at timestamp: UInt64, into writer: inout ByteWriter) {
        switch self {
        case .stringDefined, .imageDefined, .stackDefined, .retainStep, .retained:
            break  // written above
        case .supertypeDefined(let supertype, let type):
            writer.begin(.supertypeDefined, timestamp)
            writer.writeShort(type)
            writer.writeShort(supertype)
        case .objectCreated(let object, let kind, let type, let stack):
            writer.begin(.objectCreated, timestamp)
            writer.write(object.rawValue)
            writer.write(kind.rawValue)
            writer.writeShort(type)
            writer.writeShort(stack)
        case .objectDestroyed(let object):
            writer.write(.objectDestroyed, timestamp, object)
        case .owned(let object, let owner):
            writer.write(.owned, timestamp, object)
            writer.write(owner.rawValue)
        case .launched(let router, let stack):
            writer.write(.launched, timestamp, router)
            writer.writeShort(stack)
        case .attached(let child, let parent, let stack):
            writer.write(.attached, timestamp, child)
            writer.write(parent.rawValue)
            writer.writeShort(stack)
        case .detached(let child, let parent, let stack):
            writer.write(.detached, timestamp, child)
            writer.write(parent.rawValue)
            writer.writeShort(stack)
        case .loaded(let router):
            writer.write(.loaded, timestamp, router)
        case .activated(let interactor):
            writer.write(.activated, timestamp, interactor)
        case .deactivated(let interactor):
            writer.write(.deactivated, timestamp, interactor)
        case .viewAppeared(let view):
            writer.write(.viewAppeared, timestamp, view)
        case .viewLeft(let view, let scope, let stack):
            writer.write(.viewLeft, timestamp, view)
            writer.writeShort(stack)
            writer.writeShort(scope)
        case .subscribed(
            let subscription, let owner, let ownerIsActive, let chain, let stack, let attribution,
            let confinement):
            writer.write(.subscribed, timestamp, subscription)
            writer.write(owner.rawValue)
            writer.write(UInt8(ownerIsActive ? 1 : 0))
            writer.writeShort(chain)
            writer.writeShort(stack)
            writer.write(attribution.rawValue)
            writer.write(confinement.rawValue)
        case .firedWhileInactive(let subscription, let scope, let stack, let sinceDeactivation):
            writer.write(.firedWhileInactive, timestamp, subscription)
            writer.writeShort(stack)
            writer.write(sinceDeactivation)
            writer.writeShort(scope)
        case .subscriptionEnded(let subscription, let end, let counts):
            writer.write(.subscriptionEnded, timestamp, subscription)
            writer.write(end.rawValue)
            writer.write(counts)
        case .subscriptionOwned(
            let subscription, let owner, let ownerIsActive, let attribution):
            writer.write(.subscriptionOwned, timestamp, subscription)
            writer.write(owner.rawValue)
            writer.write(UInt8(ownerIsActive ? 1 : 0))
            writer.write(attribution.rawValue)
        case .scopeBegan(let scope, let name):
            writer.begin(.scopeBegan, timestamp)
            writer.writeShort(scope)
            writer.writeShort(name)
        case .stillAlive(let object, let expectedFor):
            writer.write(.stillAlive, timestamp, object)
            writer.write(expectedFor)
        case .stillSubscribed(let subscription, let counts):
            writer.write(.stillSubscribed, timestamp, subscription)
            writer.write(counts)
        case .dropped(let eventClass, let count):
            writer.begin(.dropped, timestamp)
            writer.write(eventClass.rawValue)
            writer.write(count)
        case .lifecycleViolated(let violation, let object, let other, let scope, let stack):
            writer.write(.lifecycleViolated, timestamp, object)
            writer.write(violation.rawValue)
            writer.write(other.rawValue)
            writer.writeShort(stack)
            writer.writeShort(scope)
        case .workerStarted(let worker, let interactor):
            writer.write(.workerStarted, timestamp, worker)
            writer.write(interactor.rawValue)
        case .workerStopped(let worker):
            writer.write(.workerStopped, timestamp, worker)
        case .placed(let object, let ribPath):
            writer.write(.placed, timestamp, object)
            writer.writeShort(ribPath)
        case .settled(let reason, let scope, let unjudged):
            writer.begin(.settled, timestamp)
            writer.write(reason.rawValue)
            writer.writeShort(scope)
            writer.write(unjudged)
        }
    }
}

extension ByteWriter {
    @inline(__always)
    fileprivate mutating func begin(_ record: TraceEvent.Record, _ timestamp: UInt64) {
        write(record.rawValue)
        write(timestamp)
    }

    @inline(__always)
    fileprivate mutating func write<Entity>(
        _ record: TraceEvent.Record, _ timestamp: UInt64, _ subject: TraceID<Entity>
    ) {
        begin(record, timestamp)
        write(subject.rawValue)
    }

    /// Stores an id in 32 bits. Strings, stacks, images and scopes are distinct things of one
    /// process, held in memory there: they cannot reach 2^32.
    @inline(__always)
    fileprivate mutating func writeShort<Entity>(_ id: TraceID<Entity>) {
        write(UInt32(truncatingIfNeeded: id.rawValue))
    }

    @inline(__always)
    fileprivate mutating func write(_ counts: DeliveryCounts) {
        write(counts.whileActive)
        write(counts.whileInactive)
        write(counts.firstAt)
        write(counts.lastAt)
    }

    fileprivate mutating func write(_ step: RetentionStep) {
        write(step.holderObject.rawValue)
        writeShort(step.holderText)
        writeShort(step.code)
        writeShort(step.label)
        writeShort(step.target)
        write(step.holder.rawValue)
        write(UInt8(step.isInferred ? 1 : 0))
    }

    fileprivate mutating func write(_ summary: RetentionSummary) {
        write(summary.reason.rawValue)
        write(UInt8(summary.isPartial ? 1 : 0))
        write(summary.steps)
        write(summary.retainCount)
        write(summary.seenReferences)
        write(summary.dominatedCount)
        write(summary.dominatedBytes)
    }

    fileprivate mutating func write(_ stack: StackDefinition) {
        let frames = stack.frames.prefix(TraceFormat.deepestStack)
        write(UInt8(stack.isTruncated || frames.count < stack.frames.count ? 1 : 0))
        write(UInt16(frames.count))
        for frame in frames {
            writeShort(frame.image)
            write(frame.offset)
        }
    }
}
