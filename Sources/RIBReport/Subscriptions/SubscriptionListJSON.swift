// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
import RIBRuns
import RIBText

extension SubscriptionReport {
    /// The format version. It goes up when a key changes its meaning or goes away; new keys may
    /// come at any time.
    private static let version = 1

    /// The subscriptions of a run for programs: contract version 1. Ends with a line break.
    ///
    /// Absent facts are null. Times are nanoseconds since recording began.
    package var json: String {
        let json: JSONValue = [
            "version": JSONValue(Self.version), "processes": processes,
            "caveats": JSONValue(lists.compactMap(\.gaps) + caveats.map(\.text)),
        ]
        return JSONText.encoded(json)
    }

    /// The lists of all processes, as the member of that name has them.
    package var processes: JSONValue { .array(lists.map { Self.process($0, ids(of: $0)) }) }

    /// The keys of the process, and the subscriptions beside them.
    private static func process(_ list: SubscriptionList, _ ids: PrintedIDs) -> JSONValue {
        var object = list.process.json
        object["subscriptions"] = .array(list.subscriptions.map { subscription($0, ids) })
        return .object(object)
    }

    /// A subscription, with every key of the contract, including those with absent facts.
    private static func subscription(
        _ subscription: ListedSubscription, _ ids: PrintedIDs
    ) -> JSONValue {
        let deliveries = subscription.deliveries
        let owner: JSONValue? = subscription.owner.map { owner in
            ["id": .string(ids.object(owner.id)), "type": .string(owner.type)]
        }
        return [
            "id": .string(ids.subscription(subscription.id)),
            "ribPath": JSONValue(subscription.owner?.ribPath), "owner": JSONValue(orNull: owner),
            "chain": .string(subscription.chain),
            "attribution": .string(subscription.attribution.name),
            "confinement": .string(subscription.confinement.word),
            "madeNanoseconds": JSONValue(subscription.madeAt),
            "madeBy": JSONValue(orNull: subscription.place.map { JSONValue($0) }),
            "firstValueNanoseconds": JSONValue(deliveries?.first),
            "lastValueNanoseconds": JSONValue(deliveries?.last),
            "valuesWhileActive": JSONValue(deliveries?.whileActive),
            "valuesWhileInactive": JSONValue(deliveries?.whileInactive),
            "firedWhileInactive": .bool(subscription.firedWhileInactive),
            "end": .string(subscription.end?.word ?? "alive"),
            "endedNanoseconds": JSONValue(subscription.endedAt),
        ]
    }
}
