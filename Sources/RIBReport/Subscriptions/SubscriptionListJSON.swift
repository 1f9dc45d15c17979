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
        let json: JSONValue = [
            "version": JSONValue(Self.version), "processes": processes(of: report),
            "caveats": JSONValue(
                report.lists.compactMap(\.gaps) + report.caveats.map(\.text)),
        ]
        return JSONText.encoded(json)
    }

    /// The lists of all processes, as the member of that name has them.
    package func processes(of report: SubscriptionReport) -> JSONValue {
        .array(report.lists.map { Self.process($0, report.ids(of: $0)) })
    }

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
