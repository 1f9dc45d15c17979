// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBTrace

/// The subscriptions of a run, with one list per process.
package struct SubscriptionReport: Equatable, Sendable {
    package let lists: [SubscriptionList]
    /// What could not be looked up, and why.
    package let caveats: [Caveat]

    package init(lists: [SubscriptionList], caveats: [Caveat] = []) {
        self.lists = lists
        self.caveats = caveats
    }

    /// The ids of a process of the run, as `ribleak explain` reads them.
    package func ids(of list: SubscriptionList) -> PrintedIDs {
        PrintedIDs(of: list.process, isOnly: lists.count == 1)
    }

    /// Looks up in one batch where all subscriptions were made.
    package init(_ readings: [SubscriptionReading], symbolizer: some Symbolizing) {
        let asked = readings.map { reading in
            SymbolRequest(
                trace: reading.process.trace,
                addresses: Set(reading.stacks.values.flatMap(\.addresses)))
        }
        let symbols = symbolizer.symbolicate(asked)
        let lists = readings.map { reading in
            SubscriptionList(
                process: reading.process, subscriptions: reading.subscriptions(with: symbols),
                gaps: reading.gaps)
        }
        self.init(lists: lists, caveats: symbols.caveats)
    }
}

/// The subscriptions of one recorded process.
package struct SubscriptionList: Equatable, Sendable {
    package let process: RecordedProcess
    /// By place, parents before their children, then by owner and time. Unowned ones come last.
    package let subscriptions: [ListedSubscription]
    /// One line about what the trace may miss; nil when it is complete.
    package let gaps: String?

    package init(
        process: RecordedProcess, subscriptions: [ListedSubscription], gaps: String? = nil
    ) {
        self.process = process
        self.subscriptions = subscriptions
        self.gaps = gaps
    }
}

/// Which subscriptions of a run to list.
package struct SubscriptionFilter: Equatable, Sendable {
    /// The RIB path to list, without trailing slashes; nil for all.
    private let ribPath: String?
    private let isAliveOnly: Bool

    /// - Parameters:
    ///   - ribPath: Lists only subscriptions at this RIB path or below it; nil for all, including
    ///     unowned ones.
    ///   - isAliveOnly: True to list only those that have not ended.
    package init(ribPath: String? = nil, isAliveOnly: Bool = false) {
        self.ribPath = ribPath.map { path in
            String(path.reversed().drop { $0 == "/" }.reversed())
        }
        self.isAliveOnly = isAliveOnly
    }

    func includes(_ entry: SubscriptionEntry) -> Bool { !isAliveOnly || entry.end == nil }

    /// - Parameter owner: Nil when there is none.
    func includes(_ owner: ListedSubscription.Owner?) -> Bool {
        guard let ribPath else { return true }
        guard let path = owner?.ribPath else { return false }
        return path == ribPath || path.hasPrefix("\(ribPath)/")
    }
}

// The words of the list. They are the same in all output formats.

extension SubscriptionConfinement {
    package var word: String { "\(self)" }
}

extension SubscriptionEnd {
    package var word: String { self == .ownerGone ? "owner gone" : "\(self)" }
}
