// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBReport
import RIBRuns

/// The subscriptions of one process, as far as its watcher lists them.
struct PageSubscriptions {
    private var rows: [UInt64: ListedSubscription] = [:]
    /// How many are no longer listed.
    private(set) var omitted = 0

    /// Takes what became known, and tells a page of what is new in it.
    ///
    /// - Parameter number: That of the process in the page.
    mutating func apply(
        _ update: SubscriptionUpdate, in number: Int, _ steps: inout StepList
    ) {
        if omitted != update.omitted {
            omitted = update.omitted
            for id in update.gone { rows[id] = nil }
            let ids = update.gone.map(String.init).joined(separator: ",")
            steps.add("gone", "\(number),\(omitted),[\(ids)]")
        }
        for row in update.listed where rows[row.id] != row {
            rows[row.id] = row
            steps.add("row", "\(number),\(LivePage.subscription(row))")
        }
    }

    /// Steps that make the same list in a page that knows nothing.
    func tell(in number: Int, _ steps: inout StepList) {
        for (_, row) in rows.sorted(by: { $0.key < $1.key }) {
            steps.add("row", "\(number),\(LivePage.subscription(row))")
        }
    }
}
