// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
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
    /// - Parameter run: The run that the second is of; nil when it is a baseline.
    package init(from old: Baseline, to current: Baseline, of run: RunReport? = nil) {
        let match = FindingMatch(
            from: old.entries, to: current.entries, made: run?.madeSubscriptions ?? [],
            renames: .names(before: old.names) { run?.names })
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
    /// What became of a finding, named as in the JSON.
    package enum Part: String, CaseIterable, Sendable {
        case new
        case fixed
        case moved
        case changed
        case otherCounts
        case unchanged

        /// As the text names it.
        package var title: String { self == .otherCounts ? "other counts" : rawValue }

        /// What findings of this part are, in a few words.
        package var meaning: String {
            switch self {
            case .new: "Only in the later run."
            case .fixed: "Only in the earlier run."
            case .moved: "The same at another place of the tree."
            case .changed: "The same with another part of its name."
            case .otherCounts: "The same, of more or fewer objects; listed elsewhere too."
            case .unchanged: "The same in both."
            }
        }
    }

    /// A finding of a part.
    package struct Entry: Equatable, Sendable {
        package let finding: KnownFinding
        /// As it was before; nil unless its name or its count changed.
        package let was: KnownFinding?
        /// One line for people.
        package let line: String
    }

    /// All parts, in the order in which people read them.
    package var parts: [(part: Part, entries: [Entry])] {
        Part.allCases.map { part in
            switch part {
            case .new: (part, new.map(Self.entry))
            case .fixed: (part, fixed.map(Self.entry))
            case .moved: (part, moved.map { Self.entry($0, FindingLine.difference) })
            case .changed: (part, changed.map { Self.entry($0, FindingLine.difference) })
            case .otherCounts: (part, otherCounts.map { Self.entry($0, FindingLine.counts) })
            case .unchanged: (part, unchanged.map(Self.entry))
            }
        }
    }

    private static func entry(_ finding: KnownFinding) -> Entry {
        Entry(
            finding: finding, was: nil,
            line: "\(FindingLine.gist(finding))  \(finding.fingerprint)")
    }

    private static func entry(
        _ pair: FindingMatch.Pair, _ line: (FindingMatch.Pair) -> String
    ) -> Entry {
        Entry(finding: pair.new, was: pair.old, line: line(pair))
    }

    /// How many are new, fixed and unchanged, in one line.
    package var counts: String {
        "\(new.count) new, \(fixed.count) fixed, \(unchanged.count) unchanged"
            + (moved.isEmpty ? "" : ", \(moved.count) moved")
            + (changed.isEmpty ? "" : ", \(changed.count) changed")
    }

    /// The text for people: the counts, then new, fixed, moved, changed and unchanged findings, one
    /// per line.
    package var text: String {
        counts + "\n"
            + parts.map { part, entries in
                entries.isEmpty
                    ? "" : "\n\(part.title)\n" + entries.map { "  \($0.line)\n" }.joined()
            }.joined()
    }

    /// The JSON for programs, version 1. New keys may come at any time.
    package var json: String {
        func list(_ entries: [KnownFinding]) -> JSONValue { .array(entries.map(Self.json)) }
        func list(_ pairs: [FindingMatch.Pair]) -> JSONValue {
            .array(pairs.map { ["from": Self.json($0.old), "to": Self.json($0.new)] })
        }
        let json: JSONValue = [
            "version": 1, "new": list(new), "fixed": list(fixed), "unchanged": list(unchanged),
            "moved": list(moved), "changed": list(changed), "otherCounts": list(otherCounts),
        ]
        return JSONText.encoded(json)
    }

    private static func json(_ entry: KnownFinding) -> JSONValue {
        var object: [String: JSONValue] = [
            "fingerprint": .string(entry.fingerprint), "kind": .string(entry.kind),
            "ribPath": .string(entry.ribPath), "type": .string(entry.type),
        ]
        object["count"] = entry.count.map { JSONValue($0) }
        return .object(object)
    }
}
