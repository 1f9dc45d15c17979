// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// The live subscriptions of a run for which no owner could be found.
public struct UnownedSubscriptions: Equatable, Sendable {
    /// The unowned subscriptions made in one place.
    public struct Site: Equatable, Sendable {
        /// The innermost frame of the project; nil when no stack shows it.
        public let place: StackFrame?
        /// How many there are.
        public let count: Int
    }

    /// How many there are.
    public let count: Int
    /// The places where they were made, in descending order of count.
    public let sites: [Site]

    /// - Parameter places: How many were made at each place; places may repeat.
    package init(_ places: [(place: StackFrame?, count: Int)]) {
        var counts: [StackFrame: (place: StackFrame?, count: Int)] = [:]
        for (place, count) in places {
            // A place is its line, whatever the address.
            let line = StackFrame(
                function: place?.function, file: place?.file, line: place?.line, module: "",
                offset: 0)
            counts[line, default: (place, 0)].count += count
        }
        count = places.reduce(0) { $0 + $1.count }
        func order(_ place: StackFrame) -> (String, Int, String) {
            (place.file ?? "", place.line ?? 0, place.function ?? "")
        }
        sites = counts.sorted {
            $0.value.count == $1.value.count
                ? order($0.key) < order($1.key) : $0.value.count > $1.value.count
        }
        .map { Site(place: $0.value.place, count: $0.value.count) }
    }
}

extension SubscriptionModel {
    /// How many different stacks are kept.
    private static var mostUnownedStacks: Int { 256 }

    /// The live unowned subscriptions, grouped by the stacks that made them. The stacks with most
    /// of them come first, then one group for all the rest.
    ///
    /// - Parameter isOwned: True for subscriptions to leave out.
    func unownedSubscriptions(
        where isOwned: (SubscriptionID) -> Bool
    ) -> [(stack: StackID, count: Int)] {
        var counts: [StackID: Int] = [:]
        for id in unowned where !isOwned(id) {
            counts[records[id]?.stack ?? .none, default: 0] += 1
        }
        let sorted = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        let rest = sorted.dropFirst(Self.mostUnownedStacks).reduce(0) { $0 + $1.value }
        return sorted.prefix(Self.mostUnownedStacks).map { (stack: $0.key, count: $0.value) }
            + (rest > 0 ? [(stack: .none, count: rest)] : [])
    }
}
