// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
import RIBRuns
import RIBText

/// The subscriptions of a process in the data of a page.
struct HTMLSubscriptions: Encodable {
    private let ids: [UInt64]
    /// For each subscription: the owner's place, its type, the chain, the frame that made it; -1 if
    /// unknown.
    private let texts: [[Int]]
    /// The owners' ids; 0 for none.
    private let owners: [UInt64]
    /// For each subscription: the attribution, the confinement, how it ended or -1, and 1 if it
    /// fired while inactive.
    private let facts: [[Int]]
    /// Values while active and while inactive, alternating; -1 if unknown.
    private let values: [Int64]
    /// Four times for each subscription: made, first value, last value, ended; -1 for none.
    private let times: [Int64]
    let omitted: Int

    /// - Parameter room: How many more subscriptions fit into the page.
    init(_ list: SubscriptionList, room: inout Int, _ tables: inout HTMLTables) {
        let lines = Self.chosen(list.subscriptions, at: room)
        room -= lines.count
        omitted = list.subscriptions.count - lines.count
        ids = lines.map(\.id)
        texts = lines.map { line in
            [
                tables.text(line.owner?.ribPath), tables.text(line.owner?.type),
                tables.text(line.chain), line.place.map { tables.frame($0) } ?? -1,
            ]
        }
        owners = lines.map { $0.owner?.id ?? 0 }
        facts = lines.map { line in
            [
                tables.text(line.attribution.name),
                line.confinement == .none ? -1 : tables.text(line.confinement.word),
                tables.text(line.end?.word), line.firedWhileInactive ? 1 : 0,
            ]
        }
        values = lines.flatMap { line in
            [line.deliveries?.whileActive, line.deliveries?.whileInactive].map(Self.number)
        }
        times = lines.flatMap { line in
            [line.madeAt, line.deliveries?.first, line.deliveries?.last, line.endedAt]
                .map(Self.number)
        }
    }

    private static func number(_ value: UInt64?) -> Int64 {
        value.map { Int64(clamping: $0) } ?? -1
    }

    /// The subscriptions to show, in their order. If there are too many, those that fired while
    /// inactive are kept first, then live ones.
    private static func chosen(
        _ lines: [ListedSubscription], at most: Int
    ) -> [ListedSubscription] {
        guard lines.count > most else { return lines }
        func rank(_ line: ListedSubscription) -> Int {
            line.firedWhileInactive ? 0 : line.end == nil ? 1 : 2
        }
        let ranked = lines.indices.sorted { (rank(lines[$0]), $0) < (rank(lines[$1]), $1) }
        return ranked.prefix(most).sorted().map { lines[$0] }
    }
}

/// Writes the live unowned subscriptions, below the findings.
enum HTMLUnowned {
    private static let mostSites = 5

    /// - Returns: Empty text when there are none.
    static func markup(for unowned: UnownedSubscriptions) -> String {
        guard unowned.count > 0 else { return "" }
        let have = unowned.count == 1 ? "has" : "have"
        let were = unowned.count == 1 ? "was" : "were"
        var items = unowned.sites.prefix(mostSites).map { site in
            let place = site.place.map { StackText.line(for: $0).rendered(colored: false) }
            return "<li>\(site.count) by <span class=\"code\">"
                + "\(HTMLText.escaped(place ?? "an unknown place"))</span></li>"
        }
        let left = unowned.sites.count - mostSites
        if left > 0 { items.append("<li>… \(Quantity.counted(left, "more place"))</li>") }
        return """
            <section class="unowned">
            <p><strong>\(Quantity.counted(unowned.count, "live subscription"))</strong> \
            \(have) no known owner, and \(were) not judged:</p>
            <ul>
            \(items.joined(separator: "\n"))
            </ul>
            </section>
            """
    }
}
