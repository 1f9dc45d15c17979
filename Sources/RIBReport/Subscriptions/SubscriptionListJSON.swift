// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
import RIBRuns
import RIBText

/// The subscriptions of a run for programs: contract version 1.
///
/// Absent facts are null. Times are nanoseconds since recording began.
package struct SubscriptionListJSON: Sendable {
    /// The format version. It goes up when a key changes its meaning or goes away; new keys may
    /// come at any time.
    package static let version = 1

    /// Creates a renderer.
    package init() {}

    /// The lists of all processes, ending with a line break.
    package func text(for report: SubscriptionReport) -> String {
        JSONText.encoded(Document(report))
    }

    private struct Document: Encodable {
        let version = SubscriptionListJSON.version
        let processes: [Process]
        let caveats: [String]

        init(_ report: SubscriptionReport) {
            processes = report.lists.map { Process(list: $0, ids: report.ids(of: $0)) }
            caveats = report.lists.compactMap(\.gaps) + report.caveats.map(\.text)
        }
    }

    private struct Process: Encodable {
        let list: SubscriptionList
        let ids: PrintedIDs

        private enum CodingKeys: String, CodingKey {
            case subscriptions
        }

        /// Writes the keys of the process, and the subscriptions beside them.
        func encode(to encoder: any Encoder) throws {
            try JSONProcess(list.process).encode(to: encoder)
            var object = encoder.container(keyedBy: CodingKeys.self)
            try object.encode(
                list.subscriptions.map { JSONSubscription($0, ids) }, forKey: .subscriptions)
        }
    }
}

/// A subscription in the JSON list.
struct JSONSubscription: Encodable {
    private let subscription: ListedSubscription
    private let ids: PrintedIDs

    init(_ subscription: ListedSubscription, _ ids: PrintedIDs) {
        self.subscription = subscription
        self.ids = ids
    }

    private enum CodingKeys: String, CodingKey {
        case id, ribPath, owner, chain, attribution, confinement, madeNanoseconds, madeBy
        case firstValueNanoseconds, lastValueNanoseconds, valuesWhileActive, valuesWhileInactive
        case firedWhileInactive, end, endedNanoseconds
    }

    /// Writes every key of the contract, including those with absent facts.
    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: CodingKeys.self)
        try object.encode(ids.subscription(subscription.id), forKey: .id)
        try object.encode(subscription.owner?.ribPath, forKey: .ribPath)
        try object.encode(subscription.owner.map { Owner($0, ids) }, forKey: .owner)
        try object.encode(subscription.chain, forKey: .chain)
        try object.encode(subscription.attribution.name, forKey: .attribution)
        try object.encode(subscription.confinement.word, forKey: .confinement)
        try object.encode(subscription.madeAt, forKey: .madeNanoseconds)
        try object.encode(subscription.place.map(JSONFrame.init), forKey: .madeBy)
        let deliveries = subscription.deliveries
        try object.encode(deliveries?.first, forKey: .firstValueNanoseconds)
        try object.encode(deliveries?.last, forKey: .lastValueNanoseconds)
        try object.encode(deliveries?.whileActive, forKey: .valuesWhileActive)
        try object.encode(deliveries?.whileInactive, forKey: .valuesWhileInactive)
        try object.encode(subscription.firedWhileInactive, forKey: .firedWhileInactive)
        try object.encode(subscription.end?.word ?? "alive", forKey: .end)
        try object.encode(subscription.endedAt, forKey: .endedNanoseconds)
    }

    private struct Owner: Encodable {
        let id: String
        let type: String

        init(_ owner: ListedSubscription.Owner, _ ids: PrintedIDs) {
            id = ids.object(owner.id)
            type = owner.type
        }
    }
}
