// SPDX-License-Identifier: Apache-2.0

import RIBTrace

@testable import RIBAnalysis
@testable import RIBReport
@testable import RIBRuns

/// What a page shows beside the findings, as an analysis would say it.
enum HTMLSamples {
    /// A session of a root, a child that comes and goes, and one that stays detached.
    ///
    /// The one that stays is `object:4`.
    ///
    /// - Parameters:
    ///   - run: The process's place in the report.
    ///   - rootLives: How long the root's span is, in nanoseconds.
    static func details(
        name: String = "Home", run: Int = 0, changes: Int = 8, spans: Int = 3,
        subscriptions: Int = 4, rootLives: UInt64 = 5_000, gaps: [String] = []
    ) -> RunDetails {
        RunDetails(
            [
                RunDetails.Process(
                    run: run, tree: tree(name, changes),
                    timeline: timeline(name, spans: spans, rootLives: rootLives),
                    subscriptions: list(name, count: subscriptions))
            ], gaps: gaps)
    }

    private static func tree(_ name: String, _ count: Int) -> TreeChanges {
        let all = TreeChanges(
            ribs: [
                TreeChanges.RIB(id: 1, type: "RootRouter"),
                TreeChanges.RIB(id: 4, type: "\(name)Router"),
            ],
            changes: [
                TreeChange(kind: .created, time: 1_000, rib: 0),
                TreeChange(kind: .launched, time: 2_000, rib: 0),
                TreeChange(kind: .activated, time: 3_000, rib: 0),
                TreeChange(kind: .created, time: 4_000, rib: 1),
                TreeChange(kind: .attached, time: 5_000, rib: 1, parent: 0),
                TreeChange(kind: .activated, time: 6_000, rib: 1),
                TreeChange(kind: .deactivated, time: 7_000, rib: 1),
                TreeChange(kind: .detached, time: 8_000, rib: 1),
            ])
        return TreeChanges(ribs: all.ribs, changes: Array(all.changes.prefix(count)))
    }

    private static func timeline(_ name: String, spans: Int, rootLives: UInt64) -> TraceTimeline {
        TraceTimeline(
            process: Samples.process(), startedAt: 0,
            texts: ["Root", "RootRouter", "Root/\(name)", "\(name)Router"],
            spans: (0..<spans).map { number in
                let start = UInt64(number) * 1_000
                return TimelineSpan(
                    kind: number % 3 == 2 ? .subscription : .rib, subject: UInt64(number + 1),
                    ribPath: number == 0 ? 0 : 2, name: number == 0 ? 1 : 3, start: start,
                    end: start + (number == 0 ? rootLives : 5_000),
                    marks: number % 3 == 2
                        ? [TimelineMark(kind: .firedWhileInactive, time: start + 4_000)] : [])
            }, afterlives: [4: Afterlife(start: 6_000)])
    }

    private static func list(_ name: String, count: Int) -> SubscriptionList {
        let samples = SubscriptionListSamples.subscriptions
        return SubscriptionList(
            process: Samples.process(),
            subscriptions: (0..<count).map { number in
                let sample = samples[number % samples.count]
                return ListedSubscription(
                    id: UInt64(number + 1),
                    owner: sample.owner.map {
                        ListedSubscription.Owner(
                            id: $0.id, type: "\(name)Interactor", ribPath: "Root/\(name)")
                    },
                    chain: "\(name) → sink", attribution: sample.attribution,
                    confinement: sample.confinement, madeAt: UInt64(number) * 1_000,
                    place: Samples.frame("\(name).f()", "Sources/\(name).swift", 3),
                    deliveries: sample.deliveries, firedWhileInactive: sample.firedWhileInactive,
                    end: sample.end, endedAt: sample.endedAt)
            })
    }

    /// A compared report: two new findings, a known one, a suppressed one of the same cause as the
    /// first, a library leak, and one that is fixed.
    static func compared() -> RunReport {
        var findings = [
            leak(at: "Root/Home", FindingStatus(comparison: .new)),
            Samples.finding(
                .firedWhileInactive, at: "Root/Shop", type: "ShopInteractor",
                status: FindingStatus(comparison: .new)),
            Samples.finding(
                .leakedView, at: "Root/Help", type: "HelpView",
                status: FindingStatus(comparison: .known)),
            leak(
                at: "Root/Map",
                FindingStatus(
                    comparison: .new,
                    suppression: FindingStatus.Suppression(
                        reason: "the SDK keeps it", expires: "2026-06-30"))),
            Samples.finding(.leakedView, at: "Root/Video", type: "PlayerView"),
        ]
        findings[4].status.libraryLeak = LibraryLeak(
            name: "player", explanation: "the player keeps its view",
            link: "https://example.com/12", isBuiltIn: false)
        for index in findings.indices {
            findings[index].fingerprint = Fingerprint(description: "000000000000000\(index)")
        }
        var report = Samples.report(findings, leaks: 3, inactiveFires: 1)
        report.isCompared = true
        report.fixed = [
            KnownFinding(
                fingerprint: "00000000000000aa", kind: "leaked-router", ribPath: "Root/Gone",
                type: "GoneRouter")
        ]
        return report
    }

    /// A router that a property keeps, the same wherever it leaks.
    private static func leak(at path: String, _ status: FindingStatus) -> Finding {
        let step = RetainPathStep(
            holderKind: .object, holder: "ImageCache", file: nil, line: nil, label: "listeners",
            target: "ScreenRouter", isInferred: false)
        var finding = Samples.finding(
            at: path, type: "ScreenRouter",
            retainPath: RetainPath(
                reason: .global, steps: [step], suspect: 0, omittedSteps: 0, retainCount: 1,
                seenReferences: 1, dominatedCount: 0, dominatedBytes: 0, isPartial: false),
            status: status)
        (finding.identity.holder, finding.identity.property) = ("ImageCache", "listeners")
        return finding
    }

    /// Many findings that differ.
    static func findings(_ count: Int, name: String = "Home") -> [Finding] {
        (1...count).map { number in
            let isLeak = number % 2 == 1
            return Samples.finding(
                isLeak ? .leakedRouter : .firedWhileInactive, at: "Root/\(name)\(number)",
                type: "\(name)\(number)Router",
                subscription: isLeak
                    ? nil
                    : SubscriptionFacts(chain: "\(name) → sink", valuesWhileInactive: 2),
                retainPath: isLeak ? retainPath(name) : nil,
                stacks: FindingStacks(
                    allocation: CallStack([
                        Samples.frame(
                            "\(name).make\(number % 40)()", "Sources/\(name).swift", number),
                        Samples.frame("App.main()", "Sources/App.swift", 3),
                    ])),
                hint: "Let go of \(name).", explainedBy: "object:\(number)")
        }
    }

    static func retainPath(_ name: String) -> RetainPath {
        RetainPath(
            reason: .queue,
            steps: [
                RetainPathStep(
                    holderKind: .other, holder: "a dispatch queue", file: nil, line: nil, label: "",
                    target: "", isInferred: true),
                RetainPathStep(
                    holderKind: .closure, holder: "closure #1 in \(name).f()",
                    file: "Sources/\(name).swift", line: 7, label: "captures self",
                    target: "\(name)Router", isInferred: false),
            ], suspect: 1, omittedSteps: 2, retainCount: 3, seenReferences: 1, dominatedCount: 4,
            dominatedBytes: 500, isPartial: false)
    }
}
