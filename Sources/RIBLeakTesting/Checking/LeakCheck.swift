// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBRecorder
import RIBTrace

#if !BesideRIBs
    import RIBs
#endif

/// A part of a test that is judged on its own.
final class LeakCheck: Sendable {
    /// The test name in the findings.
    let name: String
    private let recorder = Recorder.shared
    private let scope: ScopeID
    private let runsAlone: Bool
    private let baseline: BaselineSource
    /// The start, on the recorder's clock.
    private let began = Recorder.now
    /// The check that contains this one.
    private let outer: LeakCheck?
    /// What test code said of it: whether to skip it, or one in it, and the path of its baseline.
    private let wishes: Protected<(isSkipped: Bool, baseline: String?)>
    private static let running = Protected<[ScopeID: LeakCheck]>([:])

    /// Starts the check and the recording of all its subscriptions. A check around this one may
    /// say the baseline.
    init(
        name: String, in framework: TestFramework = .current,
        baseline: BaselineSource = BaselineSource()
    ) {
        #if !BesideRIBs
            SubscriptionTracking.enable()
        #endif
        (self.name, self.baseline) = (name, baseline)
        outer = Self.check(of: recorder.currentScope)
        wishes = Protected((false, baseline.named))
        runsAlone = framework == .xcTest
        scope = recorder.beginScope(name, runsAlone: runsAlone)
        if !scope.isNone { Self.running.withLock { $0[scope] = self } }
    }

    /// The running check of a scope.
    private static func check(of scope: ScopeID) -> LeakCheck? { running.withLock { $0[scope] } }

    /// This check and those that contain it, the outermost last.
    private var withOuter: [LeakCheck] { Array(sequence(first: self, next: \.outer)) }

    /// Runs code as part of the check.
    func run<Result>(_ body: () throws -> Result) rethrows -> Result {
        try recorder.working(for: scope, body)
    }

    /// Runs code that awaits as part of the check.
    func run<Result>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
    ) async rethrows -> Result {
        try await recorder.working(for: scope, body)
    }

    /// Marks the end of the test's body and the start of its clean-up.
    func endBody() {
        recordMissingDetaches()
        recorder.endBody(of: scope)
    }

    /// Looks for missing detaches, unless other tests run at the same time: their trees belong to
    /// other threads.
    private func recordMissingDetaches() {
        #if !BesideRIBs
            guard runsAlone, MainQueue.isMainThread else { return }
            run { MissingDetaches.recordInLaunchedTrees(since: began) }
        #endif
    }

    /// Ends the check: runs queued work, judges, and explains the findings.
    ///
    /// This needs no analysis when nothing is suspicious.
    func end() -> LeakVerdict {
        recordMissingDetaches()
        return verdict(on: recorder.endScope(scope, where: wouldAccuse))
    }

    /// Like `end`, but suspends while queued work runs.
    func endAwaiting(isolation: isolated (any Actor)? = #isolation) async -> LeakVerdict {
        verdict(on: await recorder.endScopeAwaiting(scope, where: wouldAccuse))
    }

    /// Whether judging now would find a leak.
    private var wouldAccuse: @Sendable ([ObjectID]) -> Bool {
        { [isSkipped, scope, recorder] survivors in
            !isSkipped && LiveAnalysis.wouldAccuse(of: survivors, in: scope, of: recorder)
        }
    }

    private func verdict(on judgement: Judgement) -> LeakVerdict {
        Self.running.withLock { $0[scope] = nil }
        var verdict = LeakVerdict()
        guard !isSkipped else { return verdict }
        if let failure = recorder.failure {
            verdict.failures.append("Nothing was recorded, so nothing was checked: \(failure)")
        }
        guard recorder.traceFolder != nil else { return verdict }
        verdict.isJudged = true
        verdict.unjudged = judgement.unjudged
        guard judgement.isSuspicious else {
            LiveAnalysis.readOn(of: recorder)
            return verdict
        }
        do {
            guard let report = try LiveAnalysis.report(on: scope, of: recorder) else {
                return verdict
            }
            verdict.take(report)
            let named = withOuter.lazy.compactMap { $0.wishes.withLock { $0.baseline } }.first
            verdict.accept(BaselineSource(of: baseline.file, named: named))
            for note in LeakVerdict.newNotes(on: verdict.libraryLeaks) { print(note) }
        } catch {
            verdict.failures.append("The trace of this process cannot be read: \(error)")
        }
        return verdict
    }
}

extension LeakCheck {
    /// Checks all of `body`. If it throws, the check ends without a verdict.
    static func checked<Result>(
        _ name: String, baseline: BaselineSource = BaselineSource(), _ body: () throws -> Result
    ) rethrows -> (result: Result, verdict: LeakVerdict) {
        let check = LeakCheck(name: name, baseline: baseline)
        do {
            let result = try check.run(body)
            return (result, check.end())
        } catch {
            _ = check.end()
            throw error
        }
    }

    /// Like `checked`, for a body that awaits.
    static func checkedAwaiting<Result>(
        _ name: String, baseline: BaselineSource = BaselineSource(),
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
    ) async rethrows -> (result: Result, verdict: LeakVerdict) {
        let check = LeakCheck(name: name, baseline: baseline)
        do {
            let result = try await check.run(body)
            return (result, await check.endAwaiting())
        } catch {
            _ = await check.endAwaiting()
            throw error
        }
    }
}

// What test code says of the running checks.
extension LeakCheck {
    private var isSkipped: Bool { wishes.withLock { $0.isSkipped } }

    /// Names the baseline of a running check.
    static func setBaseline(_ baseline: String, of scope: ScopeID) {
        check(of: scope)?.wishes.withLock { $0.baseline = baseline }
    }

    /// Keeps a check, and the checks that contain it, from judging anything.
    ///
    /// - Returns: The name of the outermost check, which is the test's; nil when no check is
    ///   running.
    static func skip(_ scope: ScopeID) -> String? {
        let checks = check(of: scope)?.withOuter ?? []
        for check in checks { check.wishes.withLock { $0.isSkipped = true } }
        return checks.last?.name
    }
}
