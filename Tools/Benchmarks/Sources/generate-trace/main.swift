// SPDX-License-Identifier: Apache-2.0

import RIBTrace

// Writes a trace of about the given number of events, as an app would: RIBs attached and detached
// with their parts and subscriptions, a few stacks, and two leaks per ten thousand RIBs.
//
//   generate-trace FOLDER EVENTS
let arguments = CommandLine.arguments
// A program for `Tools/bench` only: a wrong call is a mistake there, and ends it.
guard arguments.count == 3, let events = Int(arguments[2]) else {
    fatalError("usage: generate-trace FOLDER EVENTS")
}
var app = try SyntheticApp(folder: arguments[1])
app.run(events: events)

/// A simulated app, with a clock that advances by a microsecond per event.
struct SyntheticApp {
    private let writer: TraceWriter
    private let stream: StreamWriter
    private var now: UInt64 = 1_000_000_000
    private var written = 0
    private var lastObject: UInt64 = 0
    private var lastSubscription: UInt64 = 0
    private var leaked: [ObjectID] = []

    private static let stackCount: UInt64 = 400
    private static let typeNames = [
        "RootRouter", "RootInteractor", "LoggedOutRouter", "LoggedOutInteractor",
        "LoggedOutViewController", "OffGameRouter", "OffGameInteractor",
        "OffGameViewController", "TicTacToeRouter", "TicTacToeInteractor",
        "TicTacToeViewController", "ScoreStream: CurrentValueSubject > Map > Sink",
    ]

    init(folder: String) throws(TraceError) {
        let metadata = TraceMetadata(
            processName: "app", processID: 77, workingDirectory: "/app",
            clockOffset: 1_767_323_045_006_000_000, startedAt: 1_000_000_000, level: .full,
            capturesStacks: true)
        writer = try TraceWriter(folder: folder, metadata: metadata, diskLimit: 8 << 30)
        stream = try writer.claimStream()
    }

    /// Writes the whole run. The last RIB may exceed the number by its own events.
    mutating func run(events: Int) {
        define()
        let root = attach(type: 1, to: nil)
        var cycle: UInt64 = 0
        while written < events - 40 {
            cycle += 1
            let rib = attach(type: 3 + 3 * (cycle % 3), to: root)
            // No object holds the leaked ones, so explaining them needs no lookup.
            detach(rib, from: root, leaks: cycle % 5_000 == 1)
        }
        for object in leaked { append(.stillAlive(object)) }
        append(.settled(.exit, scope: .none, unjudged: 0))
        writer.release(stream)
    }

    private mutating func append(_ event: TraceEvent) {
        now += 1_000
        written += 1
        stream.append(event, at: now)
    }

    private mutating func define() {
        for (index, name) in Self.typeNames.enumerated() {
            append(.stringDefined(StringID(UInt64(index + 1)), text: name))
        }
        for image in 1...3 as ClosedRange<UInt64> {
            append(
                .imageDefined(
                    ImageDefinition(
                        id: ImageID(image), loadBias: image << 32, path: "/app/image\(image)",
                        buildID: "")))
        }
        for stack in 1...Self.stackCount {
            let frames = (0..<25 as Range<UInt64>).map { level in
                StackDefinition.Frame(
                    image: ImageID(1 + level % 3), offset: 0x1000 + stack * 640 + level * 16)
            }
            append(
                .stackDefined(StackID(stack), StackDefinition(frames: frames, isTruncated: false)))
        }
    }

    private mutating func object(_ kind: ObjectKind, _ type: UInt64) -> ObjectID {
        lastObject += 1
        append(
            .objectCreated(ObjectID(lastObject), kind, type: StringID(type), stack: stack(type)))
        return ObjectID(lastObject)
    }

    /// One of the stacks, chosen by the object and a salt.
    private func stack(_ salt: UInt64) -> StackID {
        StackID(1 + (lastObject &* 7 &+ salt) % Self.stackCount)
    }

    private mutating func attach(type: UInt64, to parent: SyntheticRIB?) -> SyntheticRIB {
        let interactor = object(.interactor, type + 1)
        let router = object(.router, type)
        append(.owned(interactor, by: router))
        let view = object(.view, type + 2)
        append(.owned(view, by: router))
        if let parent {
            append(.attached(child: router, parent: parent.router, stack: stack(1)))
        } else {
            append(.launched(router: router, stack: stack(1)))
        }
        append(.activated(interactor: interactor))
        append(.loaded(router: router))
        var subscriptions: [SubscriptionID] = []
        for _ in 0..<3 {
            lastSubscription += 1
            subscriptions.append(SubscriptionID(lastSubscription))
            append(
                .subscribed(
                    SubscriptionID(lastSubscription), owner: interactor, ownerIsActive: true,
                    chain: StringID(12), stack: stack(lastSubscription % 3)))
        }
        return SyntheticRIB(
            router: router, interactor: interactor, view: view, subscriptions: subscriptions)
    }

    private mutating func detach(
        _ rib: SyntheticRIB, from parent: SyntheticRIB, leaks: Bool
    ) {
        append(.detached(child: rib.router, parent: parent.router, stack: stack(2)))
        for subscription in rib.subscriptions {
            append(
                .subscriptionEnded(
                    subscription, .cancelled,
                    counts: DeliveryCounts(whileActive: 5, whileInactive: 0)))
        }
        append(.deactivated(interactor: rib.interactor))
        for object in [rib.router, rib.interactor, rib.view] {
            if leaks { leaked.append(object) } else { append(.objectDestroyed(object)) }
        }
    }
}

/// The ids of a RIB's parts.
struct SyntheticRIB {
    let router: ObjectID
    let interactor: ObjectID
    let view: ObjectID
    let subscriptions: [SubscriptionID]
}
