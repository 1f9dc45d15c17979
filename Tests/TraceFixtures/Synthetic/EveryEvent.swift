// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// One event of each kind, with values that differ in every field.
package let everyEvent: [TraceEvent] = [
    .stringDefined(StringID(1), text: "HomeRouter"),
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
    .objectCreated(ObjectID(1), .router, type: StringID(1), stack: StackID(1)),
    .objectDestroyed(ObjectID(2)),
    .owned(ObjectID(3), by: ObjectID(1)),
    .launched(router: ObjectID(1), stack: StackID(1)),
    .attached(child: ObjectID(4), parent: ObjectID(1), stack: StackID(1)),
    .detached(child: ObjectID(4), parent: ObjectID(1), stack: StackID(1)),
    .loaded(router: ObjectID(4)),
    .activated(interactor: ObjectID(5)),
    .deactivated(interactor: ObjectID(5)),
    .viewAppeared(ObjectID(6)),
    .viewLeft(ObjectID(6), scope: ScopeID(3), stack: StackID(1)),
    .subscribed(
        SubscriptionID(1), owner: ObjectID(5), ownerIsActive: true, chain: StringID(1),
        stack: StackID(1), attribution: .captured, confinement: .silent),
    .firedWhileInactive(
        SubscriptionID(1), scope: ScopeID(4), stack: StackID(1), sinceDeactivation: 12_345),
    .subscriptionEnded(
        SubscriptionID(1), .cancelled,
        counts: DeliveryCounts(whileActive: 3, whileInactive: 4, firstAt: 5, lastAt: 6)),
    .subscriptionOwned(
        SubscriptionID(3), by: ObjectID(9), ownerIsActive: true, attribution: .kept),
    .scopeBegan(ScopeID(1), name: StringID(1)),
    .stillAlive(ObjectID(4), expectedFor: 98_765),
    .stillSubscribed(
        SubscriptionID(2),
        counts: DeliveryCounts(whileActive: 5, whileInactive: 6, firstAt: 7, lastAt: 8)),
    .settled(.scopeEnd, scope: ScopeID(1), unjudged: 7),
    .supertypeDefined(StringID(2), of: StringID(1)),
    .stackContinued(StackID(2), by: StackID(1)),
    .dropped(.subscriptions, count: 12),
    .lifecycleViolated(
        .detachedNonChild, ObjectID(4), other: ObjectID(1), scope: ScopeID(5), stack: StackID(1)),
    .workerStarted(ObjectID(7), by: ObjectID(5)),
    .workerStopped(ObjectID(7)),
    .placed(ObjectID(8), ribPath: StringID(1)),
    .retainStep(
        of: ObjectID(4),
        RetentionStep(
            holder: .closure, holderText: StringID(1), holderObject: ObjectID(9), code: StackID(1),
            label: StringID(2), target: StringID(3), isInferred: true)),
    .retained(
        ObjectID(4),
        RetentionSummary(
            reason: .queue, isPartial: true, steps: 1, retainCount: 2, seenReferences: 3,
            dominatedCount: 4, dominatedBytes: 5)),
    .grew(
        ObjectID(10),
        GrowthSummary(
            scope: ScopeID(6), type: StringID(1), unit: .elements, each: 7, turns: 8, count: 9,
            code: StackID(1), added: ObjectID(11), stack: StackID(2))),
    .growthMeasured(.notSettled, scope: ScopeID(6), turns: 5, objects: 1 << 40),
    .budgetSpent(.bytes, uses: 3, processorTime: 250_000_000, bytes: 524_288),
    .asserted(ObjectID(10)),
]
