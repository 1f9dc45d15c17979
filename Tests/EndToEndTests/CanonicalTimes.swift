// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Replaces the times in a page's data by times that are the same in every run, and about as far
/// apart as the demo's are.
///
/// Each change of the tree takes what such a change usually takes. Anything else happens halfway
/// between the changes around it. Only when a view is freed depends on the run, since the recorder
/// notices it some time later: in the sample it ends with its RIB, also its life after the detach.
struct CanonicalTimes {
    /// The usual nanoseconds from the change before to one of each kind, in the order of the kinds:
    /// made, launched, attached, detached, activated, deactivated, freed.
    private static let usual = [
        9_400_000, 260_000, 84_000, 610_000, 62_000, 118_000, 47_000,
    ]
    /// How much of the usual time passes, in turn.
    private static let shares = [10, 7, 14, 9, 12]
    /// From the last change to the end of the recording.
    private static let rest = 12_500_000

    /// When the tree changed, in order, and the sample's times for that.
    private var changes: [Int] = []
    private var samples: [Int] = []
    /// The page's lists of spans, and what stands in their place.
    private var timelines: [(written: String, mended: String)] = []

    private struct Tree: Decodable {
        let changes: [[Int]]
        let times: [Int]
    }

    private struct Timeline: Decodable {
        let kinds: [Int]
        let paths: [Int]
        let open: [Int]
        let times: [Int]
    }

    init(of page: String) {
        let changed = Self.decoded([Tree].self, "trees", in: page).flatMap { tree in
            zip(tree.times, tree.changes.map { $0[0] })
        }
        var sample = 0
        for (time, kind) in changed.sorted(by: { $0.0 < $1.0 }) where changes.last != time {
            let share = Self.shares[changes.count % Self.shares.count]
            sample += Self.usual[kind] * share / 10
            changes.append(time)
            samples.append(sample)
        }
        timelines = Self.decoded([Timeline].self, "timelines", in: page).map {
            (Self.list($0.times), Self.list(Self.withViewsEndingWithTheirRIBs($0)))
        }
    }

    func applied(to page: String) -> String {
        var page = page
        for (written, mended) in timelines {
            page = page.replacingOccurrences(of: written, with: mended)
        }
        page = page.replacing(/"times":\[([-0-9,]*)\]/) { list in
            Self.list(Self.numbers(list.1).map(sample))
        }
        return page.replacing(/"afterlives":\[([-0-9,\[\]]*)\]/) { list in
            let lives = list.1.matches(of: /\[([-0-9]+),([-0-9]+),([-0-9]+)\]/).map { life in
                (id: life.1, start: Int(life.2) ?? 0, end: Int(life.3) ?? 0)
            }
            let all = lives.map { life in
                // Any end but a change of the tree is a view's.
                let rib = lives.first { $0.start == life.start && changes.contains($0.end) }
                let end =
                    life.end < 0 || changes.contains(life.end) ? life.end : rib?.end ?? life.start
                return "[\(life.id),\(sample(life.start)),\(sample(end))]"
            }
            return "\"afterlives\":[\(all.joined(separator: ","))]"
        }
    }

    private func sample(_ moment: Int) -> Int {
        guard moment > 0 else { return moment }
        let before = changes.partitioningIndex { $0 > moment }
        let last = before > 0 ? samples[before - 1] : 0
        if before > 0, changes[before - 1] == moment { return last }
        return before < samples.count ? (last + samples[before]) / 2 : last + Self.rest
    }

    private static func withViewsEndingWithTheirRIBs(_ timeline: Timeline) -> [Int] {
        let (rib, view) = (0, 3)
        var times = timeline.times
        for index in timeline.kinds.indices
        where timeline.kinds[index] == view && !timeline.open.contains(index) {
            let end = timeline.kinds.indices.first {
                timeline.kinds[$0] == rib && timeline.paths[$0] == timeline.paths[index]
                    && timeline.times[2 * $0 + 1] > timeline.times[2 * index]
            }
            if let end { times[2 * index + 1] = timeline.times[2 * end + 1] }
        }
        return times
    }

    private static func decoded<Value: Decodable>(
        _ type: [Value].Type, _ name: String, in page: String
    ) -> [Value] {
        guard let start = page.firstRange(of: "id=\"data-\(name)\">"),
            let end = page[start.upperBound...].firstRange(of: "</script>")
        else { return [] }
        let text = page[start.upperBound..<end.lowerBound]
        return (try? JSONDecoder().decode(type, from: Data(text.utf8))) ?? []
    }

    private static func list(_ times: [Int]) -> String {
        "\"times\":[\(times.map(String.init).joined(separator: ","))]"
    }

    private static func numbers(_ list: Substring) -> [Int] {
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
