// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
import RIBText

/// The differences between the findings of two runs or baselines.
package struct FindingDiff: Equatable, Sendable {
    /// What became of a finding, named as in the JSON, in the order in which people read them.
    package enum Part: String, CaseIterable, Sendable {
        case new
        case fixed
        case moved
        case changed
        case otherCounts
        case unchanged

        /// As the text names it.
        package var title: String { self == .otherCounts ? "other counts" : rawValue }
    }

    /// A finding of a part.
    package struct Entry: Equatable, Sendable {
        /// As it is now, or was when it was fixed.
        package let finding: KnownFinding
        /// As it was before; nil unless its name or its count changed.
        package let was: KnownFinding?
        /// One line for people.
        package let line: String

        fileprivate init(_ finding: KnownFinding) {
            (self.finding, was) = (finding, nil)
            line = "\(finding.gist)  \(finding.fingerprint)"
        }

        fileprivate init(_ pair: FindingMatch.Pair, _ line: String) {
            (finding, was, self.line) = (pair.new, pair.old, line)
        }
    }

    private let entries: [Part: [Entry]]

    /// Compares with `FindingMatch`. The lists have the order of baselines.
    ///
    /// - Parameter run: The run that the second is of; nil when it is a baseline.
    package init(from old: Baseline, to current: Baseline, of run: RunReport? = nil) {
        let match = FindingMatch(
            from: old.entries, to: current.entries, made: run?.madeSubscriptions ?? [],
            renames: .names(before: old.names) { run?.names })
        func ones(_ change: FindingMatch.Change) -> [FindingMatch.Pair] {
            var seen: Set<KnownFinding> = []
            return match.pairs.filter { $0.change == change && seen.insert($0.new).inserted }
        }
        entries = [
            .new: match.new.map { Entry($0) }, .fixed: match.gone.map { Entry($0) },
            .moved: ones(.moved).map { Entry($0, $0.renaming) },
            .changed: ones(.changed).map { Entry($0, $0.renaming) },
            .otherCounts: match.pairs.filter { $0.hasGrown || $0.hasShrunk }
                .map { Entry($0, $0.recount) },
            .unchanged: ones(.unchanged).map { Entry($0.new) },
        ]
    }

    /// The findings of a part.
    package subscript(part: Part) -> [Entry] { entries[part] ?? [] }
}

extension FindingDiff {
    /// How many are new, fixed and unchanged, in one line.
    package var counts: String {
        let renamed = [Part.moved, .changed].filter { !self[$0].isEmpty }
        return ([.new, .fixed, .unchanged] + renamed)
            .map { "\(self[$0].count) \($0.title)" }.joined(separator: ", ")
    }

    /// The text for people: the counts, then new, fixed, moved, changed and unchanged findings, one
    /// per line.
    package var text: String {
        counts + "\n"
            + Part.allCases.filter { !self[$0].isEmpty }.map { part in
                "\n\(part.title)\n" + self[part].map { "  \($0.line)\n" }.joined()
            }.joined()
    }

    /// The JSON for programs, version 1. New keys may come at any time.
    package var json: String {
        let lists = Part.allCases.map { ($0.rawValue, JSONValue(self[$0].map(Self.json))) }
        return JSONText.encoded(
            JSONValue(["version": 1]).adding(Dictionary(uniqueKeysWithValues: lists)))
    }

    private static func json(_ entry: Entry) -> JSONValue {
        guard let was = entry.was else { return entry.finding.json }
        return ["from": was.json, "to": entry.finding.json]
    }
}

extension KnownFinding {
    /// Its name, and its count where that is known.
    package var json: JSONValue {
        JSONValue(known: [
            "fingerprint": fingerprint, "kind": kind, "ribPath": ribPath, "type": type,
            "count": count,
        ])
    }
}
