import RIBAnalysis
import RIBRecorder
import RIBTrace
import RIBs
import Testing

/// One stretch of a test that is judged on its own.
struct LeakCheck {
    private let recorder: Recorder
    private let scope: ScopeID

    /// Begins the stretch, with every subscription of it in the ledger.
    ///
    /// - Parameter name: What the findings name as their test.
    init(name: String, recorder: Recorder = .shared) {
        SubscriptionTracking.enable()
        self.recorder = recorder
        scope = recorder.beginScope(name, runsAlone: Test.current == nil)
    }

    /// Runs a part of the stretch.
    func run<Result>(_ body: () throws -> Result) rethrows -> Result {
        try recorder.working(for: scope, body)
    }

    /// Runs a part of the stretch that awaits.
    func run<Result>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
    ) async rethrows -> Result {
        try await recorder.working(for: scope, body)
    }

    /// Ends the stretch: lets queued work run, judges, and explains what it found.
    ///
    /// Costs no analysis when nothing is suspicious.
    func end() -> LeakVerdict { verdict(on: recorder.endScope(scope)) }

    /// As `end`, giving the caller's actor away while queued work runs.
    func endAwaiting(isolation: isolated (any Actor)? = #isolation) async -> LeakVerdict {
        verdict(on: await recorder.endScopeAwaiting(scope))
    }

    private func verdict(on judgement: Judgement) -> LeakVerdict {
        var verdict = LeakVerdict()
        if let failure = recorder.failure {
            verdict.failures.append("Nothing was recorded, so nothing was checked: \(failure)")
        }
        guard judgement.isSuspicious, let folder = recorder.traceFolder else { return verdict }
        do {
            let report = try Analysis.report(
                on: [folder], symbolizer: LLVMSymbolizer(), scope: scope)
            // Warnings are the report's affair.
            verdict.findings = report.findings.filter { !$0.kind.isWarning }
        } catch {
            verdict.failures.append("The trace of this process cannot be read: \(error)")
        }
        return verdict
    }
}
