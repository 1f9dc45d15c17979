// SPDX-License-Identifier: Apache-2.0

import Foundation
import TraceFixtures

@testable import RIBTrace

/// What the frozen trace of format version 1 holds: a RIB that leaks, and every record and value.
///
/// Its first stream has a sealed packet and one of a process that was killed; its second is of
/// another thread and dropped an event.
enum FrozenVersion1 {
    static let folder = "\(BuiltProducts.packageRoot)/Tests/FrozenTraces/version-1"

    static var metadata: TraceMetadata {
        var metadata = TraceMetadata(
            processName: "app", processID: 77, workingDirectory: "/app",
            clockOffset: 1_767_323_044_006_000_000, startedAt: 1_000_000_000, level: .full,
            capturesStacks: true)
        metadata.uuid = UUID(
            uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
        return metadata
    }

    /// The number of the thread that writes a stream.
    static func threadID(ofStream stream: Int) -> UInt32 { UInt32(100 + stream) }

    /// The bytes that the streams may take: `lost` needs more.
    static let diskLimit = 104 * 1_024

    /// The moment and the stream of each event that is appended, in the order of time.
    static let appended: [(timestamp: UInt64, stream: Int, event: TraceEvent)] = {
        let parts = [(1, building), (2, other), (1, breaking + violating), (2, judging)]
        return parts.flatMap { stream, events in events.map { (stream, $0) } }
            .enumerated().map { (1_000_000_000 + 1_000 * UInt64($0), $1.0, $1.1) }
    }()

    /// What a reader gives.
    static var events: [TimedEvent] {
        appended.filter { $0.event != lost }.map { timestamp, stream, event in
            TimedEvent(
                timestamp: timestamp, threadID: threadID(ofStream: stream), event: event)
        }
    }

    /// The event that there was no room for.
    private static let lost = TraceEvent.stringDefined(StringID(16), text: filling("l"))

    /// As long as a text may be, so that few of them fill a packet.
    private static func filling(_ letter: Character) -> String {
        String(repeating: letter, count: 4_096)
    }

    private static let router = ObjectID(1)
    private static let child = ObjectID(2)
    private static let interactor = ObjectID(3)
    private static let view = ObjectID(4)
    private static let presenter = ObjectID(5)
    private static let last = ObjectID(1 << 40)

    private static let building: [TraceEvent] = [
        .stringDefined(StringID(1), text: "RootRouter"),
        .stringDefined(StringID(2), text: "Router<RootInteractable>"),
        .supertypeDefined(StringID(2), of: StringID(1)),
        .stringDefined(StringID(3), text: "Überblick 🐦"),
        .stringDefined(StringID(4), text: ""),
        .imageDefined(
            ImageDefinition(
                id: ImageID(1), loadBias: 0x5555_0000_0000, path: "/app/app", buildID: "0a1b2c")),
        .imageDefined(ImageDefinition(id: ImageID(2), loadBias: 0, path: "", buildID: "")),
        .stackDefined(
            StackID(1),
            StackDefinition(
                frames: [
                    .init(image: ImageID(1), offset: 0x1234),
                    .init(image: .none, offset: 0x7fff_0000_0001),
                ], isTruncated: true)),
        .stackDefined(StackID(2), StackDefinition(frames: [], isTruncated: false)),
        .objectCreated(router, .router, type: StringID(1), stack: StackID(1)),
        .launched(router: router, stack: StackID(2)),
        .loaded(router: router),
        .stringDefined(StringID(5), text: "ChildRouter"),
        .objectCreated(child, .router, type: StringID(5), stack: StackID(1)),
        .objectCreated(interactor, .interactor, type: StringID(3), stack: StackID(2)),
        .objectCreated(view, .view, type: StringID(4), stack: .none),
        .objectCreated(presenter, .presenter, type: .none, stack: StackID(1)),
        .owned(interactor, by: child),
        .owned(view, by: child),
        .owned(presenter, by: interactor),
        .attached(child: child, parent: router, stack: StackID(1)),
        .activated(interactor: interactor),
        .viewAppeared(view),
        .subscribed(
            SubscriptionID(1), owner: interactor, ownerIsActive: true, chain: StringID(3),
            stack: StackID(1)),
        .stringDefined(StringID(10), text: filling("a")),
        .stringDefined(StringID(11), text: filling("b")),
        .stringDefined(StringID(12), text: filling("c")),
        .stringDefined(StringID(13), text: filling("d")),
    ]

    private static let other: [TraceEvent] = [
        .objectCreated(ObjectID(6), .worker, type: StringID(10), stack: StackID(1)),
        .objectCreated(ObjectID(7), .workflow, type: StringID(11), stack: StackID(2)),
        .objectCreated(ObjectID(8), .component, type: StringID(12), stack: .none),
        .stringDefined(StringID(14), text: filling("e")),
        .stringDefined(StringID(15), text: filling("f")),
        .stringDefined(StringID(17), text: filling("g")),
        lost,
        .objectCreated(last, .object, type: StringID(16), stack: StackID(1)),
        .objectCreated(ObjectID(9), .rib, type: StringID(10), stack: StackID(1)),
        .placed(last, ribPath: StringID(3)),
        .workerStarted(ObjectID(6), by: interactor),
        .workerStopped(ObjectID(6)),
        .scopeBegan(ScopeID(1), name: StringID(3)),
        .subscribed(
            SubscriptionID(2), owner: .none, ownerIsActive: false, chain: StringID(4), stack: .none,
            attribution: .unowned),
        .subscribed(
            SubscriptionID(3), owner: last, ownerIsActive: false, chain: StringID(4),
            stack: StackID(2)),
        .subscriptionEnded(
            SubscriptionID(2), .completed, counts: DeliveryCounts(whileActive: 1)),
        .subscriptionEnded(
            SubscriptionID(3), .failed, counts: DeliveryCounts(whileInactive: .max)),
    ]

    private static let breaking: [TraceEvent] = [
        .deactivated(interactor: interactor),
        .viewLeft(view, scope: ScopeID(1), stack: StackID(1)),
        .detached(child: child, parent: router, stack: StackID(1)),
        .firedWhileInactive(
            SubscriptionID(1), scope: ScopeID(1), stack: StackID(1), sinceDeactivation: 12_345),
        .objectDestroyed(presenter),
    ]

    private static let violating: [TraceEvent] = LifecycleViolation.allCases.map {
        .lifecycleViolated($0, child, other: router, scope: ScopeID(1), stack: StackID(2))
    }

    private static let judging: [TraceEvent] =
        [
            .stillAlive(child, expectedFor: 1_000_000_007),
            .retained(child, RetentionSummary(reason: .unseen, retainCount: 3, seenReferences: 1)),
            .settled(.deadline, scope: .none, unjudged: 0),
            .settled(.treeEnd, scope: ScopeID(1), unjudged: 0),
            .stillAlive(child),
            .retainStep(
                of: child,
                RetentionStep(
                    holder: .object, holderText: StringID(1), holderObject: router,
                    label: StringID(3), target: StringID(5))),
            .retained(
                child,
                RetentionSummary(
                    reason: .attachedRouter, isPartial: true, steps: 1, retainCount: 1,
                    seenReferences: 1, dominatedCount: 3, dominatedBytes: 1 << 40)),
            .retained(ObjectID(11), RetentionSummary(reason: .global, steps: 0)),
            .grew(
                ObjectID(11),
                GrowthSummary(
                    scope: ScopeID(1), type: StringID(3), unit: .objects, each: 2, turns: 5,
                    count: 1 << 33, code: StackID(1), added: last, stack: StackID(2))),
            .retained(ObjectID(12), RetentionSummary(reason: .thread)),
            .grew(
                ObjectID(12),
                GrowthSummary(
                    scope: ScopeID(1), type: .none, unit: .elements, each: 1, turns: 3, count: 4)),
        ]
        + GrowthOutcome.allCases.map {
            .growthMeasured($0, scope: ScopeID(1), turns: 5, objects: 1 << 40)
        } + scopeEnd

    private static let scopeEnd: [TraceEvent] = [
        .stillSubscribed(
            SubscriptionID(1), counts: DeliveryCounts(whileActive: 5, whileInactive: 6)),
        .settled(.scopeEnd, scope: ScopeID(1), unjudged: 7),
        .subscriptionEnded(
            SubscriptionID(1), .cancelled,
            counts: DeliveryCounts(whileActive: 5, whileInactive: 8, firstAt: 90, lastAt: 91)),
        .subscribed(
            SubscriptionID(4), owner: last, ownerIsActive: false, chain: StringID(4),
            stack: .none, attribution: .explicit, confinement: .ending),
        .subscribed(
            SubscriptionID(5), owner: last, ownerIsActive: true, chain: StringID(4),
            stack: .none, attribution: .captured, confinement: .silent),
        .subscribed(
            SubscriptionID(6), owner: interactor, ownerIsActive: true, chain: StringID(4),
            stack: .none, attribution: .capturedWeakly),
        .subscriptionOwned(
            SubscriptionID(2), by: interactor, ownerIsActive: false, attribution: .kept),
        .subscriptionOwned(
            SubscriptionID(6), by: .none, ownerIsActive: true, attribution: .disputed),
        .subscriptionOwned(
            SubscriptionID(6), by: interactor, ownerIsActive: true, attribution: .made),
        .subscriptionOwned(
            SubscriptionID(6), by: interactor, ownerIsActive: true, attribution: .task),
        .subscriptionEnded(SubscriptionID(4), .ownerGone, counts: DeliveryCounts()),
        .stillAlive(child),
        .settled(.request, scope: .none, unjudged: 0),
        .stillAlive(child),
        .dropped(.values, count: 2),
        .dropped(.subscriptions, count: 1 << 33),
        .dropped(.lifecycle, count: 4),
        .dropped(.essential, count: 1),
        .settled(.exit, scope: .none, unjudged: 0),
    ]
}
