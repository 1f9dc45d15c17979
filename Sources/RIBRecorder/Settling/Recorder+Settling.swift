// SPDX-License-Identifier: Apache-2.0

import CRIBShims
import Dispatch
import Foundation
import RIBTrace

extension Recorder {
    /// Lets queued work run, then judges what should have been freed by now.
    ///
    /// Call it at the end of a scripted session of an app; tests settle by themselves. On the main
    /// thread it runs pending main-queue work, so its callers must be ready for that. On another
    /// thread it waits until the main queue has run, however busy that is. If the main queue cannot
    /// run, for example inside a main-queue block, objects are not judged and the report says so.
    public func settle() {
        guard let session else { return }
        RetainSearch.withOwnFrames { frames in
            let isDrained = session.drain(mainLimit: MainQueueDrain.limit)
            session.judge(.request, scope: .none, isDrained: isDrained, frames: frames)
        }
    }

    /// Begins a part of the run that is judged on its own, such as a test.
    ///
    /// - Parameter runsAlone: True when no other test runs in this process at the same time. Then
    ///   work on other threads belongs to this one too.
    package func beginScope(_ name: String, runsAlone: Bool) -> ScopeID {
        guard let session else { return .none }
        let scope = session.scopes.begin(
            runsAlone: runsAlone, suspiciousEvents: session.suspiciousEvents.value)
        session.record(.scopeBegan(scope, name: session.string(name)))
        return scope
    }

    /// Runs `body` as work of a scope, on any thread.
    package func working<Result>(
        for scope: ScopeID, _ body: () throws -> Result
    ) rethrows -> Result {
        try Scopes.$carried.withValue(scope, operation: body)
    }

    /// The asynchronous form of `working`.
    package func working<Result>(
        for scope: ScopeID, isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws -> Result
    ) async rethrows -> Result {
        try await Scopes.$carried.withValue(scope, operation: body, isolation: isolation)
    }

    /// Ends a scope and judges the objects that were released in it.
    ///
    /// - Parameter isAccused: Whether a judgement now would accuse any of these surviving objects.
    ///   If not, there is no wait and no search for what retains them.
    @discardableResult
    package func endScope(
        _ scope: ScopeID, where isAccused: ([ObjectID]) -> Bool = { _ in true }
    ) -> Judgement {
        guard let session, !scope.isNone else { return Judgement() }
        return RetainSearch.withOwnFrames { frames in
            let drain = session.drain(scope, where: isAccused)
            return session.endScope(scope, drain, frames: frames)
        }
    }

    /// Same as `endScope`, for callers that can give up their thread while queued work runs.
    package func endScopeAwaiting(
        _ scope: ScopeID, isolation: isolated (any Actor)? = #isolation,
        where isAccused: @escaping @Sendable ([ObjectID]) -> Bool = { _ in true }
    ) async -> Judgement {
        guard let session, !scope.isNone else { return Judgement() }
        let drain = await session.drainAwaiting(scope, where: isAccused)
        return RetainSearch.withOwnFrames { session.endScope(scope, drain, frames: $0) }
    }

    /// Sets what runs after the judgement at process exit, if that or a test found anything.
    package func whenExitIsJudged(_ body: @escaping @Sendable () -> Void) {
        whenExitIsJudged.withLock { $0 = body }
    }

    func processExits() {
        guard let session else { return }
        session.expectations.endDeadlines()
        let judgement = RetainSearch.withOwnFrames { frames in
            let isDrained = session.configuration.drainsAtExit && session.drain()
            return session.judge(.exit, scope: .none, isDrained: isDrained, frames: frames)
        }
        let isAnalyzed = judgement.isSuspicious || session.suspiciousEvents.value > 0
        if isAnalyzed { whenExitIsJudged.withLock { $0 }?() }
    }
}

extension RecordingSession {
    /// Lets queued work run until no object survives that a judgement would accuse: one that is
    /// alive without a right to be, which only an analysis of what is recorded can tell. Outside
    /// the main queue it waits until the main queue has run, however busy that is.
    ///
    /// - Returns: Whether the main queue ran, and whether any survivor has no right to be alive.
    func drain(
        _ scope: ScopeID, where isAccused: ([ObjectID]) -> Bool = { _ in true }
    ) -> (isDone: Bool, isAccused: Bool) {
        var judged: (events: UInt64, survivors: [ObjectID], isAccused: Bool)?
        let mainLimit = MainQueueDrain.limit
        let isDone = drain(mainLimit: mainLimit, isAlone: scopes.isOnly(scope)) {
            let survivors = survivors(in: scope)
            let (events, ids) = (eventCount, survivors.map(\.id))
            // The answer stays the same as long as nothing happens.
            if judged?.events != events || judged?.survivors != ids {
                judged = (events, ids, !ids.isEmpty && isAccused(ids))
            }
            return judged?.isAccused == true ? survivors.first : nil
        }
        return (isDone, judged?.isAccused ?? true)
    }

    /// Same as `drain`, for callers that can give up their thread while queued work runs.
    func drainAwaiting(
        _ scope: ScopeID, isolation: isolated (any Actor)? = #isolation,
        where isAccused: @escaping @Sendable ([ObjectID]) -> Bool = { _ in true }
    ) async -> (isDone: Bool, isAccused: Bool) {
        await withCheckedContinuation { continuation in
            // A thread of its own, because it waits for the main queue and the global queues.
            Thread.detachNewThread {
                continuation.resume(returning: self.drain(scope, where: isAccused))
            }
        }
    }

    /// Serves the main queue until everything is gone that should be, by default with the limit of
    /// an exit, which is not held up.
    func drain(mainLimit: UInt64 = MainQueueDrain.shortLimit) -> Bool {
        drain(mainLimit: mainLimit) {
            let survivors = survivors()
            return survivors.first { !isShared($0.type) } ?? survivors.first
        }
    }

    /// Lets queued work run until no object that matters survives, or no work is left that could
    /// release it: while any is running or due, such as a task on another thread, it may still hold
    /// or free the survivors. It gets the configured time before anything is accused.
    ///
    /// - Parameters:
    ///   - isAlone: False while other tests run, whose work is not waited for.
    ///   - survivor: Returns one of the survivors that matter.
    /// - Returns: False when the main queue did not run.
    private func drain(
        mainLimit: UInt64, isAlone: Bool = true, until survivor: () -> Expectations.Survivor?
    ) -> Bool {
        let clock = MainQueueDrain.waitedTime(on: configuration.waitClock)
        var wait = SettlingWait(
            patience: configuration.patience, from: clock(), mainLimit: mainLimit,
            work: isAlone ? configuration.workClock() : nil)
        var isPaused = false
        defer { if isPaused { expectations.resumeDeadlines(at: now()) } }
        while true {
            let before = eventCount
            let expected = expectations.lastSequenceNumber
            let work = configuration.workClock()
            let round = MainQueueDrain.drainOnce(
                mainLimit: wait.mainLimit, clock: clock
            ) { wait.noteWork(at: clock(), work: configuration.workClock()) }
            let worked = configuration.workClock()
            wait.noteHeldUp(for: round.heldUp, worked: isAlone ? worked - min(worked, work) : 0)
            wait.noteMainHeldUp(for: round.mainHeldUp)
            guard round.isServed else {
                HostWarning.say(
                    round.hasThreads
                        ? "the main queue did not run, so what was detached was not judged: check on "
                            + "the main thread, outside main-queue blocks, or await the check"
                        : "the system makes no more threads, so what was detached was not judged")
                return false
            }
            expectations.mainQueueRan(upTo: expected)
            let found = survivor()
            let isQuiet = eventCount == before
            let now = clock()
            let isAwaited = found.map(isAwaited) == true || ledger.isAnyEnding
            if wait.noteRound(isAwaited: isAwaited, isQuiet: isQuiet, at: now) { return true }
            // Pauses the recorder's own timer, which does not count as work of the host.
            if !isPaused { expectations.pauseDeadlines() }
            isPaused = true
            if MainQueueDrain.isIdle(
                for: wait.pause(at: now), within: wait.left(at: now), clock: clock),
                expectations.lastSequenceNumber == expected
            {
                return true
            }
        }
    }

    /// Whether a settling waits for a survivor.
    ///
    /// Objects that RIBs may share can rightly outlive a RIB. Only the stack that made one shows
    /// whether it may, and that is read after the wait. At the levels `counts` and `sampled`, such
    /// objects are neither judged nor waited for.
    func isAwaited(_ survivor: Expectations.Survivor) -> Bool {
        configuration.level == .full || !isShared(survivor.type)
    }

    fileprivate func endScope(
        _ scope: ScopeID, _ drain: (isDone: Bool, isAccused: Bool), frames: UInt
    ) -> Judgement {
        let judgement = judge(
            .scopeEnd, scope: scope, isDrained: drain.isDone, isAccused: drain.isAccused,
            frames: frames)
        scopes.end(scope, isJudged: judgement.unjudged == 0)
        return judgement
    }

    /// The objects of a test, or of all, that are alive now and should not be.
    func survivors(in scope: ScopeID? = nil) -> [Expectations.Survivor] {
        expectations.survivors(at: now(), in: scope)
    }

    func recordAlive(_ survivors: [Expectations.Survivor]) {
        for survivor in survivors {
            record(.stillAlive(survivor.id, expectedFor: survivor.expectedFor))
        }
    }

    /// First judges what could not be judged at the ends of its tests, so that a leak that is found
    /// late is still reported with its test.
    private func recordLate(_ survivors: [Expectations.Survivor]) {
        let late = Dictionary(grouping: survivors, by: \.scope)
        for scope in scopes.unjudged.sorted() {
            guard let survivors = late[scope] else { continue }
            recordAlive(survivors)
            record(.settled(.scopeEnd, scope: scope, unjudged: 0))
            scopes.judged(scope)
        }
    }

    /// Records the survivors, then the judgement that makes them count. Only then it searches for
    /// what retains them, so a process killed during the search loses no leak.
    ///
    /// - Parameters:
    ///   - isDrained: True when queued work has just run, which may attach routers that were built.
    ///   - isAccused: False when all survivors are known to be allowed.
    ///   - frames: Where on this stack the recorder's own work begins, which explains no survivor.
    @discardableResult
    func judge(
        _ reason: SettleReason, scope: ScopeID, isDrained: Bool = false,
        isAccused: Bool = true, frames: UInt? = nil
    ) -> Judgement {
        // First what ended without a word: freed objects of other runtimes, and subscriptions.
        sweepIdentities()
        if reason != .scopeEnd || ledger.concernsTestEnd { sweepLedger() }
        searchDeferred()
        let survivors = survivors(in: reason == .scopeEnd ? scope : nil)
        // At an exit, a thread may still be in the middle of letting an object go. Asked once, and
        // only if it matters: it takes longer than the judgement.
        lazy var isInTheMiddle = configuration.isExitInTheMiddle(isDrained)
        let judged = survivors.filter { survivor in
            let mayBeInUse =
                reason == .exit && !survivor.conditions.isOnMain
                && survivor.expectedFor < ExpectationTime.object
            return survivor.mainQueueRan && !(mayBeInUse && isInTheMiddle)
        }
        // The live unowned subscriptions of the ending test. Looking at all of them would take
        // longer and longer in a long suite.
        let unowned =
            reason == .scopeEnd
            ? ledger.unownedMatterAfter.flatMap { sweeper?.unowned(after: $0) } ?? [] : []
        let reported =
            reason == .scopeEnd
            ? ledger.entriesToReportAtTestEnd(
                isLast: scopes.isOnly(scope), unowned: Set(unowned.map(\.id)),
                after: ObjectID(objectCounter.value))
            : ledger.entriesToReport()
        // Before the lock, which calls of the app take: they must not wait for this search.
        confirmOwners(of: reported)
        let unjudged = survivors.count - judged.count
        let judgement = judgements.withLock { _ in
            if reason != .scopeEnd { recordLate(judged) }
            recordAlive(judged)
            for router in unattachedRouters(reason, scope, isDrained: isDrained) {
                record(.stillAlive(router, expectedFor: 0))
            }
            for entry in reported {
                record(.stillSubscribed(entry.id, counts: entry.counts))
            }
            let isSuspicious =
                isAccused && !judged.isEmpty
                || suspiciousEvents.value > scopes.suspiciousEvents(at: scope)
            recordDrops()
            record(.settled(reason, scope: scope, unjudged: UInt32(clamping: unjudged)))
            return Judgement(
                survivors: judged.count, unjudged: unjudged, isSuspicious: isSuspicious)
        }
        if isAccused { recordRetention(of: judged, frames: frames) }
        return judgement
    }

    /// Queues a mark, behind which everything expected now counts as served. Twice, because what
    /// the current main-queue block queues after the detach comes after the first.
    func markMainQueue() {
        // Usually one is already waiting, and reading costs less than counting.
        guard mainQueueMarks.value == 0, mainQueueMarks.increment() == 1 else { return }
        let expected = expectations.lastSequenceNumber
        MainQueue.addOwn { [self] in
            MainQueue.addOwn { [self] in
                mainQueueMarks.value = 0
                expectations.mainQueueRan(upTo: expected)
                if expectations.lastSequenceNumber > expected { markMainQueue() }
            }
        }
    }
}

/// The result of one settling, before any analysis.
package struct Judgement: Equatable, Sendable {
    /// Objects that should be gone but are still alive.
    package var survivors = 0
    /// Objects that were not judged, since main-queue work that may free them has not run.
    package var unjudged = 0
    /// True when an analysis is worthwhile: something survived, a subscription fired while
    /// inactive, or a view left while its router may still be attached.
    package var isSuspicious = false
}
