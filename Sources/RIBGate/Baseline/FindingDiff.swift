// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBText

/// How the findings of two runs or baselines differ.
package struct FindingDiff: Equatable, Sendable {
    /// Those of the second alone.
    package let new: [KnownFinding]
    /// Those of the first alone.
    package let fixed: [KnownFinding]
    /// Those of both, as the second has them.
    package let unchanged: [KnownFinding]
    /// The same under another path.
    package let moved: [FindingMatch.Pair]
    /// The same but for one part.
    package let changed: [FindingMatch.Pair]
    /// Those of the three above that more or fewer objects or subscriptions show than before.
    package let otherCounts: [FindingMatch.Pair]

    /// Compares as `FindingMatch` does; the lists are in the order of baselines.
    ///
    /// - Parameter made: As for `FindingMatch`.
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
    /// For people: the counts, then what is new, fixed, moved, changed and unchanged, a line each.
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

    /// For programs, version 1: new keys may come at any time.
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
