// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBTrace
import RIBWatch

/// The subscriptions of one process: all that are alive, and the last that ended.
struct PageSubscriptions {
    private struct Row {
        let id: UInt64
        let owner: UInt64?
        let ownerType: String?
        let path: String?
        let chain: String
        let made: Int64
        var hasFired = false
        var end: SubscriptionEnd?
        var endedAt: Int64?
        var count: UInt64?

        var json: String {
            func number(_ value: (some BinaryInteger)?) -> String { value.map { "\($0)" } ?? "-1" }
            return """
                {"id":\(id),"owner":\(number(owner)),"isUnowned":\(owner == nil),\
                "path":\((path ?? "").json),"type":\((ownerType ?? "?").json),\
                "chain":\(chain.json),"made":\(made),"hasFired":\(hasFired),\
                "isAlive":\(end == nil),"end":\((end?.word ?? "alive").json),\
                "ended":\(number(endedAt)),"count":\(number(count))}
                """
        }
    }

    private let limit: Int
    private var rows: [UInt64: Row] = [:]
    /// Those that ended, in that order.
    private var ended: [UInt64] = []
    /// How many are no longer kept.
    private(set) var omitted = 0

    /// - Parameter limit: How many ended ones to keep. A quarter more for a while.
    init(limit: Int) { self.limit = limit }

    mutating func begin(
        _ id: UInt64, owner: UInt64?, ownerType: String?, path: String?, chain: String?,
        at time: Int64, in number: Int, _ steps: inout StepList
    ) {
        rows[id] = Row(
            id: id, owner: owner, ownerType: ownerType, path: path, chain: chain ?? "?",
            made: time)
        tell(id, in: number, &steps)
    }

    mutating func fire(_ id: UInt64, in number: Int, _ steps: inout StepList) {
        guard rows[id]?.hasFired == false else { return }
        rows[id]?.hasFired = true
        tell(id, in: number, &steps)
    }

    mutating func end(
        _ id: UInt64, _ end: SubscriptionEnd?, count: UInt64?, at time: Int64, in number: Int,
        _ steps: inout StepList
    ) {
        guard rows[id] != nil, rows[id]?.end == nil else { return }
        rows[id]?.end = end ?? .cancelled
        rows[id]?.endedAt = time
        rows[id]?.count = count
        ended.append(id)
        tell(id, in: number, &steps)
        guard ended.count > limit + limit / 4 else { return }
        let old = ended.prefix(ended.count - limit)
        for id in old { rows[id] = nil }
        omitted += old.count
        ended = Array(ended.dropFirst(old.count))
    }

    /// Forgets those of which it is not known any more whether they are alive.
    mutating func forgetLiving() {
        let living = rows.values.filter { $0.end == nil }.map(\.id)
        omitted += living.count
        for id in living { rows[id] = nil }
    }

    /// Steps that make the same list in a page that knows nothing.
    func tell(in number: Int, _ steps: inout StepList) {
        for id in rows.keys.sorted() { tell(id, in: number, &steps) }
    }

    private func tell(_ id: UInt64, in number: Int, _ steps: inout StepList) {
        guard let row = rows[id] else { return }
        steps.add("row", "\(number),\(row.json)")
    }
}
