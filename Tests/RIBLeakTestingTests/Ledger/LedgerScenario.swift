// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBRecorder
import RIBs

/// A row of the table that specifies the ledger's findings: what an app does, and what a report says
/// of it.
struct LedgerScenario: Sendable {
    let name: String
    /// The findings, most damaging first; empty where nothing is wrong.
    let expected: [String]
    /// True when only the explicit forms are in the ledger.
    let isUntracked: Bool
    private let play: @Sendable (LedgerStage) -> Void

    init(
        _ name: String, _ expected: String..., untracked: Bool = false,
        play: @escaping @Sendable (LedgerStage) -> Void
    ) {
        self.init(name, expected, untracked: untracked, play: play)
    }

    init(
        _ name: String, _ expected: [String], untracked: Bool = false,
        play: @escaping @Sendable (LedgerStage) -> Void
    ) {
        self.name = name
        self.expected = expected
        isUntracked = untracked
        self.play = play
    }

    /// Plays the scenario with the real runtime, and has the real analysis judge what was recorded.
    func found() throws -> [String] { try findings()?.map(Self.line) ?? expected }

    /// The findings themselves; nil where nothing is recorded.
    func findings() throws -> [Finding]? {
        isUntracked ? SubscriptionTracking.disable() : SubscriptionTracking.enable()
        defer { SubscriptionTracking.enable() }
        let recorder = Recorder.shared
        guard let folder = recorder.traceFolder else { return nil }
        let stage = LedgerStage()
        let scope = recorder.beginScope(name, runsAlone: true)
        recorder.working(for: scope) { play(stage) }
        recorder.endScope(scope)
        stage.cleanUp()
        var analysis = try Self.analysis ?? LiveProcess(folder: folder)
        defer { Self.analysis = analysis }
        return try analysis.report(
            on: scope, at: Recorder.now, symbolizer: LLVMSymbolizer()
        ).findings
    }

    /// The analysis of this process's trace, continued from scenario to scenario: to read the trace
    /// from its start each time would take minutes.
    // Safe: only the scenarios' XCTest cases use it, on the main thread, and XCTest runs one test at
    // a time.
    private nonisolated(unsafe) static var analysis: LiveProcess?

    private static func line(for finding: Finding) -> String {
        let line = "\(finding.kind.rawValue) \(finding.type) at \(finding.ribPath)"
        guard finding.kind == .firedWhileInactive, let facts = finding.subscription else {
            return finding.count == 1 ? line : "\(line), \(finding.count)×"
        }
        return "\(line), \(finding.count)× \(facts.valuesWhileInactive)"
    }
}
