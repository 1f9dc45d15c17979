// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RIBAnalysis
@testable import RIBReport

/// Names come from a trace, and a trace from anywhere.
@Suite struct HostileTextTests {
    private static let hostile: Finding = {
        let evil = Samples.evil
        let stack = CallStack([
            Samples.frame(evil, evil, 3, in: evil), Samples.frame(nil, in: evil),
        ])
        let step = RetainPathStep(
            holderKind: .closure, holder: evil, file: evil, line: 3, label: evil, target: evil,
            isInferred: true)
        return Samples.finding(
            at: evil, type: evil, victims: [Victim(type: evil, ribPath: evil)], test: evil,
            subscription: SubscriptionFacts(chain: evil),
            retainPath: RetainPath(
                reason: .global, steps: [step], suspect: 0, omittedSteps: 0, retainCount: 1,
                seenReferences: 1, dominatedCount: 0, dominatedBytes: 0, isPartial: false),
            stacks: FindingStacks(
                allocation: stack, detach: stack, subscribe: stack, firing: stack, violation: stack),
            hint: evil, explainedBy: evil)
    }()

    @Test(arguments: ReportFormat.allCases)
    func noFormatPassesOnWhatSteersATerminal(_ format: ReportFormat) {
        let report = Samples.report([Self.hostile], caveats: [Samples.evil])
        let text = format.document(for: report)
        #expect(text.contains("end"))
        for hidden in ["\u{1B}", "\u{202E}", "\u{2028}", "\r"] { #expect(!text.contains(hidden)) }
    }
}
