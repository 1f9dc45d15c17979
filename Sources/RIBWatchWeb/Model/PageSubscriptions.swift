// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBTrace
import RIBWatch

/// The subscriptions of one process: all that are alive, and the last that ended.
struct PageSubscriptions {
    private let limit: Int
    private var rows: [UInt64: Row] = [:]
    /// Those that ended, in that order.
    private var ended: [UInt64] = []
    /// How many are no longer kept.
    private(set) var omitted = 0

    /// - Parameter limit: How many ended ones to keep. A quarter more for a while.
    init(limit: Int) { self.limit = limit }

    /// - Parameters:
    ///   - event: It was made, fired or ended.
    ///   - ownerType: The type of the event's owner.
    ///   - time: Of the event, in nanoseconds since recording began.
    ///   - number: That of the process in the page.
    mutating func apply(
        _ event: WatchEvent, ownerType: String?, at time: Int64, in number: Int,
        _ steps: inout StepList
    ) {
        guard let id = event.id else { return }
        let known = rows[id]
        guard var row = event.kind == .subscribed ? Row(id: id, made: time) : known,
            row.end == nil
        else { return }
        // Evidence for an owner may come after the beginning.
        row.owner = event.owner ?? row.owner
        row.ownerType = ownerType ?? row.ownerType
        row.path = event.ribPath ?? row.path
        row.chain = event.type ?? row.chain
        if event.kind == .firedWhileInactive { row.hasFired = true }
        if event.kind == .subscriptionEnded {
            row.end = event.end ?? .cancelled
            row.endedAt = time
            row.deliveries = event.deliveries
            ended.append(id)
        }
        guard row != known else { return }
        rows[id] = row
        steps.add("row", "\(number),\(row.json)")
        trim()
    }

    /// Forgets those of which it is not known any more whether they are alive.
    mutating func forgetLiving() {
        let living = rows.values.filter { $0.end == nil }.map(\.id)
        omitted += living.count
        for id in living { rows[id] = nil }
    }

    /// Steps that make the same list in a page that knows nothing.
    func tell(in number: Int, _ steps: inout StepList) {
        for (_, row) in rows.sorted(by: { $0.key < $1.key }) {
            steps.add("row", "\(number),\(row.json)")
        }
    }

    private mutating func trim() {
        guard ended.count > limit + limit / 4 else { return }
        let old = ended.prefix(ended.count - limit)
        for id in old { rows[id] = nil }
        omitted += old.count
        ended = Array(ended.dropFirst(old.count))
    }
}

/// A subscription in the list of a page.
private struct Row: Equatable {
    let id: UInt64
    let made: Int64
    var owner: UInt64?
    var ownerType: String?
    var path: String?
    var chain: String?
    var hasFired = false
    var end: SubscriptionEnd?
    var endedAt: Int64?
    var deliveries: ListedSubscription.Deliveries?

    /// An object with what the view reads; -1 for a number that is not known.
    var json: String {
        func number(_ value: (some BinaryInteger)?) -> String { value.map { "\($0)" } ?? "-1" }
        return """
            {"id":\(id),"owner":\(number(owner)),"isUnowned":\(owner == nil),\
            "path":\((path ?? "").json),"type":\((ownerType ?? "?").json),\
            "chain":\((chain ?? "?").json),"made":\(made),"hasFired":\(hasFired),\
            "isAlive":\(end == nil),"end":\((end?.word ?? "alive").json),\
            "ended":\(number(endedAt)),"first":\(number(deliveries?.first)),\
            "last":\(number(deliveries?.last)),"active":\(number(deliveries?.whileActive)),\
            "inactive":\(number(deliveries?.whileInactive)),"place":""}
            """
    }
}
