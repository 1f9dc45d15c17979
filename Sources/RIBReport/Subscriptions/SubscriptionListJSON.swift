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
        JSONText.encoded(
            JSONValue([
                "version": Self.version, "processes": processes,
                "caveats": lists.compactMap(\.gaps) + caveats.map(\.text),
            ]))
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
        let owner = subscription.owner.map { owner in
            JSONValue(["id": ids.object(owner.id), "type": owner.type])
        }
        return JSONValue([
            "id": ids.subscription(subscription.id), "ribPath": subscription.owner?.ribPath,
            "owner": owner, "chain": subscription.chain,
            "attribution": subscription.attribution.name,
            "confinement": subscription.confinement.word, "madeNanoseconds": subscription.madeAt,
            "madeBy": subscription.place.map { JSONValue($0) },
            "firstValueNanoseconds": deliveries?.first, "lastValueNanoseconds": deliveries?.last,
            "valuesWhileActive": deliveries?.whileActive,
            "valuesWhileInactive": deliveries?.whileInactive,
            "firedWhileInactive": subscription.firedWhileInactive,
            "end": subscription.end?.word ?? "alive", "endedNanoseconds": subscription.endedAt,
        ])
    }
}
