// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBText

/// The subscriptions of a run for programs: contract version 1.
///
/// Absent facts are null. Times are nanoseconds since recording began.
package struct LedgerJSON: Sendable {
    /// Raised when a key changes its meaning or goes away; new keys may come at any time.
    package static let version = 1

    /// Creates a renderer.
    package init() {}

    /// The ledgers of all processes, ending with a line break.
    package func text(for report: LedgerReport) -> String {
        JSONText.encoded(Document(report))
    }

    private struct Document: Encodable {
        let version = LedgerJSON.version
        let processes: [Process]
        let caveats: [String]

        init(_ report: LedgerReport) {
            processes = report.ledgers.map(Process.init)
            caveats = report.ledgers.compactMap(\.gaps) + report.caveats.map(\.text)
        }
    }

    private struct Process: Encodable {
        let trace: String
        let process: String
        let pid: Int
        let start: String
        let subscriptions: [JSONSubscription]

        init(_ ledger: SubscriptionLedger) {
            trace = ledger.process.trace
            process = ledger.process.processName
            pid = ledger.process.processID
            start = ledger.process.startedAt
            subscriptions = ledger.subscriptions.map(JSONSubscription.init)
        }
    }
}

/// A subscription in the JSON ledger.
struct JSONSubscription: Encodable {
    private let subscription: LedgerSubscription

    init(_ subscription: LedgerSubscription) {
        self.subscription = subscription
    }

    private enum CodingKeys: String, CodingKey {
        case id, ribPath, owner, chain, attribution, confinement, madeNanoseconds, madeBy
        case firstValueNanoseconds, lastValueNanoseconds, valuesWhileActive, valuesWhileInactive
        case firedWhileInactive, end, endedNanoseconds
    }

    /// Writes every key of the contract, also those whose fact is absent.
    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: CodingKeys.self)
        try object.encode("subscription:\(subscription.id)", forKey: .id)
        try object.encode(subscription.owner?.ribPath, forKey: .ribPath)
        try object.encode(subscription.owner.map(Owner.init), forKey: .owner)
        try object.encode(subscription.chain, forKey: .chain)
        try object.encode(subscription.attribution.name, forKey: .attribution)
        try object.encode(subscription.confinement.word, forKey: .confinement)
        try object.encode(subscription.madeAt, forKey: .madeNanoseconds)
        try object.encode(subscription.place.map(JSONStacks.Frame.init), forKey: .madeBy)
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

        init(_ owner: LedgerSubscription.Owner) {
            id = "object:\(owner.id)"
            type = owner.type
        }
    }
}
