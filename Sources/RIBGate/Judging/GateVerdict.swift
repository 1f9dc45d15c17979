// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
import RIBText

/// How a gate, or a check of sources, can end.
package enum GateOutcome: Equatable, Sendable {
    case passed
    /// A limit is exceeded, a suppression expired, or a fixed finding is still in the baseline.
    case exceeded
    /// Within the limits, but the run could not be judged completely.
    case doubtful

    /// What the command exits with.
    package var exitCode: Int32 {
        switch self {
        case .passed: 0
        case .exceeded: 1
        case .doubtful: 2
        }
    }
}

/// The judgement of a gate in words.
package struct GateVerdict: Equatable, Sendable {
    package let outcome: GateOutcome
    /// The outcome and its reason on one line, such as `failed: 2 leaks (allowed 0), …`.
    package let line: String
    /// The findings above the limits and those that are fixed, what to do about suppressions and
    /// the baseline, and what else to know, one line each.
    package let details: [String]
    /// The details about anything but findings that are new or fixed.
    package let notes: [String]

    package init(_ judgement: GateJudgement) {
        outcome = judgement.outcome
        line = judgement.line
        let exceptions =
            judgement.suppressions.expiredLines
            + judgement.suppressions.usedLines(judgement.unused, certainIf: "all tests ran")
        details =
            (judgement.isComparable ? judgement.exceeding : []) + exceptions
            + judgement.libraryLeakLines + judgement.fixedLines + judgement.baselineLines
        notes = exceptions + judgement.libraryLeakLines + judgement.baselineLines
    }

    /// The verdict on a run of which a trace cannot be read.
    ///
    /// - Parameter rest: The verdict on the other traces; nil when there are none.
    package init(besideUnreadable rest: GateVerdict?) {
        outcome = .doubtful
        line = "failed: a trace cannot be read" + (rest.map { "; the others: \($0.line)" } ?? "")
        (details, notes) = ([], [])
    }

    /// The complete text. Each line ends with a line break.
    package var text: String {
        (["ribleak gate: \(line)"] + details).map { "\($0)\n" }.joined()
    }
}

extension GateJudgement {
    fileprivate var line: String {
        switch outcome {
        case .passed: "passed: " + (nothing.map { "\($0), which is allowed" } ?? facts)
        case .exceeded: "failed: \(facts)"
        case .doubtful:
            nothing.map { "failed: \($0); use --allow-empty to accept this" }
                ?? "failed: the run could not be judged: "
                + doubts.lines.map(TerminalEscape.escaped)
                .joined(separator: "; ")
        }
    }

    private var nothing: String? { emptiness.map(TerminalEscape.escaped) }

    private var facts: String {
        var facts: [String] = []
        let expired = suppressions.expired.count
        if expired > 0 { facts.append("\(Quantity.counted(expired, "suppression")) expired") }
        if ratchets, !fixed.isEmpty {
            let count = Quantity.counted(fixed.count, "fixed finding")
            facts.append("\(count) still in the baseline")
        }
        for tally in tallies {
            // The two limits that every project has always appear, the others only when they have
            // findings.
            let isUsual = tally.path == nil && [.leaks, .inactiveFires].contains(tally.subject)
            guard isUsual || !tally.findings.isEmpty else { continue }
            let place = tally.path.map { " at " + TerminalEscape.escaped($0.description) } ?? ""
            let count = tally.subject.counted(tally.findings.count, isNew: hasBaseline)
            facts.append("\(count)\(place) (allowed \(tally.allowed))")
        }
        if !unlimited.isEmpty {
            facts.append(BudgetSubject.warnings.counted(unlimited.count, isNew: hasBaseline))
        }
        if !known.isEmpty { facts.append("\(known.count) in the baseline") }
        let suppressed = suppressions.suppressed.count
        if suppressed > 0 { facts.append("\(suppressed) suppressed") }
        if !libraryLeaks.isEmpty {
            facts.append(Quantity.counted(libraryLeaks.count, "library leak"))
        }
        facts.append("\(Quantity.counted(tracked, "object")) tracked")
        return facts.joined(separator: ", ")
    }

    /// The findings of the limits that are exceeded.
    fileprivate var exceeding: [String] {
        FindingLine.list(tallies.filter(\.isExceeded).flatMap(\.findings), FindingLine.line)
    }

    fileprivate var libraryLeakLines: [String] {
        let names = Dictionary(libraryLeaks.compactMap(\.libraryLeak).map { ($0, 1) }) { $0 + $1 }
        let lines = names.sorted { $0.key.name < $1.key.name }.map { leak, count in
            "library leak \(TerminalEscape.escaped(leak.name)): \(count); "
                + TerminalEscape.escaped(leak.sentence)
        }
        return FindingLine.list(lines, indent: "") { $0 }
            + FindingLine.list(unusedLibraryLeaks, indent: "") { setting, reason in
                "note: unused library leak: \(TerminalEscape.escaped(setting.name)); "
                    + TerminalEscape.escaped(reason)
            }
    }

    fileprivate var fixedLines: [String] {
        guard !fixed.isEmpty else { return [] }
        return [
            "baseline: \(fixed.count) fixed; after a run of all tests, "
                + "ribleak baseline write takes them out:"
        ] + FindingLine.list(fixed, FindingLine.gist)
    }

    fileprivate var baselineLines: [String] {
        var lines: [String] = []
        if !absorbed.isEmpty {
            let are = absorbed.count == 1 ? "is a library leak" : "are library leaks"
            lines.append(
                "baseline: \(absorbed.count) \(are) now; ribleak baseline write takes "
                    + "\(absorbed.count == 1 ? "it" : "them") out")
        }
        if !untried.isEmpty {
            let skipped = untried.count { !$0.tests.isEmpty }
            if skipped > 0 {
                lines.append("baseline: \(skipped) not tried: no test ran that showed them")
            }
            if skipped < untried.count {
                lines.append(
                    "baseline: \(untried.count - skipped) not tried: this run made no object of "
                        + "their types")
            }
        }
        if !unknowable.isEmpty {
            lines.append(
                "baseline: \(unknowable.count) cannot be checked: this run has no call stacks, or short ones"
            )
        }
        if lacksNames {
            lines.append(
                "baseline: new findings may be known ones that were renamed: this cannot be checked, "
                    + "since the baseline has no names of its build, or this run's binaries are "
                    + "not readable any more")
        }
        return lines + otherNames + otherCounts
    }

    private var otherNames: [String] {
        if isBaselineOfEarlierVersion {
            return [
                "baseline: was written by an earlier ribleak; ribleak baseline write renews it"
            ]
        }
        guard !renamed.isEmpty else { return [] }
        let count = Quantity.counted(renamed.count, "finding")
        return ["baseline: \(count) under other names; ribleak baseline write renames them:"]
            + FindingLine.list(renamed, FindingLine.difference)
    }

    private var otherCounts: [String] {
        var lines: [String] = []
        if !grown.isEmpty {
            lines.append(
                "baseline: \(grown.count) more often than before"
                    + (failsForCountGrowth ? ", so they count as new:" : ":"))
            lines += FindingLine.list(grown, FindingLine.counts)
        }
        if !shrunk.isEmpty {
            lines.append(
                "baseline: \(shrunk.count) less often than before; ribleak baseline write notes it:"
            )
            lines += FindingLine.list(shrunk, FindingLine.counts)
        }
        return lines
    }
}

extension SuppressionUse {
    /// The suppressions whose day is over, and what to do about them, one line each.
    package var expiredLines: [String] {
        FindingLine.list(expired, indent: "") { suppression, isUsed in
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
            + FindingLine.list(unused, indent: "") {
                "note: unused suppression: \($0.told); remove it if \(condition)"
            }
    }
}

extension Suppression {
    fileprivate var told: String {
        TerminalEscape.escaped(name) + ": " + TerminalEscape.escaped(reason)
    }
}
