import RIBAnalysis
import RIBRecorder
import RIBReport
import RIBTrace
import RIBs

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
        scope = recorder.beginScope(name)
    }

    /// Ends the stretch: lets queued work run, judges, and explains what it found.
    ///
    /// Costs no analysis when nothing is suspicious.
    func end() -> LeakVerdict {
        let judgement = recorder.endScope(scope)
        var verdict = LeakVerdict()
        if judgement.unjudged > 0 {
            verdict.doubts.append(
                "\(judgement.unjudged) detached objects could not be judged: the main queue did "
                    + "not run. Check on the main thread, outside a main-queue block.")
        }
        if let failure = recorder.failure {
            verdict.doubts.append("Nothing was recorded, so nothing was checked: \(failure)")
        }
        guard judgement.isSuspicious, let folder = recorder.traceFolder else { return verdict }
        do {
            let report = try Analysis.report(
                on: [folder], symbolizer: LLVMSymbolizer(), scope: scope)
            verdict.findings = report.findings
        } catch {
            verdict.doubts.append("the trace of this process cannot be read: \(error)")
        }
        return verdict
    }
}
