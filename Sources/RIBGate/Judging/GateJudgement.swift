// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis

/// A run's findings, sorted by what a project's settings and baseline say about them.
package struct GateJudgement: Sendable {
    /// The findings that count for one limit.
    struct Tally: Sendable {
        /// The part of the tree it is for; nil for a general limit.
        let path: RIBPathPattern?
        let subject: BudgetSubject
        let allowed: Int
        /// Most damaging first.
        var findings: [Finding] = []

        var isExceeded: Bool { findings.count > allowed }
    }

    /// One a limit, the general ones first.
    let tallies: [Tally]
    /// Findings that nothing limits.
    let unlimited: [Finding]
    /// Findings that are in the baseline.
    let known: [Finding]
    /// Baseline entries that were found under another place, function or chain.
    let renamed: [FindingMatch.Pair]
    /// Baseline entries that occur more often than before: new, unless the settings allow it.
    let grown: [FindingMatch.Pair]
    /// Baseline entries that occur less often than before.
    let shrunk: [FindingMatch.Pair]
    let suppressed: [Finding]
    /// Baseline entries that no longer occur, though objects of their types were followed.
    let fixed: [KnownFinding]
    /// Baseline entries for types of which this run made no object.
    let untried: [KnownFinding]
    /// Baseline entries that only call stacks can show; this run has none, or short ones.
    let unknowable: [KnownFinding]
    /// True when the baseline was written by an earlier ribleak.
    let isBaselineOfFirstVersion: Bool
    /// Suppressions that have expired, and whether they still cover anything.
    let expired: [(suppression: Suppression, isUsed: Bool)]
    /// Suppressions that have not expired and covered nothing.
    let unused: [Suppression]
    /// Of the suppressions that covered something, the one that ends first.
    let nextToExpire: Suppression?
    /// Why the run may have findings that are not shown.
    let doubts: [Caveat]
    /// Objects that were followed.
    let tracked: Int
    /// Why there is nothing to judge.
    let emptiness: String?
    let isEmptinessAllowed: Bool
    let hasBaseline: Bool
    let allowsGrowth: Bool
    /// False when the run's findings cannot be told from those of the baseline.
    let isComparable: Bool
    /// True when the gate fails for baseline entries that are fixed.
    let ratchets: Bool

    /// Judges a run.
    ///
    /// A suppressed finding is not counted. A finding in the baseline does not count for limits.
    ///
    /// - Parameters:
    ///   - subject: The run, or why there is none.
    ///   - settings: What is allowed.
    ///   - baseline: What is known; nil when no baseline is used.
    ///   - ratchets: True to fail for baseline entries that are fixed.
    ///   - today: The day that expiries are compared with.
    package init(
        _ subject: GateSubject, settings: GateSettings, baseline: Baseline? = nil,
        ratchets: Bool = false, today: CalendarDay
    ) {
        let (report, reason) = subject.parts
        let findings = report?.findings ?? []
        let used = SuppressionUse(settings.suppressions, of: findings, today: today)
        (suppressed, expired) = (used.suppressed, used.expired)
        nextToExpire = used.nextToExpire
        let match = FindingMatch(
            from: baseline?.entries ?? [], to: findings.map(KnownFinding.init),
            made: report?.madeSubscriptions ?? [])
        renamed = match.pairs.filter { $0.change != .unchanged }
        grown = match.pairs.filter(\.hasGrown)
        shrunk = match.pairs.filter(\.hasShrunk)
        let failing = settings.allowsGrowth ? [] : Set(grown.map(\.new))
        let matched = Set(match.pairs.map(\.new)).subtracting(failing)
        known = used.rest.filter { matched.contains(KnownFinding($0)) }
        let new = used.rest.filter { !matched.contains(KnownFinding($0)) }
        (tallies, unlimited) = Self.tallies(of: new, settings.budgets)

        let obstacles = baseline == nil ? [] : report?.obstaclesToComparing ?? []
        isComparable = obstacles.isEmpty
        let doubts = (report?.doubts ?? []) + obstacles
        isEmptinessAllowed = settings.allowsEmpty
        self.doubts =
            settings.allowsEmpty ? doubts.filter { $0.kind != .nothingRecorded } : doubts
        tracked = report?.summary.tracked ?? 0
        emptiness = reason
        hasBaseline = baseline != nil
        allowsGrowth = settings.allowsGrowth
        self.ratchets = ratchets
        // A run that cannot be judged does not show what is fixed.
        let isWhole = report != nil && self.doubts.isEmpty
        unused = isWhole ? used.unused : []
        let hidden = HiddenFindings(behind: findings)
        let gone = isWhole ? match.gone.filter { !hidden.mayHold($0) } : []
        let types = report?.types ?? []
        let hasStacks = report?.lacksStacks == false
        untried = gone.filter { !types.contains($0.type) }
        unknowable = gone.filter { types.contains($0.type) && !hasStacks && $0.needsStacks }
        fixed = gone.filter { types.contains($0.type) && (hasStacks || !$0.needsStacks) }
        isBaselineOfFirstVersion = baseline?.isOfFirstVersion ?? false
    }

    /// How the gate ends. A limit can be exceeded even in a run that cannot be judged to its end.
    package var outcome: GateVerdict.Outcome {
        if !isComparable {
            .doubtful
        } else if tallies.contains(where: \.isExceeded) || !expired.isEmpty
            || (ratchets && !fixed.isEmpty)
        {
            .exceeded
        } else if !doubts.isEmpty || (emptiness != nil && !isEmptinessAllowed) {
            .doubtful
        } else {
            .passed
        }
    }

    private static func tallies(
        of findings: [Finding], _ budgets: Budgets
    ) -> (tallies: [Tally], unlimited: [Finding]) {
        let accounts =
            budgets.limits.keys.map { Budgets.Limit(path: nil, subject: $0) }.sorted()
            + budgets.paths.enumerated().flatMap { index, path in
                path.limits.keys.map { Budgets.Limit(path: index, subject: $0) }.sorted()
            }
        var tallies = accounts.map { limit in
            Tally(
                path: limit.path.map { budgets.paths[$0].pattern }, subject: limit.subject,
                allowed: budgets.limit(of: limit))
        }
        let places = Dictionary(uniqueKeysWithValues: zip(accounts, accounts.indices))
        var unlimited: [Finding] = []
        for finding in findings {
            if let place = budgets.limit(for: finding).flatMap({ places[$0] }) {
                tallies[place].findings.append(finding)
            } else {
                unlimited.append(finding)
            }
        }
        return (tallies, unlimited)
    }
}

extension KnownFinding {
    /// True for an entry that only call stacks can show.
    fileprivate var needsStacks: Bool {
        guard let kind = FindingKind(rawValue: kind) else { return true }
        return !kind.isLeak || [.leakedView, .leakedWorker, .leakedWorkflow].contains(kind)
    }
}

extension GateSubject {
    fileprivate var parts: (report: RunReport?, emptiness: String?) {
        switch self {
        case .run(let report): (report, nil)
        case .nothing(let reason): (nil, reason)
        }
    }
}

extension Budgets.Limit: Comparable {
    /// As the settings' documentation lists them.
    static func < (left: Budgets.Limit, right: Budgets.Limit) -> Bool {
        left.subject.rank < right.subject.rank
    }
}

extension BudgetSubject {
    fileprivate var rank: Int { Self.names.firstIndex(of: name) ?? 0 }
}

/// What a gate judges.
package enum GateSubject: Sendable {
    case run(RunReport)
    /// Nothing, for a reason that `--allow-empty` permits; in words, such as `no run is here`.
    case nothing(String)

    /// The subject when no trace was named and the recorder is off: the newest run is an old one, and
    /// says nothing about the code of today.
    package static let recorderIsOff = GateSubject.nothing(
        "RIBLEAK_LEVEL is off, so nothing was recorded")
}

/// What findings may hide. An analysis lists a leak's victims with the leak, and leaves out a subscription
/// that outlived its owner where there is a worse finding about either.
struct HiddenFindings {
    private struct Place: Hashable {
        let ribPath: String
        let type: String
    }

    private let victims: Set<Place>
    /// Owners with a worse finding than that they are still subscribed.
    private let worse: Set<Place>

    init(behind findings: [Finding]) {
        victims = Set(
            findings.flatMap(\.victims).map { Place(ribPath: $0.ribPath, type: $0.type) })
        worse = Set(
            findings.filter { $0.kind.isLeak || $0.kind.isAboutSubscription }
                .map { Place(ribPath: $0.ribPath, type: $0.type) })
    }

    /// True when an entry may still occur though no finding matches it.
    func mayHold(_ entry: KnownFinding) -> Bool {
        let place = Place(ribPath: entry.ribPath, type: entry.type)
        if victims.contains(place) { return true }
        return entry.kind == FindingKind.outlivedInteractor.rawValue && worse.contains(place)
    }
}
