// SPDX-License-Identifier: Apache-2.0

import RIBFindingText
import Testing

@testable import RIBAnalysis
@testable import RIBGate

/// Findings, runs and judgements as the gate's tests need them.
enum GateSamples {
    static let evil = "A\u{1B}[31m\u{202E}\"]<b>&#34;`|\\\n\u{2028}end"

    /// A finding whose fingerprint is that of its kind, place, type and cause.
    static func finding(
        _ kind: FindingKind = .leakedRouter, at path: String = "Root/Game",
        type: String = "GameRouter", cause: String = "", victims: [Victim] = [],
        stacks: FindingStacks = FindingStacks()
    ) -> Finding {
        let identity = FindingIdentity(
            kind: kind.rawValue, ribPath: path, type: type,
            chain: kind.isAboutSubscription ? cause : "",
            holder: kind.isLeak && !cause.isEmpty ? cause : nil)
        return Finding(
            kind: kind, ribPath: path, type: type, fingerprint: identity.fingerprint,
            identity: identity, explainedBy: nil, count: 1, victims: victims, test: nil,
            subscription: nil, late: nil,
            retainPath: nil, violation: nil, stacks: stacks, hint: nil)
    }

    static func leaks(_ count: Int, at path: String = "Root/Game") -> [Finding] {
        (10..<(10 + count)).map { finding(at: path, type: "Game\($0)Router") }
    }

    static func fires(_ count: Int) -> [Finding] {
        (10..<(10 + count)).map { finding(.firedWhileInactive, type: "Game\($0)Interactor") }
    }

    static func report(
        _ findings: [Finding] = [], doubts: [(CaveatKind, String)] = [], tracked: Int = 42,
        types: Set<String> = [], tests: Set<String> = []
    ) -> RunReport {
        RunReport(
            runs: [],
            summary: RunSummary(
                tracked: tracked, leaks: 0, inactiveFires: 0, warnings: 0, dropped: 0),
            findings: findings, caveats: doubts.map { Caveat($0.0, $0.1) }, types: types,
            tests: tests)
    }

    static func day(_ text: String) -> CalendarDay {
        // Only the tests' own literals come here: a wrong one is to stop the run, not to be judged.
        guard let day = CalendarDay(text) else { preconditionFailure("\(text) is no day") }
        return day
    }

    static func settings(_ yaml: String = "") throws -> GateSettings {
        try GateSettings(yaml: yaml, file: "s.yml")
    }

    /// Judges findings under settings on 2026-06-15.
    static func judgement(
        _ findings: [Finding], _ yaml: String = "", baseline: [Finding]? = nil,
        ratchets: Bool = false, types: Set<String> = []
    ) throws -> GateJudgement {
        GateJudgement(
            .run(report(findings, types: types)), settings: try settings(yaml),
            baseline: baseline.map(Baseline.init(of:)), ratchets: ratchets,
            today: day("2026-06-15"))
    }
}
