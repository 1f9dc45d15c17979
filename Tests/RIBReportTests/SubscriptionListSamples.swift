// SPDX-License-Identifier: Apache-2.0

import RIBTrace

@testable import RIBAnalysis
@testable import RIBRuns

/// Lists of subscriptions as an analysis makes them.
enum SubscriptionListSamples {
    static func owner(
        _ id: UInt64, _ type: String, at path: String
    ) -> ListedSubscription.Owner {
        ListedSubscription.Owner(id: id, type: type, ribPath: path)
    }

    /// One of each that reads differently.
    static let subscriptions = [
        ListedSubscription(
            id: 4, owner: owner(2, "RootInteractor", at: "Root"), chain: "Timer → sink",
            attribution: .explicit, confinement: .ending, madeAt: 1_000,
            place: Samples.frame("RootInteractor.didBecomeActive()", "Sources/Root.swift", 12),
            deliveries: ListedSubscription.Deliveries(
                whileActive: 12, whileInactive: 0, first: 2_000, last: 1_500_000_000)),
        ListedSubscription(
            id: 12, owner: owner(7, "HomeInteractor", at: "Root/Home"),
            chain: "PassthroughSubject<Score> → map → sink", attribution: .captured,
            confinement: .none, madeAt: 1_250_000_000,
            deliveries: ListedSubscription.Deliveries(
                whileActive: 1, whileInactive: 2, first: 1_300_000_000, last: 1_400_000_000),
            firedWhileInactive: true, end: .ownerGone, endedAt: 1_450_000_000),
        ListedSubscription(
            id: 13, owner: owner(9, "HomeInteractor", at: "Root/Home"), chain: "Just → sink",
            attribution: .current, confinement: .silent, madeAt: 1_260_000_000, deliveries: nil),
        ListedSubscription(
            id: 5, owner: nil, chain: "Timer → sink", attribution: .unowned, confinement: .none,
            madeAt: 3_000,
            deliveries: ListedSubscription.Deliveries(
                whileActive: 0, whileInactive: 0, first: nil, last: nil),
            end: .cancelled, endedAt: 4_000),
    ]

    static func report(
        _ subscriptions: [ListedSubscription] = subscriptions, gaps: String? = nil
    ) -> SubscriptionReport {
        SubscriptionReport(lists: [
            SubscriptionList(
                process: Samples.process(), subscriptions: subscriptions, gaps: gaps)
        ])
    }
}
