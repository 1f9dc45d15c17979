// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBTrace

/// Builds a synthetic trace, event by event, on a clock that ticks a microsecond an event.
package final class TraceBuilder {
    package let folder: String
    package private(set) var events: [TimedEvent] = []
    private let temporary: TemporaryFolder
    private var writer: TraceWriter?
    /// One for each thread.
    private var streams: [StreamWriter]
    private var thread = 0
    package private(set) var now: UInt64 = 1_000_000_000
    private var lastID: UInt64 = 0
    private var strings: [String: StringID] = [:]

    /// - Parameters:
    ///   - shared: The folder that holds `runs`, if several traces do.
    ///   - place: The folder in `runs`.
    ///   - metadata: Changes what the trace says about itself.
    package init(
        in shared: TemporaryFolder? = nil, at place: String = "20260102T030405.006Z-77/app-77",
        _ metadata: (inout TraceMetadata) -> Void = { _ in }
    ) throws {
        temporary = try shared ?? TemporaryFolder()
        folder = temporary.file("runs/\(place)")
        var facts = TraceMetadata(
            processName: "app", processID: 77, workingDirectory: "/app",
            clockOffset: 1_767_323_045_006_000_000 - 1_000_000_000, startedAt: 1_000_000_000,
            level: .full, capturesStacks: true)
        metadata(&facts)
        let writer = try TraceWriter(folder: folder, metadata: facts)
        self.writer = writer
        streams = [try writer.claimStream()]
    }

    /// The folder that holds the run's folder.
    package var runsFolder: String { temporary.file("runs") }

    package func append(_ event: TraceEvent) {
        now += 1_000
        append(event, at: now)
    }

    /// Appends an event that was clocked before others, or will be after.
    package func append(_ event: TraceEvent, at time: UInt64) {
        streams[thread].append(event, at: time)
        events.append(TimedEvent(timestamp: time, threadID: 0, event: event))
    }

    /// Lets another thread append from now on.
    ///
    /// - Parameter number: 0 for the first one.
    package func turn(toThread number: Int) throws {
        while let writer, streams.count <= number { streams.append(try writer.claimStream()) }
        thread = number
    }

    /// Closes the stream, after which a test may change its file. The writer has it mapped before.
    package func finish() {
        writer?.release(streams[thread])
    }

    /// Ends the recording, as when its process exits.
    package func end() {
        streams = []
        kill()
    }

    /// Ends the recording in the middle, as when its process is killed: no packet is sealed.
    package func kill() {
        writer = nil
        // A program that another test is just starting has the lock, too, until it runs.
        var looks = 0
        while looks < 1_000_000, TraceLock.isHeld(on: folder) == true {
            looks += 1
            sched_yield()
        }
    }

    /// Defines stacks of one frame each, numbered from 1. The frame of the first is at offset 0 of no file.
    package func defineStacks(_ count: Int) {
        for offset in 0..<count {
            let frame = StackDefinition.Frame(image: .none, offset: UInt64(offset))
            append(
                .stackDefined(
                    StackID(UInt64(offset + 1)),
                    StackDefinition(frames: [frame], isTruncated: false)))
        }
    }

    /// Numbers a text as the recorder does.
    package func string(_ text: String) -> StringID {
        if let known = strings[text] { return known }
        let id = StringID(UInt64(strings.count + 1))
        strings[text] = id
        append(.stringDefined(id, text: text))
        return id
    }

    package func object(_ kind: ObjectKind, _ type: String, stack: StackID = .none) -> ObjectID {
        lastID += 1
        let name = string(type)
        append(.objectCreated(ObjectID(lastID), kind, type: name, stack: stack))
        return ObjectID(lastID)
    }

    /// A router with an interactor and a view, named after the RIB.
    ///
    /// - Parameter stack: Where its router was made.
    package func rib(_ name: String, stack: StackID = .none) -> SyntheticRIB {
        let router = object(.router, "\(name)Router", stack: stack)
        let interactor = object(.interactor, "\(name)Interactor")
        let view = object(.view, "\(name)ViewController")
        append(.owned(interactor, by: router))
        append(.owned(view, by: router))
        append(.owned(view, by: interactor))
        return SyntheticRIB(router: router, interactor: interactor, view: view)
    }

    package func launch(_ rib: SyntheticRIB) {
        append(.launched(router: rib.router, stack: .none))
        append(.activated(interactor: rib.interactor))
    }

    package func attach(_ child: SyntheticRIB, to parent: SyntheticRIB) {
        append(.attached(child: child.router, parent: parent.router, stack: .none))
        append(.activated(interactor: child.interactor))
    }

    package func detach(_ child: SyntheticRIB, from parent: SyntheticRIB) {
        append(.deactivated(interactor: child.interactor))
        append(.detached(child: child.router, parent: parent.router, stack: .none))
    }

    package func destroy(_ objects: ObjectID...) {
        for object in objects { append(.objectDestroyed(object)) }
    }

    /// Settles the whole process, which finds these objects alive.
    package func settle(
        alive: [ObjectID] = [], reason: SettleReason = .exit, scope: ScopeID = .none,
        unjudged: UInt32 = 0
    ) {
        for object in alive { append(.stillAlive(object)) }
        append(.settled(reason, scope: scope, unjudged: unjudged))
    }

    /// Judges at a deadline, which finds these objects alive.
    package func passDeadline(of objects: [ObjectID], expectedFor: UInt64 = 1_000_000_000) {
        for object in objects { append(.stillAlive(object, expectedFor: expectedFor)) }
        append(.settled(.deadline, scope: .none, unjudged: 0))
    }

    /// Says why an object is alive, before the settling that finds it so.
    package func retain(
        _ object: ObjectID, _ reason: RetentionReason, _ steps: [SyntheticStep] = [],
        missing: UInt32 = 0, retainCount: UInt32 = 1, seen: UInt32 = 1, dominated: UInt64 = 0,
        bytes: UInt64 = 0, isPartial: Bool = false, otherPath number: Int? = nil
    ) {
        for step in steps {
            let texts = [step.holderText, step.label, step.target].map {
                $0.isEmpty ? StringID.none : string($0)
            }
            append(
                .retainStep(
                    of: object,
                    RetentionStep(
                        holder: step.kind, holderText: texts[0], holderObject: step.object,
                        code: step.code, label: texts[1], target: texts[2],
                        isInferred: step.isInferred)))
        }
        append(
            .retained(
                object,
                number.map {
                    RetentionSummary(
                        otherPath: $0, reason: reason, steps: UInt32(steps.count))
                }
                    ?? RetentionSummary(
                        reason: reason, isPartial: isPartial, steps: UInt32(steps.count) + missing,
                        retainCount: retainCount, seenReferences: seen, dominatedCount: dominated,
                        dominatedBytes: bytes)))
    }

    /// Lets nanoseconds pass.
    package func wait(_ nanoseconds: UInt64) { now += nanoseconds }

    /// A subscription of a RIB's interactor, made while it is active.
    package func subscription(of rib: SyntheticRIB, chain: String) -> SubscriptionID {
        subscription(owner: rib.interactor, chain: chain)
    }

    /// A subscription of any owner.
    package func subscription(
        owner: ObjectID, chain: String = "sink", stack: StackID = .none, ownerIsActive: Bool = true,
        attribution: SubscriptionAttribution = .current,
        confinement: SubscriptionConfinement = .none
    ) -> SubscriptionID {
        lastID += 1
        let text = string(chain)
        append(
            .subscribed(
                SubscriptionID(lastID), owner: owner, ownerIsActive: ownerIsActive, chain: text,
                stack: stack, attribution: attribution, confinement: confinement))
        return SubscriptionID(lastID)
    }

    /// Judges these subscriptions, which are alive and delivered nothing while inactive.
    package func settle(
        subscribed: [SubscriptionID], counts: DeliveryCounts = DeliveryCounts(),
        reason: SettleReason = .exit, scope: ScopeID = .none
    ) {
        for subscription in subscribed {
            append(.stillSubscribed(subscription, counts: counts))
        }
        append(.settled(reason, scope: scope, unjudged: 0))
    }
}

/// One edge of a retain path.
package struct SyntheticStep {
    package var kind = RetentionHolder.object
    package var holderText = ""
    package var object = ObjectID.none
    package var code = StackID.none
    package var label = ""
    package var target = ""
    package var isInferred = false

    /// - Parameter object: The holder's id, if it is recorded.
    package static func object(
        _ type: String, _ label: String, _ target: String, id object: ObjectID = .none
    ) -> SyntheticStep {
        SyntheticStep(holderText: type, object: object, label: label, target: target)
    }

    package static func closure(_ code: StackID, _ label: String, _ target: String)
        -> SyntheticStep
    {
        SyntheticStep(kind: .closure, code: code, label: label, target: target)
    }

    package static func global(_ symbol: String, _ label: String, _ target: String)
        -> SyntheticStep
    {
        SyntheticStep(kind: .global, holderText: symbol, label: label, target: target)
    }

    package static func other(_ name: String, _ target: String) -> SyntheticStep {
        SyntheticStep(kind: .other, holderText: name, target: target, isInferred: true)
    }
}

/// The ids of a RIB's parts.
package struct SyntheticRIB {
    package let router: ObjectID
    package let interactor: ObjectID
    package let view: ObjectID

    package var parts: [ObjectID] { [router, interactor, view] }
}

/// A trace whose root is launched.
package func launchedRoot() throws -> (TraceBuilder, SyntheticRIB) {
    let trace = try TraceBuilder()
    let root = trace.rib("Root")
    trace.launch(root)
    return (trace, root)
}
