// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText

/// How a gate judges each finding of a run under a project's settings.
package struct GateJudgement: Sendable {
    /// The findings that count against one limit.
    struct Tally: Sendable {
        /// The part of the tree that the limit is for; nil for a general limit.
        let path: RIBPathPattern?
        let subject: BudgetSubject
        let allowed: Int
        /// The findings, the most damaging first.
        var findings: [Finding] = []

        var isExceeded: Bool { findings.count > allowed }
    }

    /// The tally of each limit, the general ones first.
    let tallies: [Tally]
    /// Findings without a limit.
    let unlimited: [Finding]
    /// All findings, each with its status: the project's own, then library leaks.
    let findings: [Finding]
    /// Findings that are in the baseline.
    let known: [Finding]
    /// Baseline entries with a new place, function or chain.
    let renamed: [FindingMatch.Pair]
    /// Baseline entries that occur more often than before.
    let grown: [FindingMatch.Pair]
    /// Baseline entries that occur less often than before.
    let shrunk: [FindingMatch.Pair]
    /// Whether new findings may be entries under other names, which the builds would tell.
    let lacksNames: Bool
    let suppressions: SuppressionUse<Finding>
    /// Leaks of platforms and libraries, which count nowhere.
    let libraryLeaks: [Finding]
    /// Baseline entries that are library leaks now.
    let absorbed: [KnownFinding]
    /// Baseline entries that no longer occur, although a test that showed them ran. Of an entry
    /// that no test showed: although the run followed objects of its type.
    let fixed: [KnownFinding]
    /// Baseline entries of which no test ran, or for types that this run made no objects of.
    let untried: [KnownFinding]
    /// Baseline entries that only call stacks can show, in a run with no stacks or short ones.
    let unknowable: [KnownFinding]
    /// Whether an earlier ribleak wrote the baseline.
    let isBaselineOfEarlierVersion: Bool
    /// Library leaks of the settings that covered nothing, each with the reason.
    let unusedLibraryLeaks: [(setting: LibraryLeakSetting, reason: String)]
    /// Suppressions in force that covered nothing, although all was judged.
    let unused: [Suppression]
    /// Why the run may have other findings that are not visible.
    let doubts: [Caveat]
    /// The number of followed objects.
    let tracked: Int
    /// Why there is nothing to judge.
    let emptiness: String?
    let isEmptinessAllowed: Bool
    let hasBaseline: Bool
    /// Whether entries that occur more often count as new. How often a mistake occurs depends on
    /// how many tests come through it, so they do only where the settings say so.
    let failsForCountGrowth: Bool
    /// False when the run's findings cannot be compared with those of the baseline.
    let isComparable: Bool
    /// Whether fixed entries of the baseline fail the gate.
    let ratchets: Bool

    /// Judges a run.
    ///
    /// A library leak and a suppressed finding count nowhere. A finding of the baseline counts
    /// against no limit.
    ///
    /// - Parameters:
    ///   - subject: The run, or why there is none.
    ///   - settings: What is allowed.
    ///   - baseline: The known findings; nil when no baseline is used.
    ///   - ratchets: Whether to fail for fixed entries of the baseline.
    ///   - today: The day to compare expiries with.
    package init(
        _ subject: GateSubject, settings: GateSettings, baseline: Baseline? = nil,
        ratchets: Bool = false, today: CalendarDay
    ) {
        let (report, reason) = subject.parts
        let standings = FindingStandings(
            of: report?.findings ?? [], entries: baseline?.entries,
            exceptions: settings.exceptions, made: report?.madeSubscriptions ?? [],
            renames: .names(before: baseline?.names) { report?.names }, today: today)
        libraryLeaks = standings.findings.filter { $0.libraryLeak != nil }
        suppressions = standings.suppressions
        let match = standings.match
        let leaks = Set(libraryLeaks.map(KnownFinding.init))
        absorbed = match.pairs.filter { leaks.contains($0.new) }.map(\.old)
        let pairs = match.pairs.filter { !leaks.contains($0.new) }
        renamed = pairs.filter { $0.change != .unchanged }
        grown = pairs.filter(\.hasGrown)
        shrunk = pairs.filter(\.hasShrunk)
        let failing = settings.failsForCountGrowth ? Set(grown.map(\.new)) : []
        findings = standings.findings.noting(grown, failing: failing)
        let matched = Set(match.pairs.map(\.new)).subtracting(failing)
        known = suppressions.rest.filter { matched.contains(KnownFinding($0)) }
        let new = suppressions.rest.filter { !matched.contains(KnownFinding($0)) }
        (tallies, unlimited) = Self.tallies(of: new, settings.budgets)

        let obstacles = baseline == nil ? [] : report?.obstaclesToComparing ?? []
        isComparable = obstacles.isEmpty
        lacksNames = match.lacksNames && isComparable
        let doubts = (report?.doubts ?? []) + obstacles
        isEmptinessAllowed = settings.allowsEmpty
        self.doubts =
            settings.allowsEmpty ? doubts.filter { $0.kind != .nothingRecorded } : doubts
        tracked = report?.summary.tracked ?? 0
        emptiness = reason
        hasBaseline = baseline != nil
        failsForCountGrowth = settings.failsForCountGrowth
        self.ratchets = ratchets
        // A finding that is missing from a doubtful run is not necessarily gone.
        let isWhole = report != nil && self.doubts.isEmpty
        unused = isWhole ? suppressions.unused : []
        unusedLibraryLeaks =
            isWhole ? settings.unusedLibraryLeaks(among: report?.findings ?? []) : []
        let hidden = HiddenFindings(behind: findings)
        let gone = isWhole ? match.gone.filter { !hidden.mayHold($0) } : []
        let (types, tests) = (report?.types ?? [], report?.tests ?? [])
        let hasStacks = report?.lacksStacks == false
        func isTried(_ entry: KnownFinding) -> Bool {
            entry.tests.isEmpty
                ? types.contains(entry.type) : !tests.isDisjoint(with: entry.tests)
        }
        untried = gone.filter { !isTried($0) }
        unknowable = gone.filter { isTried($0) && !hasStacks && $0.needsStacks }
        fixed = gone.filter { isTried($0) && (hasStacks || !$0.needsStacks) }
        isBaselineOfEarlierVersion = baseline?.isOfEarlierVersion ?? false
    }

    /// The outcome of the gate. An exceeded limit counts even in a run that cannot be judged
    /// completely.
    package var outcome: GateOutcome {
        if !isComparable {
            .doubtful
        } else if tallies.contains(where: \.isExceeded) || !suppressions.expired.isEmpty
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
    /// Whether only stacks can show that this is a mistake.
    fileprivate var needsStacks: Bool {
        guard let kind = FindingKind(rawValue: kind) else { return true }
        return !kind.isLeak || [.leakedView, .leakedWorker, .leakedWorkflow].contains(kind)
    }
}

extension [Finding] {
    /// The findings, of which those that occur more often than in the baseline say so.
    ///
    /// - Parameter failing: Those that count as new for it.
    fileprivate func noting(
        _ grown: [FindingMatch.Pair], failing: Set<KnownFinding>
    ) -> [Finding] {
        let counts = Dictionary(
            grown.map { ($0.new, $0.old.count ?? 0) }, uniquingKeysWith: Swift.max)
        return map { finding in
            let entry = KnownFinding(finding)
            guard let count = counts[entry] else { return finding }
            var finding = finding
            finding.status.comparison = .grown(from: count, isNew: failing.contains(entry))
            return finding
        }
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

/// The subject that a gate judges.
package enum GateSubject: Sendable {
    case run(RunReport)
    /// Nothing, for a reason that `--allow-empty` permits. The reason is in words, such as `no run
    /// is here`.
    case nothing(String)

    /// The subject when nobody named a trace and the recorder is off. The newest run is then an old
    /// one and says nothing about the current attempt.
    package static let recorderIsOff = GateSubject.nothing(
        "RIBLEAK_LEVEL is off, so nothing was recorded")
}

/// Entries that the findings of a run may hide. An analysis merges the objects that a leak keeps
/// alive into that leak. It also merges a subscription that outlived its owner into a worse finding
/// about either.
struct HiddenFindings {
    private struct Place: Hashable {
        let ribPath: String
        let type: String
    }

    private let victims: Set<Place>
    /// Owners with a worse finding than a remaining subscription.
    private let worse: Set<Place>

    init(behind findings: [Finding]) {
        victims = Set(
            findings.flatMap(\.victims).map { Place(ribPath: $0.ribPath, type: $0.type) })
        worse = Set(
            findings.filter { $0.kind.isLeak || $0.kind.isAboutSubscription }
                .map { Place(ribPath: $0.ribPath, type: $0.type) })
    }

    /// Whether an entry may still occur although no finding matches it.
    func mayHold(_ entry: KnownFinding) -> Bool {
        let place = Place(ribPath: entry.ribPath, type: entry.type)
        if victims.contains(place) { return true }
        return entry.kind == FindingKind.outlivedInteractor.rawValue && worse.contains(place)
    }
}
