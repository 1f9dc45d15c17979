// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
import RIBRuns
import RIBText

extension SubscriptionList {
    /// The subscriptions of a process in the data of a page.
    ///
    /// `texts` has for each the owner's place, its type, the chain and the frame that made it; -1
    /// if unknown. `owners` are their ids, 0 for none. `facts` are the attribution, the
    /// confinement, how it ended or -1, and 1 if it fired while inactive. `values` are those while
    /// active and while inactive, alternating; -1 if unknown. `times` are four for each: made,
    /// first value, last value, ended; -1 for none.
    ///
    /// - Parameter room: How many more subscriptions fit into the page.
    func json(room: inout Int, _ tables: inout HTMLTables) -> JSONValue {
        // Those that fired while inactive are kept first, then live ones.
        let lines = subscriptions.kept(atMost: room) { line in
            line.firedWhileInactive ? 0 : line.end == nil ? 1 : 2
        }
        room -= lines.count
        let texts = lines.map { line in
            [
                tables.text(line.owner?.ribPath), tables.text(line.owner?.type),
                tables.text(line.chain), line.place.map { tables.frame($0) } ?? -1,
            ]
        }
        let facts = lines.map { line in
            [
                tables.text(line.attribution.name),
                line.confinement == .none ? -1 : tables.text(line.confinement.word),
                tables.text(line.end?.word), line.firedWhileInactive ? 1 : 0,
            ]
        }
        let values = lines.flatMap { [$0.deliveries?.whileActive, $0.deliveries?.whileInactive] }
        let times = lines.flatMap { line in
            [line.madeAt, line.deliveries?.first, line.deliveries?.last, line.endedAt]
        }
        func numbers(_ values: [UInt64?]) -> [Int64] {
            values.map { $0.map { Int64(clamping: $0) } ?? -1 }
        }
        return JSONValue([
            "ids": lines.map(\.id), "owners": lines.map { $0.owner?.id ?? 0 }, "texts": texts,
            "facts": facts, "values": numbers(values), "times": numbers(times),
            "omitted": subscriptions.count - lines.count,
        ])
    }
}
