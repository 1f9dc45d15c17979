// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// Turns traces into findings.
public enum Analysis {
    /// Reads traces and judges what they say, as one run.
    ///
    /// - Parameters:
    ///   - traces: Trace folders.
    ///   - symbolizer: Finds functions and lines; asked once, for all stacks of all findings.
    ///   - scope: Only what was judged in this test of the process, or nil for everything.
    /// - Throws: `TraceError` for the first trace that cannot be read at all. Damage inside a trace
    ///   is a caveat of the report instead.
    /// - Complexity: O(events); memory grows with the objects and subscriptions, not with events.
    public static func report(
        on traces: [String], symbolizer: some Symbolizing, scope: ScopeID? = nil
    ) throws(TraceError) -> RunReport {
        try report(on: traces, symbolizer: symbolizer, scope: scope, options: JudgingOptions())
    }

    /// The same, as a test options it.
    package static func report(
        on traces: [String], symbolizer: some Symbolizing, scope: ScopeID?, options: JudgingOptions
    ) throws(TraceError) -> RunReport {
        var processes: [AnalyzedProcess] = []
        for trace in traces {
            processes.append(try AnalyzedProcess(reading: trace, asserted: options.asserted))
        }
        return report(on: processes, scope: scope, options: options) {
            RunSymbols.symbolicate($0, by: symbolizer)
        }
    }

    /// The same, of what was read already.
    static func report(
        on processes: [AnalyzedProcess], scope: ScopeID?, options: JudgingOptions,
        _ symbolicate: ([SymbolRequest]) -> Symbolication
    ) -> RunReport {
        let drafts = processes.map { $0.drafts(in: scope, ignoring: options.ignored) }
        // A report on one test has its findings only.
        var sites = SubscriptionSites()
        let asked = zip(processes, drafts).map { process, drafts in
            let alike = sites.add(
                process.siteGroupsOfUnowned(in: scope).union(
                    drafts.compactMap { $0.subscription?.group }),
                of: process.model)
            let unowned = scope == nil ? process.unowned : []
            return SymbolRequest(
                trace: process.facts.trace,
                addresses: Set(
                    drafts.flatMap(\.addresses) + unowned.flatMap(\.stack.addresses)
                        + (process.stacksOfUnowned(in: scope) + alike).flatMap(\.addresses)))
        }
        let symbols = symbolicate(asked)
        let made = processes.flatMap {
            $0.drafts(ofUnownedIn: scope, ignoring: options.ignored, with: symbols)
        }
        let findings = merged(
            LeakedClosures.numbered(
                (drafts.flatMap { folded($0, with: symbols) } + made)
                    .compactMap { $0.finding(with: symbols, sites) }))
        let left = scope == nil ? processes.flatMap { $0.unowned(with: symbols) } : []
        let others =
            scope == nil
            ? drafts.joined().compactMap { $0.subscription?.unownedStack(with: symbols) }.map {
                (stack: $0, count: 1)
            }
            : []
        return RunReport(
            runs: processes.map(\.facts),
            summary: RunSummary(
                tracked: processes.reduce(0) { $0 + $1.model.tree.nodes.count },
                leaks: findings.count { $0.kind.isLeak },
                inactiveFires: findings.count { $0.kind == .firedWhileInactive },
                warnings: findings.count { $0.kind.isWarning },
                dropped: processes.reduce(0) { $0 &+ $1.dropped }),
            findings: findings,
            caveats: processes.flatMap(\.caveats.all) + symbols.caveats,
            unowned: UnownedSubscriptions(
                (left + others).map { (symbols.place(of: $0.stack), $0.count) }),
            // Such a report does not list all types either.
            types: scope == nil
                ? processes.reduce(into: []) { $0.formUnion($1.model.tree.types) } : [],
            madeSubscriptions: scope == nil ? sites.made(with: symbols) : [],
            lacksStacks: processes.contains(where: \.lacksStacks))
    }

    /// The same with one leak for each cause.
    private static func folded(
        _ drafts: [FindingDraft], with symbols: Symbolication
    ) -> [FindingDraft] {
        LeakCause.folded(drafts.compactMap(\.leak), with: symbols).map(FindingDraft.leak)
            + drafts.filter { $0.leak == nil }
    }

    /// One finding a fingerprint, most damaging first.
    private static func merged(_ findings: [Finding]) -> [Finding] {
        var merged: [Fingerprint: Finding] = [:]
        for finding in CertainLeaks(in: findings).folding(findings) {
            merged[finding.fingerprint, default: finding.with(count: 0)].add(finding)
        }
        return FindingFolds.folded(merged.values.sorted { $0.damage > $1.damage })
    }
}

extension Finding {
    fileprivate func with(count: Int) -> Finding {
        var copy = self
        copy.count = count
        return copy
    }

    /// Takes in another occurrence of the same mistake; of two that were late, or that accumulated
    /// subscriptions, the worse one shows.
    fileprivate mutating func add(_ other: Finding) {
        let sum = count + other.count
        // What is still there can be looked at: it stands for what is gone.
        if endedWithTree, !other.endedWithTree { self = other }
        count = sum
        if let late, let otherLate = other.late, late.late < otherLate.late {
            self.late = otherLate
        }
        if let facts = subscription, let others = other.subscription, facts < others {
            subscription = others
        }
    }

    /// Orders findings: leaks before subscriptions before warnings, what is explained before what is not,
    /// what drags much along before what does not; then by name, so that the order never changes between runs.
    fileprivate var damage: Damage {
        Damage(
            rank: kind.isLeak ? 2 : kind.isWarning ? 0 : 1,
            isExplained: kind.isLeak && retainPath?.suspectStep?.isInferred == false ? 1 : 0,
            weight: kind.isLeak ? victims.count : count,
            name: [ribPath, type, kind.rawValue, fingerprint.description])
    }
}

extension SubscriptionFacts {
    /// True when less was left over.
    fileprivate static func < (left: SubscriptionFacts, right: SubscriptionFacts) -> Bool {
        if let mine = left.accumulated, let other = right.accumulated {
            return mine.count < other.count
        }
        return left.outlivedBy ?? 0 < right.outlivedBy ?? 0
    }
}

private struct Damage: Comparable {
    let rank: Int
    /// What names the code that is wrong tells more than what only came of it.
    let isExplained: Int
    let weight: Int
    /// From the most telling part to one that no two share.
    let name: [String]

    static func < (left: Damage, right: Damage) -> Bool {
        if left.rank != right.rank { return left.rank < right.rank }
        if left.isExplained != right.isExplained { return left.isExplained < right.isExplained }
        if left.weight != right.weight { return left.weight < right.weight }
        return right.name.lexicographicallyPrecedes(left.name)
    }
}

/// What one analysis of one or more traces says.
public struct RunReport: Equatable, Sendable {
    public let runs: [RecordedProcess]
    public let summary: RunSummary
    /// Most damaging first.
    public let findings: [Finding]
    /// What could not be known and why.
    public let caveats: [Caveat]
    /// The live subscriptions for which no owner could be found.
    public package(set) var unowned = UnownedSubscriptions([])
    /// The types of all objects that were followed: what a finding is missing of that is none of
    /// them was not tried.
    package var types: Set<String> = []
    /// What subscriptions were made of for the types of findings about such: what is there still was not renamed.
    package var madeSubscriptions: Set<MadeSubscriptions> = []

    /// True when stacks are missing or so short that they may not reach who is to blame: what only stacks show is
    /// missing then, and need not be mended.
    package var lacksStacks = false

    /// Why findings cannot be compared with those of other runs; empty when they can.
    package var obstaclesToComparing: [Caveat] { caveats.filter(\.hidesProject) }

    /// The caveats for which a run without findings may still have leaked.
    public var doubts: [Caveat] { caveats.filter(\.kind.isDoubt) }
}

/// The counts a gate compares with its limits.
public struct RunSummary: Equatable, Sendable {
    /// Objects the recorder followed.
    public package(set) var tracked: Int
    /// Findings whose kind is a leak.
    public package(set) var leaks: Int
    /// Findings of kind `fired-while-inactive`.
    public package(set) var inactiveFires: Int
    /// Findings whose kind is a warning.
    public package(set) var warnings = 0
    /// Events the recorder had to drop.
    public package(set) var dropped: UInt64
}

/// One process of a run.
public struct RecordedProcess: Equatable, Sendable {
    /// The trace's folder, as given.
    public let trace: String
    public let processName: String
    public let processID: Int
    /// When recording began: ISO 8601, UTC, to the millisecond.
    public let startedAt: String

    package init(trace: String, processName: String, processID: Int, startedAt: String) {
        self.trace = trace
        self.processName = processName
        self.processID = processID
        self.startedAt = startedAt
    }
}

/// What a test says of objects of its own process before it is judged.
package struct JudgingOptions: Sendable {
    /// Objects that must be gone, whatever place the architecture has for them.
    package var asserted: Set<ObjectID> = []
    /// Objects about which nothing is found.
    package var ignored: Set<ObjectID> = []

    package init() {}
}
