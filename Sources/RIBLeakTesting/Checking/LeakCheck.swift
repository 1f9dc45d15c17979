// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBRecorder
import RIBTrace

#if !BesideRIBs
    import RIBs
#endif

/// One stretch of a test that is judged on its own.
struct LeakCheck {
    /// What the findings name as their test.
    let name: String
    private let recorder = Recorder.shared
    private let scope: ScopeID
    private let runsAlone: Bool
    /// On the recorder's clock.
    private let began = Recorder.now

    /// Begins the stretch, with every subscription of it in the ledger.
    ///
    /// - Parameters:
    ///   - name: What the findings name as their test.
    ///   - framework: Who runs the test.
    init(name: String, in framework: TestFramework = .current) {
        #if !BesideRIBs
            SubscriptionTracking.enable()
        #endif
        self.name = name
        let outer = recorder.currentScope
        runsAlone = framework == .xcTest
        scope = recorder.beginScope(name, runsAlone: runsAlone)
        RunningChecks.begin(scope, named: name, in: outer)
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

    /// Says that the test's body is over, and its clean-up begins.
    func endBody() {
        recordMissingDetaches()
        recorder.endBody(of: scope)
    }

    /// Trees of tests that run beside this one are not for this thread to look at.
    private func recordMissingDetaches() {
        #if !BesideRIBs
            guard runsAlone, MainThread.isCurrent else { return }
            run { MissingDetaches.recordInLaunchedTrees(since: began) }
        #endif
    }

    /// Ends the stretch: lets queued work run, judges, and explains what it found.
    ///
    /// Costs no analysis when nothing is suspicious.
    ///
    /// - Parameter asserted: An object that must be gone, whatever place it has.
    func end(asserting asserted: ObjectID = .none) -> LeakVerdict {
        recordMissingDetaches()
        let options = options(asserting: asserted)
        let isSkipped = RunningChecks.isSkipped(scope)
        let judgement = recorder.endScope(scope) { survivors in
            !isSkipped && wouldAccuse(of: survivors, options)
        }
        return verdict(on: judgement, options)
    }

    /// As `end`, giving the caller's actor away while queued work runs.
    func endAwaiting(
        asserting asserted: ObjectID = .none, isolation: isolated (any Actor)? = #isolation
    ) async -> LeakVerdict {
        let options = options(asserting: asserted)
        let isSkipped = RunningChecks.isSkipped(scope)
        let judgement = await recorder.endScopeAwaiting(scope) { survivors in
            !isSkipped && wouldAccuse(of: survivors, options)
        }
        return verdict(on: judgement, options)
    }

    private func wouldAccuse(of survivors: [ObjectID], _ options: JudgingOptions) -> Bool {
        LiveAnalysis.wouldAccuse(of: survivors, in: scope, of: recorder, options)
    }

    private func options(asserting asserted: ObjectID) -> JudgingOptions {
        var options = JudgingOptions()
        options.ignored = recorder.ignoredObjects
        if !asserted.isNone { options.asserted = [asserted] }
        return options
    }

    private func verdict(on judgement: Judgement, _ options: JudgingOptions) -> LeakVerdict {
        let isSkipped = RunningChecks.isSkipped(scope)
        RunningChecks.end(scope)
        var verdict = LeakVerdict()
        guard !isSkipped else { return verdict }
        if let failure = recorder.failure {
            verdict.failures.append("Nothing was recorded, so nothing was checked: \(failure)")
        }
        guard recorder.traceFolder != nil else { return verdict }
        verdict.isJudged = true
        guard judgement.isSuspicious else {
            LiveAnalysis.readOn(of: recorder)
            return verdict
        }
        do {
            guard let report = try LiveAnalysis.report(on: scope, of: recorder, options) else {
                return verdict
            }
            verdict.report = report
            verdict.findings = report.findings.filter { !$0.kind.isWarning }
            // Other warnings are the report's affair: they say what may be, and not who did it.
            verdict.warnings = report.findings.filter { $0.kind == .lifecycleViolation }
        } catch {
            verdict.failures.append("The trace of this process cannot be read: \(error)")
        }
        return verdict
    }
}

extension LeakCheck {
    /// Checks all of `body`; what it throws ends the check without a verdict.
    static func checked<Result>(
        _ name: String, _ body: () throws -> Result
    ) rethrows -> (result: Result, verdict: LeakVerdict) {
        let check = LeakCheck(name: name)
        do {
            let result = try check.run(body)
            return (result, check.end())
        } catch {
            _ = check.end()
            throw error
        }
    }

    /// As `checked`, for a body that awaits.
    static func checkedAwaiting<Result>(
        _ name: String, isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws -> Result
    ) async rethrows -> (result: Result, verdict: LeakVerdict) {
        let check = LeakCheck(name: name)
        do {
            let result = try await check.run(body)
            return (result, await check.endAwaiting())
        } catch {
            _ = await check.endAwaiting()
            throw error
        }
    }
}

/// What the code of tests said of the checks that are going on.
enum RunningChecks {
    private struct Running {
        let name: String
        /// The check that this one is a part of.
        let outer: ScopeID
        var isSkipped = false
    }

    private static let running = Protected<[ScopeID: Running]>([:])

    static func begin(_ scope: ScopeID, named name: String, in outer: ScopeID) {
        guard !scope.isNone else { return }
        running.withLock { $0[scope] = Running(name: name, outer: outer) }
    }

    static func end(_ scope: ScopeID) {
        running.withLock { _ = $0.removeValue(forKey: scope) }
    }

    static func isSkipped(_ scope: ScopeID) -> Bool {
        running.withLock { $0[scope]?.isSkipped ?? false }
    }

    /// Has a check, and those that it is a part of, judge nothing.
    ///
    /// - Returns: The name of the outermost, which is the test's; nil when nothing is going on.
    static func skip(_ scope: ScopeID) -> String? {
        running.withLock { running in
            var name: String?
            var next = scope
            // An inner check has a greater number than its outer one, so this ends.
            while let check = running[next] {
                running[next]?.isSkipped = true
                name = check.name
                next = check.outer
            }
            return name
        }
    }
}
