// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RIBAnalysis
@testable import RIBFindingText
@testable import RIBReport
@testable import RIBText

@Suite struct FindingTextTests {
    private func lines(_ finding: Finding) -> [String] { TextReport.lines(for: finding) }

    @Test func namesWhatHasItExplained() {
        let lines = Samples.finding(explainedBy: "object:17").lines()
        #expect(
            lines.last?.rendered(colored: false)
                == "╰→ fingerprint 0123456789abcdef  ribleak explain object:17")
    }

    @Test func saysLittleWhenLittleIsKnown() {
        #expect(
            lines(Samples.finding(at: "")) == [
                "┬─── Leaked router at an unknown place", "│",
                "├─ OffGameRouter is still alive", "│",
                "├─ what keeps it alive is not in the trace", "│",
                "╰→ fingerprint 0123456789abcdef",
            ])
    }

    @Test(
        arguments: [
            (1, 1, 850, "received 1 value while inactive, 850 ns after its deactivation"),
            (
                1, 4, 1_400_000_000,
                "received 4 values while inactive, the first 1.4 s after its deactivation"
            ),
            (
                2, 4, 3_000_000,
                "received 4 values while inactive, the first 3 ms after its deactivation "
                    + "(2 subscriptions)"
            ),
        ] as [(Int, UInt64, UInt64, String)])
    func saysHowOftenAndHowLate(count: Int, values: UInt64, after: UInt64, words: String) {
        let finding = Samples.finding(
            .firedWhileInactive, type: "A", count: count,
            subscription: SubscriptionFacts(
                chain: "Just → sink", valuesWhileInactive: values, firstFiredAfter: after))
        #expect(lines(finding)[2] == "├─ A \(words)")
        #expect(lines(finding)[3] == "│    through Just → sink")
    }

    private static let source = SubscriptionFacts(
        chain: "Just → sink", outlivedBy: 1_200_000_000)
    private static let freed = SubscriptionFacts(
        chain: "Just → sink", outlivedBy: 1_200_000_000, ownerIsFreed: true)
    private static let many = SubscriptionFacts(
        chain: "Just → sink", accumulated: .init(count: 5, activations: 4))

    @Test(
        arguments: [
            (
                .outlivedInteractor, source, 1,
                "is still subscribed 1.2 s after its deactivation"
            ),
            (
                .outlivedInteractor, freed, 1,
                "was freed, but is still subscribed 1.2 s after its deactivation"
            ),
            (
                .outlivedInteractor, source, 2,
                "is still subscribed 1.2 s after its deactivation (the longest of 2 subscriptions)"
            ),
            (.outlivedInteractor, many, 1, "is still subscribed after its deactivation"),
            (.subscribedWhileInactive, source, 1, "subscribed while inactive"),
            (.subscribedWhileInactive, source, 3, "subscribed while inactive (3 subscriptions)"),
            (
                .accumulatingSubscriptions, many, 1,
                "has 5 live subscriptions from one place, added by 4 activations"
            ),
            (
                .accumulatingSubscriptions, many, 2,
                "has 5 live subscriptions from one place, added by 4 activations "
                    + "(the most of 2 of them)"
            ),
        ] as [(FindingKind, SubscriptionFacts, Int, String)])
    func saysWhatIsWrongWithASubscription(
        kind: FindingKind, facts: SubscriptionFacts, count: Int, words: String
    ) {
        let finding = Samples.finding(kind, type: "A", count: count, subscription: facts)
        #expect(
            lines(finding)[0...3] == [
                "┬─── \(kind.title) at Root/OffGame", "│", "├─ A \(words)",
                "│    through Just → sink",
            ])
    }

    @Test func saysWhatALeakedInteractorIsStillSubscribedTo() {
        let finding = Samples.finding(
            .leakedInteractor, type: "A", subscription: Self.source,
            stacks: FindingStacks(subscribe: CallStack([Samples.frame("f()", "A.swift", 3)])))
        #expect(
            lines(finding)[2...8] == [
                "├─ A is still alive", "│    still subscribed through Just → sink", "│",
                "├─ what keeps it alive is not in the trace", "│", "├─ subscribed by",
                "│    f() at A.swift:3",
            ])
    }

    @Test(
        arguments: [
            (1, false, "was freed 3.2 s after it was released, 2.2 s late"),
            (1, true, "was freed at most 3.2 s after it was released, at most 2.2 s late"),
            (3, false, "was freed 3.2 s after it was released, 2.2 s late (the latest of 3)"),
        ])
    func saysHowLateAnObjectWasFreed(count: Int, isUpperBound: Bool, words: String) {
        let finding = Samples.finding(
            .lateDeallocation, type: "A", count: count,
            late: Lateness(
                freedAfter: 3_200_000_000, late: 2_200_000_000, isUpperBound: isUpperBound))
        #expect(lines(finding)[0] == "┬─── Late deallocation at Root/OffGame")
        #expect(lines(finding)[2] == "├─ A \(words)")
    }

    @Test(
        arguments: [
            (nil, nil, 1, "was freed only with its whole tree"),
            ("Root/Menu", 4_200_000_000, 1, "was kept until Menu was detached, 4.2 s"),
            ("Root/Menu", 4_200_000_000, 3, "was kept until Menu was detached, 4.2 s (3 of them)"),
            ("Root/Menu", 99_000_000, 1, "was kept until Menu was detached"),
            (nil, 3_200_000_000, 1, "was kept for 3.2 s"),
        ] as [(String?, UInt64?, Int, String)])
    func saysUntilWhenALeakWasKept(
        ribPath: String?, nanoseconds: UInt64?, count: Int, words: String
    ) {
        var finding = Samples.finding(type: "A", count: count)
        finding.endedWithTree = true
        finding.keptUntil = KeptUntil(ribPath: ribPath, nanoseconds: nanoseconds)
        #expect(lines(finding)[2] == "├─ A \(words)")
    }

    private static let root = ViolationFacts.Party(type: "RootRouter", ribPath: "Root")
    private static let home = ViolationFacts.Party(type: "HomeRouter", ribPath: "Root/Home")

    @Test(
        arguments: [
            (
                ViolationFacts(.attachedTwice, other: root, newParent: home), 1,
                "was attached to HomeRouter while RootRouter still has it"
            ),
            (
                ViolationFacts(.attachedTwice, other: root), 2,
                "was attached again while RootRouter still has it (2 times)"
            ),
            (
                ViolationFacts(.detachedNonChild, other: home), 1,
                "was detached from HomeRouter, but was not its child"
            ),
            (ViolationFacts(.freedWhileAttached, other: root), 1, "was freed without didDetach"),
            (ViolationFacts(.freedWhileActive), 1, "was freed while it was active"),
            (ViolationFacts(.loadedTwice), 1, "was loaded again without a new attach"),
            (
                ViolationFacts(.offOwnerThread), 3,
                "was changed on another thread than its tree's (3 times)"
            ),
        ] as [(ViolationFacts, Int, String)])
    func saysWhatBrokeTheLifecycle(facts: ViolationFacts, count: Int, words: String) {
        let finding = Samples.finding(
            .lifecycleViolation, type: "A", count: count,
            violation: facts,
            stacks: FindingStacks(violation: CallStack([Samples.frame("f()", "A.swift", 3)])))
        #expect(
            lines(finding).prefix(6) == [
                "┬─── Lifecycle violation at Root/OffGame", "│", "├─ A \(words)", "│",
                "├─ done by", "│    f() at A.swift:3",
            ])
    }

    @Test func saysThatARouterWasNeverAttached() {
        let finding = Samples.finding(.neverAttached, at: "Detail", type: "A", count: 2)
        #expect(lines(finding)[0] == "┬─── Never attached at Detail")
        #expect(lines(finding)[2] == "├─ A was built but never attached (2 of them)")
    }

    @Test func foldsManyVictims() {
        let victims = (1...12).map { Victim(type: "V\($0)", ribPath: "Root") }
        let shown = lines(Samples.finding(victims: victims)).filter { $0.contains(" at Root") }
        #expect(shown.count == 11)
        #expect(shown[1] == "│    also keeps alive V1 at Root")
        #expect(shown[2] == "│                     V2 at Root")
        #expect(lines(Samples.finding(victims: victims)).contains("│                     … 2 more"))
    }

    @Test(arguments: FindingKind.allCases)
    func hasATitleForEachKind(_ kind: FindingKind) {
        #expect(kind.title.first?.isUppercase == true)
        #expect(!kind.title.contains("-"))
    }
}
