// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBText

/// The differences between the findings of two runs or baselines.
package struct FindingDiff: Equatable, Sendable {
    /// Findings only in the second.
    package let new: [KnownFinding]
    /// Findings only in the first.
    package let fixed: [KnownFinding]
    /// Findings in both, as in the second.
    package let unchanged: [KnownFinding]
    /// The same findings under a different path.
    package let moved: [FindingMatch.Pair]
    /// The same findings with one part changed.
    package let changed: [FindingMatch.Pair]
    /// Findings of the three lists above with a different number of objects or subscriptions than
    /// before.
    package let otherCounts: [FindingMatch.Pair]

    /// Compares with `FindingMatch`. The lists have the order of baselines.
    ///
    /// - Parameter made: See `FindingMatch`.
    package init(
        from old: Baseline, to current: Baseline, made: Set<MadeSubscriptions> = []
    ) {
        let match = FindingMatch(from: old.entries, to: current.entries, made: made)
        new = match.new
        fixed = match.gone
        func ones(_ change: FindingMatch.Change) -> [FindingMatch.Pair] {
            var seen: Set<KnownFinding> = []
            return match.pairs.filter { $0.change == change && seen.insert($0.new).inserted }
        }
        unchanged = ones(.unchanged).map(\.new)
        moved = ones(.moved)
        changed = ones(.changed)
        otherCounts = match.pairs.filter { $0.hasGrown || $0.hasShrunk }
    }
}

extension FindingDiff {
    /// The text for people: the counts, then new, fixed, moved, changed and unchanged findings, one
    /// per line.
    package var text: String {
        var head = "\(new.count) new, \(fixed.count) fixed, \(unchanged.count) unchanged"
        if !moved.isEmpty { head += ", \(moved.count) moved" }
        if !changed.isEmpty { head += ", \(changed.count) changed" }
        let parts = [
            ("new", new.map(Self.line)), ("fixed", fixed.map(Self.line)),
            ("moved", moved.map(FindingLine.difference)),
            ("changed", changed.map(FindingLine.difference)),
            ("other counts", otherCounts.map(FindingLine.counts)),
            ("unchanged", unchanged.map(Self.line)),
        ]
        return head + "\n"
            + parts.map { title, lines in
                lines.isEmpty ? "" : "\n\(title)\n" + lines.map { "  \($0)\n" }.joined()
            }.joined()
    }

    /// The JSON for programs, version 1. New keys may come at any time.
    package var json: String {
        func list(_ entries: [KnownFinding]) -> [JSONEntry] { entries.map(JSONEntry.init) }
        func list(_ pairs: [FindingMatch.Pair]) -> [JSONPair] { pairs.map(JSONPair.init) }
        return JSONText.encoded(
            JSONDiff(
                new: list(new), fixed: list(fixed), unchanged: list(unchanged), moved: list(moved),
                changed: list(changed), otherCounts: list(otherCounts)))
    }

    private static func line(_ entry: KnownFinding) -> String {
        "\(FindingLine.gist(entry))  \(entry.fingerprint)"
    }

    private struct JSONDiff: Encodable {
        let version = 1
        let new: [JSONEntry]
        let fixed: [JSONEntry]
        let unchanged: [JSONEntry]
        let moved: [JSONPair]
        let changed: [JSONPair]
        let otherCounts: [JSONPair]
    }

    private struct JSONPair: Encodable {
        let from: JSONEntry
        let to: JSONEntry

        init(_ pair: FindingMatch.Pair) {
            from = JSONEntry(pair.old)
            to = JSONEntry(pair.new)
        }
    }

    private struct JSONEntry: Encodable {
        let fingerprint: String
        let kind: String
        let ribPath: String
        let type: String
        let count: Int?

        init(_ entry: KnownFinding) {
            fingerprint = entry.fingerprint
            kind = entry.kind
            ribPath = entry.ribPath
            type = entry.type
            count = entry.count
        }
    }
}
