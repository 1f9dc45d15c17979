// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
import RIBText

/// How a gate, or a check of sources, can end, as the code that the command exits with.
package enum GateOutcome: Int32, Sendable {
    case passed
    /// A limit is exceeded, a suppression expired, or a fixed finding is still in the baseline.
    case exceeded
    /// Within the limits, but the run could not be judged completely.
    case doubtful
}

extension GateJudgement {
    /// The outcome and its reason on one line, such as `failed: 2 leaks (allowed 0), …`.
    package var line: String {
        guard isPartial else { return lineOfReadable }
        return "failed: a trace cannot be read"
            + (subject != nil ? "; the others: \(lineOfReadable)" : "")
    }

    /// The findings above the limits and those that are fixed, what to do about suppressions and
    /// the baseline, and what else to know, one line each.
    package var details: [String] {
        guard !isPartial else { return [] }
        return (isComparable ? exceeding : []) + exceptionLines + libraryLeakLines + fixedLines
            + baselineLines
    }

    /// The details about anything but findings that are new or fixed, for a comment on a pull
    /// request, which lists those itself.
    package var notes: [String] {
        isPartial ? [] : exceptionLines + libraryLeakLines + baselineLines
    }

    /// The complete text. Each line ends with a line break.
    package var text: String {
        (["ribleak gate: \(line)"] + details).map { "\($0)\n" }.joined()
    }

    private var lineOfReadable: String {
        switch outcomeOfReadable {
        case .passed: "passed: " + (nothing.map { "\($0), which is allowed" } ?? facts)
        case .exceeded: "failed: \(facts)"
        case .doubtful:
            nothing.map { "failed: \($0); use --allow-empty to accept this" }
                ?? "failed: the run could not be judged: "
                + doubts.lines.map(TerminalEscape.escaped)
                .joined(separator: "; ")
        }
    }

    private var exceptionLines: [String] {
        suppressions.expiredLines
            + suppressions.usedLines(unused, certainIf: "all tests ran")
    }

    private var nothing: String? { subject?.emptiness.map(TerminalEscape.escaped) }

    private var facts: String {
        let isNew = baseline != nil
        let (over, suppressed) = (suppressions.expired.count, suppressions.suppressed.count)
        // The two limits that every project has always appear, all else only when it has findings.
        let limits = tallies.filter { tally in
            !tally.findings.isEmpty
                || tally.path == nil && [.leaks, .inactiveFires].contains(tally.subject)
        }.map { tally in
            let place = tally.path.map { " at " + TerminalEscape.escaped($0.description) } ?? ""
            let count = tally.subject.counted(tally.findings.count, isNew: isNew)
            return "\(count)\(place) (allowed \(tally.allowed))"
        }
        let stale = ratchets ? fixed.count : 0
        let failing = [
            over > 0 ? "\(Quantity.counted(over, "suppression")) expired" : nil,
            stale > 0 ? "\(Quantity.counted(stale, "fixed finding")) still in the baseline" : nil,
        ]
        let rest = [
            unlimited.isEmpty
                ? nil : BudgetSubject.warnings.counted(unlimited.count, isNew: isNew),
            known.isEmpty ? nil : "\(known.count) in the baseline",
            suppressed > 0 ? "\(suppressed) suppressed" : nil,
            libraryLeaks.isEmpty ? nil : Quantity.counted(libraryLeaks.count, "library leak"),
        ]
        let tracked = Quantity.counted(subject?.report?.summary.tracked ?? 0, "object")
        let all = failing.compactMap { $0 } + limits + rest.compactMap { $0 }
        return (all + ["\(tracked) tracked"]).joined(separator: ", ")
    }

    /// The findings of the limits that are exceeded.
    private var exceeding: [String] {
        tallies.filter(\.isExceeded).flatMap(\.findings).listed(\.gateLine)
    }

    private var libraryLeakLines: [String] {
        let names = Dictionary(libraryLeaks.compactMap(\.libraryLeak).map { ($0, 1) }) { $0 + $1 }
        let lines = names.sorted { $0.key.name < $1.key.name }.map { leak, count in
            "library leak \(TerminalEscape.escaped(leak.name)): \(count); "
                + TerminalEscape.escaped(leak.sentence)
        }
        return lines.listed(indent: "") { $0 }
            + unusedLibraryLeaks.listed(indent: "") { setting, reason in
                "note: unused library leak: \(TerminalEscape.escaped(setting.name)); "
                    + TerminalEscape.escaped(reason)
            }
    }

    private var fixedLines: [String] {
        guard !fixed.isEmpty else { return [] }
        return [
            "baseline: \(fixed.count) fixed; after a run of all tests, "
                + "ribleak baseline write takes them out:"
        ] + fixed.listed(\.gist)
    }

    private var baselineLines: [String] {
        let (are, them) =
            absorbed.count == 1 ? ("is a library leak", "it") : ("are library leaks", "them")
        let skipped = untried.count { !$0.tests.isEmpty }
        let counts: [(count: Int, what: String)] = [
            (absorbed.count, "\(are) now; ribleak baseline write takes \(them) out"),
            (skipped, "not tried: no test ran that showed them"),
            (untried.count - skipped, "not tried: this run made no object of their types"),
            (unknowable.count, "cannot be checked: this run has no call stacks, or short ones"),
        ]
        let renames =
            "baseline: new findings may be known ones that were renamed: this cannot be checked, "
            + "since the baseline has no names of its build, or this run's binaries are "
            + "not readable any more"
        return counts.filter { $0.count > 0 }.map { "baseline: \($0.count) \($0.what)" }
            + (lacksNames ? [renames] : []) + otherNames + otherCounts
    }

    private var otherNames: [String] {
        if baseline?.isOfEarlierVersion == true {
            return [
                "baseline: was written by an earlier ribleak; ribleak baseline write renews it"
            ]
        }
        guard !renamed.isEmpty else { return [] }
        let count = Quantity.counted(renamed.count, "finding")
        return ["baseline: \(count) under other names; ribleak baseline write renames them:"]
            + renamed.listed(\.renaming)
    }

    private var otherCounts: [String] {
        var lines: [String] = []
        if !grown.isEmpty {
            lines.append(
                "baseline: \(grown.count) more often than before"
                    + (settings.failsForCountGrowth ? ", so they count as new:" : ":"))
            lines += grown.listed(\.recount)
        }
        if !shrunk.isEmpty {
            lines.append(
                "baseline: \(shrunk.count) less often than before; ribleak baseline write notes it:"
            )
            lines += shrunk.listed(\.recount)
        }
        return lines
    }
}

extension SuppressionUse {
    /// The suppressions whose day is over, and what to do about them, one line each.
    package var expiredLines: [String] {
        expired.listed(indent: "") { suppression, isUsed in
            let advice =
                isUsed
                ? "fix what it covers, or set a later expiry"
                : "it covers nothing in this run: remove it"
            return "expired on \(suppression.expires): \(suppression.told); \(advice)"
        }
    }

    /// The suppressions in force, one line each.
    ///
    /// - Parameters:
    ///   - unused: Those that are told to cover nothing.
    ///   - condition: When it is certain that they cover nothing, such as `all tests ran`.
    package func usedLines(_ unused: [Suppression], certainIf condition: String) -> [String] {
        var lines: [String] = []
        if let next = nextToExpire {
            lines.append(
                "suppressed: \(suppressed.count); the next to expire, on \(next.expires): "
                    + next.told)
        }
        return lines
            + unused.listed(indent: "") {
                "note: unused suppression: \($0.told); remove it if \(condition)"
            }
    }
}

extension Suppression {
    fileprivate var told: String {
        TerminalEscape.escaped(name) + ": " + TerminalEscape.escaped(reason)
    }
}

// Findings on one line each.

extension KnownFinding {
    /// The kind, place and type, such as `leaked-router at Root/Game: GameRouter`.
    var gist: String {
        let place = ribPath.isEmpty ? "an unknown place" : ribPath
        return [kind, " at ", place, ": ", type].map(TerminalEscape.escaped).joined()
    }
}

extension Finding {
    /// The gist, the line to look at first, and the command that shows more.
    var gateLine: String {
        let place = placeText.map { ", \(TerminalEscape.escaped($0))" } ?? ""
        return "\(KnownFinding(self).gist)\(place); ribleak explain \(fingerprint.description)"
    }
}

extension FindingMatch.Pair {
    /// The old and the new name of a finding that was renamed.
    var renaming: String {
        let (old, new) = (old.identity, new.identity)
        let parts = [
            (old.function, new.function), (old.chain, new.chain), (old.holder, new.holder),
            (old.property, new.property),
        ]
        let rest: String
        if change == .moved {
            rest = "was at \(old.ribPath)"
        } else if let (was, now) = parts.first(where: { $0.0 != $0.1 }) {
            rest = "\(now ?? "?"), was \(was ?? "?")"
        } else {
            rest = "place \(new.site) of \(new.sites), was \(old.site) of \(old.sites)"
        }
        return "\(self.new.gist); \(TerminalEscape.escaped(rest))  \(self.new.fingerprint)"
    }

    /// A finding with a different number of objects than before.
    var recount: String {
        "\(new.gist); \(new.count ?? 0)×, was \(old.count ?? 0)×  \(new.fingerprint)"
    }
}

extension Array {
    /// One line for each of the first 20 elements, and the number of further ones.
    func listed(indent: String = "  ", _ line: (Element) -> String) -> [String] {
        let most = 20
        return prefix(most).map { indent + line($0) }
            + (count > most ? ["\(indent)… \(count - most) more"] : [])
    }
}
