// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// Turns traces into findings.
public enum Analysis {
    /// Reads traces and judges them as one run.
    ///
    /// - Parameters:
    ///   - traces: Trace folders.
    ///   - symbolizer: Finds functions and lines. Called once, with the stacks of all findings.
    ///   - scope: The test whose judgement to report; nil for the whole run.
    /// - Throws: `TraceError` for the first trace that cannot be read at all. Damage inside a trace
    ///   is a caveat of the report instead.
    /// - Complexity: O(events); memory grows with the objects and subscriptions, not with events.
    public static func report(
        on traces: [String], symbolizer: some Symbolizing, scope: ScopeID? = nil
    ) throws(TraceError) -> RunReport {
        var processes: [AnalyzedProcess] = []
        for trace in traces { processes.append(try AnalyzedProcess(reading: trace)) }
        return report(on: processes, scope: scope, symbolizer.symbolicate)
    }

    /// Reports on processes whose traces are already read, but for objects to ignore.
    package static func report(
        on processes: [AnalyzedProcess], scope: ScopeID?, ignoring ignored: Set<ObjectID> = [],
        _ symbolicate: ([SymbolRequest]) -> Symbolication
    ) -> RunReport {
        let drafts = processes.map { $0.drafts(in: scope, ignoring: ignored) }
        var sites = SubscriptionSites()
        let asked = zip(processes, drafts).map { process, drafts in
            SymbolRequest(
                trace: process.facts.trace,
                addresses: addresses(of: drafts, in: process, scope: scope, &sites))
        }
        let symbols = symbolicate(asked)
        let made = processes.map {
            $0.drafts(ofUnownedIn: scope, ignoring: ignored, with: symbols)
        }
        let parts = drafts.map { folded($0, with: symbols) } + made
        let runs = Array(processes.enumerated())
        var found: [Finding] = []
        // A hostile trace has very many, and an array of them that grows takes thrice as much.
        found.reserveCapacity(parts.joined().count)
        for (drafts, (index, process)) in zip(parts, runs + runs) {
            for draft in drafts {
                guard var finding = draft.finding(with: symbols, &sites) else { continue }
                for place in finding.occurrences.indices { finding.occurrences[place].run = index }
                // Each process numbers its objects from 1.
                found.append(
                    processes.count == 1
                        ? finding : finding.explained(inProcess: process.facts.processID))
            }
        }
        var report = RunReport(
            processes, found.merged().named(by: LibraryLeakMatcher.builtIn), symbols.caveats,
            isOfWholeRun: scope == nil)
        report.isUndecided = drafts.joined().contains {
            $0.leak?.isUndecided(by: symbols) ?? false
        }
        if scope == nil {
            report.addWholeRun(processes, drafts.joined(), with: symbols)
            report.madeSubscriptions = sites.made(with: symbols)
        }
        return report
    }

    /// The addresses to symbolize for some drafts, and for what else a report tells of a process.
    private static func addresses(
        of drafts: [FindingDraft], in process: AnalyzedProcess, scope: ScopeID?,
        _ sites: inout SubscriptionSites
    ) -> Set<ImageAddress> {
        let definitions = process.model.definitions
        let doubtful = process.doubtfulUnowned(in: scope).map(\.record)
        let groups = Set(
            drafts.compactMap { $0.subscription?.group }
                + doubtful.map {
                    SubscriptionSites.Group(chain: definitions.text($0.chain), type: "")
                })
        let alike = sites.add(groups, ofAllChains: scope == nil, of: process.model)
        let unowned = scope == nil ? process.unowned().map(\.stack) : []
        let stacks = unowned + Set(doubtful.map(\.stack)).map(definitions.recordedStack) + alike
        return Set(drafts.flatMap(\.addresses) + stacks.flatMap(\.addresses))
    }

    private static func folded(
        _ drafts: [FindingDraft], with symbols: Symbolication
    ) -> [FindingDraft] {
        LeakCause.folded(drafts.compactMap(\.leak), with: symbols).map { FindingDraft($0) }
            + drafts.filter { $0.leak == nil }
    }
}

/// The result of analysing one or more traces.
public struct RunReport: Equatable, Sendable {
    /// The processes that were read.
    public package(set) var runs: [RecordedProcess]
    /// What was counted.
    public package(set) var summary: RunSummary
    /// Most damaging first. Of a compared report, new ones come before known and suppressed ones,
    /// and library leaks come last.
    public package(set) var findings: [Finding]
    /// What could not be determined, and why.
    public package(set) var caveats: [Caveat]
    /// The live subscriptions for which no owner could be found.
    public package(set) var unowned = UnownedSubscriptions([])
    /// The types of all recorded objects. A known finding about another type was not tested by this
    /// run.
    package var types: Set<String> = []
    /// The types that these inherit from.
    package var superclasses: Set<String> = []
    /// The subscriptions made for the types that have findings about subscriptions. A known one
    /// among them was not renamed.
    package var madeSubscriptions: Set<MadeSubscriptions> = []
    /// The tests that ran. A known finding that none of them showed was not tried.
    package var tests: Set<String> = []
    /// The files with the project's code, with offset 0.
    package var binaries: Set<ImageAddress> = []
    /// The scenarios that the run repeated to measure growth.
    package var scenarios: [MeasuredScenario] = []

    /// Whether stacks are missing, or too short to reach the code to blame. Then findings that need
    /// stacks are missing, which does not mean that they are fixed.
    package var lacksStacks = false
    /// Whether an object is still there that is a leak or shared, which only its stack and the
    /// names of functions could tell.
    package var isUndecided = false

    /// Whether the findings have been compared with a project's baseline or suppressions.
    package var isCompared = false
    /// Findings of the baseline that no longer occur. Empty for a run that may not show all.
    package var fixed: [KnownFinding] = []
    /// Whether the findings have been compared with the mistakes in the sources.
    package var isLinted = false

    /// The names that the build of the run declares; nil when its binaries cannot be read any more.
    package var names: DeclaredNames? { DeclaredNames(of: binaries) }

    /// Why findings cannot be compared with those of other runs; empty when they can be.
    package var obstaclesToComparing: [Caveat] { caveats.filter(\.hidesProject) }

    /// The caveats for which a run without findings may still have leaked.
    public var doubts: [Caveat] { caveats.filter(\.kind.isDoubt) }
}

extension RunReport {
    /// What a report on one test has.
    fileprivate init(
        _ processes: [AnalyzedProcess], _ findings: [Finding], _ caveats: [Caveat],
        isOfWholeRun: Bool
    ) {
        let summary = RunSummary(
            of: findings, tracked: processes.reduce(0) { $0 + $1.model.tree.madeCount },
            dropped: processes.reduce(0) { $0 &+ $1.dropped })
        self.init(
            runs: processes.map(\.facts), summary: summary, findings: findings,
            caveats: processes.flatMap(\.caveats) + caveats)
        lacksStacks = processes.contains(where: \.lacksStacks)
        // To compare findings with those of other builds.
        if isOfWholeRun || !findings.isEmpty {
            binaries = Set(processes.flatMap(\.model.definitions.binaries))
        }
    }

    fileprivate mutating func addWholeRun(
        _ processes: [AnalyzedProcess], _ drafts: some Sequence<FindingDraft>,
        with symbols: Symbolication
    ) {
        let left = processes.flatMap { $0.unowned(with: symbols) }
        let others = drafts.compactMap { $0.subscription?.unownedStack(with: symbols) }
        unowned = UnownedSubscriptions(
            (left + others.map { ($0, 1) }).map { (symbols.place(of: $0.stack), $0.count) })
        for model in processes.map(\.model) {
            types.formUnion(model.tree.types)
            superclasses.formUnion(model.definitions.superclasses)
            tests.formUnion(model.definitions.tests)
            scenarios += model.growth.scenarios
        }
    }
}

/// The counts that a gate compares with its limits.
public struct RunSummary: Equatable, Sendable {
    /// Objects the recorder followed.
    public package(set) var tracked: Int
    /// Findings whose kind is a leak, without library leaks.
    public package(set) var leaks: Int
    /// Findings of kind `fired-while-inactive`.
    public package(set) var inactiveFires: Int
    /// Findings whose kind is a warning.
    public package(set) var warnings = 0
    /// Events the recorder had to drop.
    public package(set) var dropped: UInt64
    /// Leaks of platforms and libraries, which the project's own code is not to blame for.
    public package(set) var libraryLeaks = 0
}

extension RunSummary {
    /// Counts findings.
    package init(of findings: [Finding], tracked: Int, dropped: UInt64) {
        let own = findings.filter { $0.libraryLeak == nil }
        self.init(
            tracked: tracked, leaks: own.count { $0.kind.isLeak },
            inactiveFires: own.count { $0.kind == .firedWhileInactive },
            warnings: own.count { $0.kind.isWarning }, dropped: dropped,
            libraryLeaks: findings.count - own.count)
    }
}

/// One process of a run.
public struct RecordedProcess: Equatable, Sendable {
    /// The trace's folder, as given.
    public let trace: String
    public let processName: String
    public let processID: Int
    /// When recording began: ISO 8601, UTC, to the millisecond.
    public let startedAt: String
    /// The sources of the process, as far as they were recorded.
    package var revision = SourceRevision()

    package init(trace: String, processName: String, processID: Int, startedAt: String) {
        (self.trace, self.startedAt) = (trace, startedAt)
        (self.processName, self.processID) = (processName, processID)
    }
}
