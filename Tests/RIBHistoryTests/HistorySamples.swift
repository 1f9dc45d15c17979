// SPDX-License-Identifier: Apache-2.0

import TraceFixtures

@testable import RIBAnalysis
@testable import RIBHistory

/// Runs as an analysis would give them.
enum HistorySamples {
    /// A finding whose fingerprint ends with a digit.
    static func finding(
        _ digit: Int, count: Int = 1, kind: FindingKind = .leakedRouter, type: String? = nil
    ) -> Finding {
        Finding(
            kind: kind, ribPath: "Root/RIB\(digit)",
            type: type ?? "Router\(digit)",
            fingerprint: Fingerprint(description: "000000000000000\(digit)"),
            identity: FindingIdentity(
                kind: kind.rawValue, ribPath: "Root/RIB\(digit)", type: type ?? "Router\(digit)"),
            explainedBy: nil,
            count: count, victims: [], test: nil, subscription: nil, late: nil, retainPath: nil,
            violation: nil, stacks: FindingStacks(), hint: nil)
    }

    /// A leak at a path that something keeps.
    static func leak(at path: String, keptBy holder: String = "Store") -> Finding {
        let identity = FindingIdentity(
            kind: "leaked-router", ribPath: path, type: "HomeRouter", holder: holder,
            property: "items[]")
        return Finding(
            kind: .leakedRouter, ribPath: path, type: "HomeRouter",
            fingerprint: identity.fingerprint, identity: identity, explainedBy: nil, count: 1,
            victims: [], test: nil, subscription: nil, late: nil, retainPath: nil, violation: nil,
            stacks: FindingStacks(), hint: nil)
    }

    /// The run of a day of March 2026.
    static func run(_ day: Int, _ findings: [Finding] = [], isDoubtful: Bool = false) -> RunReport {
        let date = "2026-03-\(day < 10 ? "0" : "")\(day)T10:00:00.000Z"
        return RunReport(
            runs: [
                RecordedProcess(
                    trace: "t", processName: "app", processID: 77, startedAt: date)
            ],
            summary: RunSummary(
                tracked: 10, leaks: findings.count(where: \.kind.isLeak),
                inactiveFires: findings.count { $0.kind == .firedWhileInactive },
                warnings: findings.count(where: \.kind.isWarning), dropped: 0),
            findings: findings,
            caveats: isDoubtful ? [Caveat(.neverSettled, "it was killed")] : [])
    }

    /// A history of runs, each on a commit named by its day.
    static func history(
        _ runs: [RunReport], branch: String? = "main", in folder: TemporaryFolder
    ) throws -> HistoryStore {
        let store = try HistoryStore(updating: folder.file("history.sqlite"))
        for run in runs {
            let day = run.runs[0].startedAt.dropFirst(8).prefix(2)
            _ = try store.add(run, commit: "c0ffee\(day)0", branch: branch)
        }
        return store
    }
}
