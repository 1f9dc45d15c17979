// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// The events of a small run with every kind of event and every kind of finding.
enum SampleRun {
    static let events: [TraceEvent] = definitions + objects + life

    private static let definitions: [TraceEvent] = [
        .stringDefined(StringID(1), text: "HomeRouter"),
        .stringDefined(StringID(2), text: "HomeInteractor"),
        .stringDefined(StringID(3), text: "HomeViewController"),
        .stringDefined(StringID(4), text: "PassthroughSubject<Int> → sink"),
        .stringDefined(StringID(5), text: "testHome"),
        .imageDefined(
            ImageDefinition(
                id: ImageID(1), loadBias: 0x5555_0000_0000, path: "/app/demo", buildID: "0a1b")),
        .stackDefined(
            StackID(1),
            StackDefinition(
                frames: [
                    .init(image: ImageID(1), offset: 0x1234),
                    .init(image: .none, offset: 0x7fff_0000_0001),
                ], isTruncated: true)),
    ]

    private static let objects: [TraceEvent] = [
        .objectCreated(ObjectID(1), .router, type: StringID(1), stack: StackID(1)),
        .objectCreated(ObjectID(2), .router, type: StringID(1), stack: StackID(1)),
        .objectCreated(ObjectID(3), .interactor, type: StringID(2), stack: StackID(1)),
        .objectCreated(ObjectID(4), .view, type: StringID(3), stack: StackID(1)),
        .objectCreated(ObjectID(5), .router, type: StringID(1), stack: StackID(1)),
        .objectCreated(ObjectID(6), .view, type: StringID(3), stack: StackID(1)),
        .owned(ObjectID(3), by: ObjectID(2)),
        .owned(ObjectID(4), by: ObjectID(3)),
        .owned(ObjectID(6), by: ObjectID(5)),
    ]

    private static let life: [TraceEvent] = [
        .scopeBegan(ScopeID(1), name: StringID(5)),
        .launched(router: ObjectID(1), stack: StackID(1)),
        .attached(child: ObjectID(2), parent: ObjectID(1), stack: StackID(1)),
        .attached(child: ObjectID(5), parent: ObjectID(1), stack: StackID(1)),
        .loaded(router: ObjectID(2)),
        .activated(interactor: ObjectID(3)),
        .viewAppeared(ObjectID(6)),
        .subscribed(
            SubscriptionID(1), owner: ObjectID(3), ownerIsActive: true, chain: StringID(4),
            stack: StackID(1)),
        .deactivated(interactor: ObjectID(3)),
        .detached(child: ObjectID(2), parent: ObjectID(1), stack: StackID(1)),
        .firedWhileInactive(
            SubscriptionID(1), scope: ScopeID(1), stack: StackID(1), sinceDeactivation: 12_345),
        .subscriptionEnded(
            SubscriptionID(1), .cancelled,
            counts: DeliveryCounts(whileActive: 3, whileInactive: 4)),
        .viewLeft(ObjectID(6), scope: ScopeID(1), stack: StackID(1)),
        .lifecycleViolated(
            .detachedNonChild, ObjectID(5), other: ObjectID(2), scope: ScopeID(1),
            stack: StackID(1)),
        .workerStarted(ObjectID(4), by: ObjectID(3)),
        .workerStopped(ObjectID(4)),
        .placed(ObjectID(6), ribPath: StringID(5)),
        .stillAlive(ObjectID(2), expectedFor: 1_000_000_000),
        .retainStep(
            of: ObjectID(2),
            RetentionStep(
                holder: .object, holderText: StringID(1), holderObject: ObjectID(1),
                label: StringID(2), target: StringID(3))),
        .retainStep(
            of: ObjectID(2),
            RetentionStep(
                holder: .closure, holderText: StringID(4), code: StackID(1), label: StringID(5),
                target: StringID(3), isInferred: true)),
        .retained(ObjectID(2), RetentionSummary(reason: .attachedRouter, steps: 2)),
        .stillAlive(ObjectID(3)),
        .stillAlive(ObjectID(4)),
        .stillSubscribed(
            SubscriptionID(1), counts: DeliveryCounts(whileActive: 5, whileInactive: 6)),
        .settled(.scopeEnd, scope: ScopeID(1), unjudged: 0),
        .objectDestroyed(ObjectID(4)),
        .settled(.exit, scope: .none, unjudged: 1),
    ]
}
