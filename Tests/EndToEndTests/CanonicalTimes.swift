// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Replaces the times in a page's data by the number of the tree change they belong to.
///
/// The order between two changes differs from run to run, and a freed view is noticed only some time
/// later.
struct CanonicalTimes {
    private static let step = 500_000

    /// When the tree changed, in order.
    private let changes: [Int]

    init(of page: String) {
        let trees = page.firstMatch(of: /id="data-trees">[^<]*</)?.0 ?? ""
        changes = Set(trees.matches(of: Self.lists).flatMap { Self.moments($0.1) }).sorted()
    }

    func applied(to page: String) -> String {
        page.replacing(Self.lists) { list in
            let moments = Self.moments(list.1).map { String(sample(of: $0)) }
            return "\"times\":[\(moments.joined(separator: ","))]"
        }
    }

    private func sample(of moment: Int) -> Int {
        guard moment > 0 else { return moment }
        let before = changes.partitioningIndex { $0 > moment }
        let isChange = before > 0 && changes[before - 1] == moment
        return isChange ? before * Self.step : Self.step / 2
    }

    private static var lists: Regex<(Substring, Substring)> { /"times":\[([-0-9,]*)\]/ }

    private static func moments(_ list: Substring) -> [Int] {
        list.split(separator: ",").compactMap { Int($0) }
    }
}

extension [Int] {
    /// The index of the first element for which `holds` is true. It is then true for all later ones.
    fileprivate func partitioningIndex(where holds: (Int) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if holds(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
