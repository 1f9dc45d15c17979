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

        /// The tallies of the limits for one part of the tree, as the settings' documentation lists
        /// them.
        fileprivate static func all(
            of limits: [BudgetSubject: Int], at path: RIBPathPattern?
        ) -> [Tally] {
            BudgetSubject.all.compactMap { subject in
                limits[subject].map { Tally(path: path, subject: subject, allowed: $0) }
            }
        }
    }

    /// The run, or why there is none; nil when none of its traces can be read.
    let subject: GateSubject?
    /// Whether a trace of the run cannot be read.
    let isPartial: Bool
    /// What is allowed.
    let settings: GateSettings
    /// The known findings; nil when no baseline is used.
    let baseline: Baseline?
    /// Whether fixed entries of the baseline fail the gate.
    let ratchets: Bool

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
    /// Library leaks of the settings that covered nothing, each with the reason.
    let unusedLibraryLeaks: [(setting: LibraryLeakSetting, reason: String)]
    /// Suppressions in force that covered nothing, although all was judged.
    let unused: [Suppression]
    /// Why the run may have other findings that are not visible.
    let doubts: [Caveat]
    /// False when the run's findings cannot be compared with those of the baseline.
    let isComparable: Bool

    /// Judges a run, for a gate or for a report that is compared with what the project knows.
    ///
    /// A library leak and a suppressed finding count nowhere. A finding of the baseline counts
    /// against no limit.
    ///
    /// - Parameter today: The day to compare expiries with.
    package init(
        _ subject: GateSubject?, isPartial: Bool = false, settings: GateSettings,
        baseline: Baseline? = nil, ratchets: Bool = false, today: CalendarDay
    ) {
        (self.subject, self.isPartial) = (subject, isPartial)
        (self.settings, self.baseline, self.ratchets) = (settings, baseline, ratchets)
        let report = subject?.report
        let standings = settings.exceptions.standings(
            of: report?.findings ?? [], entries: baseline?.entries,
            made: report?.madeSubscriptions ?? [],
            renames: .names(before: baseline?.names) { report?.names }, today: today)
        libraryLeaks = standings.findings.filter { $0.libraryLeak != nil }
        suppressions = SuppressionUse(
            settings.exceptions.suppressions,
            of: (report?.findings ?? []).named(by: settings.exceptions.libraryLeaks), today: today)
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
        self.doubts =
            settings.allowsEmpty ? doubts.filter { $0.kind != .nothingRecorded } : doubts
        // A finding that is missing from a doubtful run is not necessarily gone.
        let isWhole = report != nil && self.doubts.isEmpty
        unused = isWhole ? suppressions.unused : []
        unusedLibraryLeaks =
            isWhole ? settings.unusedLibraryLeaks(among: report?.findings ?? []) : []
        let gone = isWhole ? Self.unhidden(match.gone, behind: findings) : []
        let (types, tests) = (report?.types ?? [], report?.tests ?? [])
        let hasStacks = report?.lacksStacks == false
        func isTried(_ entry: KnownFinding) -> Bool {
            entry.tests.isEmpty
                ? types.contains(entry.type) : !tests.isDisjoint(with: entry.tests)
        }
        untried = gone.filter { !isTried($0) }
        unknowable = gone.filter { isTried($0) && !hasStacks && $0.needsStacks }
        fixed = gone.filter { isTried($0) && (hasStacks || !$0.needsStacks) }
    }

    /// The outcome of the gate. An exceeded limit counts even in a run that cannot be judged
    /// completely, unless a trace of it cannot be read.
    package var outcome: GateOutcome { isPartial ? .doubtful : outcomeOfReadable }

    /// The outcome for what can be read of the run.
    var outcomeOfReadable: GateOutcome {
        if !isComparable {
            .doubtful
        } else if tallies.contains(where: \.isExceeded) || !suppressions.expired.isEmpty
            || (ratchets && !fixed.isEmpty)
        {
            .exceeded
        } else if !doubts.isEmpty || (subject?.emptiness != nil && !settings.allowsEmpty) {
            .doubtful
        } else {
            .passed
        }
    }

    /// Counts each finding against the most specific limit that covers it.
    private static func tallies(
        of findings: [Finding], _ budgets: Budgets
    ) -> (tallies: [Tally], unlimited: [Finding]) {
        var groups =
            [Tally.all(of: budgets.limits, at: nil)]
            + budgets.paths.map { Tally.all(of: $0.limits, at: $0.pattern) }
        var unlimited: [Finding] = []
        for finding in findings {
            // The general limits come last.
            let places = (groups.indices.dropFirst() + [0]).compactMap { group in
                place(of: finding, in: groups[group]).map { (group, $0) }
            }
            if let (group, place) = places.first {
                groups[group][place].findings.append(finding)
            } else {
                unlimited.append(finding)
            }
        }
        return (groups.flatMap(\.self), unlimited)
    }

    /// Which limit for a part of the tree covers a finding: that of its kind, or else that of its
    /// class.
    private static func place(of finding: Finding, in tallies: [Tally]) -> Int? {
        guard tallies.first?.path?.matches(finding.ribPath) ?? true else { return nil }
        return BudgetSubject.covering(finding.kind).lazy
            .compactMap { subject in tallies.firstIndex { $0.subject == subject } }.first
    }

    /// Entries that the findings of a run do not hide. An analysis merges the objects that a leak
    /// keeps alive into that leak. It also merges a subscription that outlived its owner into a
    /// worse finding about either.
    private static func unhidden(
        _ entries: [KnownFinding], behind findings: [Finding]
    ) -> [KnownFinding] {
        let victims = Set(findings.flatMap(\.victims).map { [$0.ribPath, $0.type] })
        let worse = Set(
            findings.filter { $0.kind.isLeak || $0.kind.isAboutSubscription }
                .map { [$0.ribPath, $0.type] })
        return entries.filter { entry in
            let place = [entry.ribPath, entry.type]
            let hasOutlived = entry.kind == FindingKind.outlivedInteractor.rawValue
            return !victims.contains(place) && !(hasOutlived && worse.contains(place))
        }
    }
}

extension KnownFinding {
    /// Whether only stacks can show that this is a mistake.
    fileprivate var needsStacks: Bool {
        guard let kind = FindingKind(rawValue: kind) else { return true }
        // RIBs may share these: a stack says whether one outlived its only user.
        return !kind.isLeak || [.leakedWorker, .leakedWorkflow, .leakedComponent].contains(kind)
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

    /// The report on the run; nil when there is none.
    var report: RunReport? { if case .run(let report) = self { report } else { nil } }

    /// Why there is nothing to judge; nil for a run.
    var emptiness: String? { if case .nothing(let reason) = self { reason } else { nil } }
}

extension RunReport {
    /// The report with what the project already knows about each finding: new ones first, then
    /// known and suppressed ones and library leaks, and the entries of the baseline that are fixed.
    ///
    /// - Parameters:
    ///   - settings: The project's settings, of which the suppressions and library leaks count
    ///     here.
    ///   - baseline: The known findings; nil when the project has none.
    ///   - today: The day to compare expiries with.
    /// - Returns: A report without comparison, unless the project has a baseline or suppressions.
    package func compared(
        with settings: GateSettings, baseline: Baseline?, today: CalendarDay
    ) -> RunReport {
        var report = namingLibraryLeaks(settings)
        guard baseline != nil || !settings.suppressions.isEmpty else { return report }
        let judgement = GateJudgement(
            .run(report), settings: settings, baseline: baseline, today: today)
        report.findings = judgement.findings
        report.isCompared = true
        report.findings =
            report.newFindings + report.knownFindings + report.suppressedFindings
            + report.libraryLeaks
        report.fixed = judgement.fixed
        return report
    }
}
