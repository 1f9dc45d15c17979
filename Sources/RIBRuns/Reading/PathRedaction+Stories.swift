// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBTrees

extension SubscriptionReport {
    /// A copy without the machine's folders.
    package func redactingPaths() -> SubscriptionReport {
        SubscriptionReport(
            lists: lists.map { $0.redactingPaths() },
            caveats: caveats.map { $0.redactingPaths() })
    }
}

extension SubscriptionList {
    /// A copy without the machine's folders.
    package func redactingPaths() -> SubscriptionList {
        SubscriptionList(
            process: process.redactingPaths(),
            subscriptions: subscriptions.map { $0.redactingPaths() },
            gaps: gaps.map(PathRedaction.text))
    }
}

extension ListedSubscription {
    fileprivate func redactingPaths() -> ListedSubscription {
        ListedSubscription(
            id: id, owner: owner, chain: chain, attribution: attribution, confinement: confinement,
            madeAt: madeAt, place: place?.redactingPaths(), deliveries: deliveries,
            firedWhileInactive: firedWhileInactive, end: end, endedAt: endedAt)
    }
}

extension Explanation.Story {
    /// A copy without the machine's folders.
    package func redactingPaths() -> Self {
        switch self {
        case .object(let story):
            .object(
                ObjectStory(
                    process: story.process.redactingPaths(), id: story.id, type: story.type,
                    kind: story.kind, ribPath: story.ribPath, owners: story.owners,
                    subscriptions: story.subscriptions, moves: story.moves,
                    isDestroyed: story.isDestroyed, made: story.made?.redactingPaths(),
                    attached: story.attached?.redactingPaths(),
                    detached: story.detached?.redactingPaths()))
        case .subscription(let story):
            .subscription(
                SubscriptionStory(
                    process: story.process.redactingPaths(),
                    subscription: story.subscription.redactingPaths(),
                    made: story.made?.redactingPaths(),
                    firing: story.firing.map {
                        SubscriptionStory.Firing(
                            sinceDeactivation: $0.sinceDeactivation, test: $0.test,
                            stack: $0.stack?.redactingPaths())
                    }))
        }
    }
}

extension TreeSnapshot {
    /// A copy without the machine's folders.
    package func redactingPaths() -> TreeSnapshot {
        TreeSnapshot(
            process: Process(
                trace: process.trace.map(PathRedaction.path),
                processName: PathRedaction.path(process.processName), processID: process.processID,
                startedAt: process.startedAt),
            moment: moment, time: time, isEnd: isEnd, tree: tree, detached: detached,
            gaps: gaps.map(PathRedaction.text))
    }
}
