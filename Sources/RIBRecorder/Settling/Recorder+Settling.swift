// SPDX-License-Identifier: Apache-2.0

import CRIBShims
import Dispatch
import Foundation
import RIBTrace

extension Recorder {
    /// Judges now what should have been freed, after letting queued work run.
    ///
    /// Call it where a scripted session of an app ends; tests settle by themselves. On the main
    /// thread it runs pending main-queue work, and its callers must be ready for that. When the
    /// main queue cannot run, as inside a main-queue block, objects are left unjudged and the
    /// report says so.
    public func settle() {
        guard let session else { return }
        OwnFrames.begin { frames in
            let isDrained = session.drain()
            session.judge(.request, scope: .none, isDrained: isDrained, frames: frames)
        }
    }

    /// Begins a stretch of the run that is judged on its own, such as a test.
    ///
    /// - Parameters:
    ///   - name: What findings name as their test.
    ///   - runsAlone: True when no other test of this process runs beside it, so that work on other
    ///     threads is its own too.
    package func beginScope(_ name: String, runsAlone: Bool) -> ScopeID {
        guard let session else { return .none }
        let scope = session.scopes.begin(
            runsAlone: runsAlone, suspicions: session.suspicions.value)
        session.record(.scopeBegan(scope, name: session.string(name)))
        return scope
    }

    /// Runs `body` as work for a scope, on whatever thread it goes on.
    package func working<Result>(
        for scope: ScopeID, _ body: () throws -> Result
    ) rethrows -> Result {
        try Scopes.carrying(scope, body)
    }

    /// As the synchronous `working`.
    package func working<Result>(
        for scope: ScopeID, isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws -> Result
    ) async rethrows -> Result {
        try await Scopes.carrying(scope, isolation: isolation, body)
    }

    /// Ends a scope and judges what was let go in it.
    ///
    /// - Parameter isAccused: Says whether a judgement now would accuse any of these objects, which
    ///   survive. Else nothing is waited for, nor looked for what keeps them.
    @discardableResult
    package func endScope(
        _ scope: ScopeID, where isAccused: ([ObjectID]) -> Bool = { _ in true }
    ) -> Judgement {
        guard let session, !scope.isNone else { return Judgement() }
        return OwnFrames.begin { frames in
            session.endScope(scope, session.drain(scope, where: isAccused), frames: frames)
        }
    }

    /// As `endScope`, for callers that can give their thread away while queued work runs.
    package func endScopeAwaiting(
        _ scope: ScopeID, isolation: isolated (any Actor)? = #isolation,
        where isAccused: @escaping @Sendable ([ObjectID]) -> Bool = { _ in true }
    ) async -> Judgement {
        guard let session, !scope.isNone else { return Judgement() }
        let drain = await withCheckedContinuation { continuation in
            // A thread of its own: it waits for the main queue and for the global queues.
            Thread.detachNewThread {
                continuation.resume(returning: session.drain(scope, where: isAccused))
            }
        }
        return OwnFrames.begin { session.endScope(scope, drain, frames: $0) }
    }

    /// Has something done when the process exits and that is judged, if it found anything or a test did.
    package func whenExitIsJudged(_ body: @escaping @Sendable () -> Void) {
        whenExitIsJudged.withLock { $0 = body }
    }

    func processExits() {
        guard let session else { return }
        session.expectations.endDeadlines()
        let judgement = OwnFrames.begin { frames in
            let isDrained = session.configuration.drainsAtExit && session.drain()
            return session.judge(.exit, scope: .none, isDrained: isDrained, frames: frames)
        }
        if judgement.isSuspicious || session.suspicions.value > 0 {
            whenExitIsJudged.withLock { $0 }?()
        }
    }
}

extension RecordingSession {
    /// How queued work was let run at the end of a scope.
    fileprivate struct ScopeDrain {
        /// False when the main queue did not run.
        let isDone: Bool
        /// True when a survivor is not there by right.
        let isAccused: Bool
    }

    /// Lets queued work run until nothing survives that a judgement would accuse.
    fileprivate func drain(
        _ scope: ScopeID, where isAccused: ([ObjectID]) -> Bool
    ) -> ScopeDrain {
        var judged: (events: UInt64, survivors: [ObjectID], isAccused: Bool)?
        let isDone = drain { now in
            let survivors = expectations.survivors(at: now, in: scope)
            let (events, ids) = (eventCount, survivors.map(\.id))
            // While nothing happens, the answer stays.
            if judged?.events != events || judged?.survivors != ids {
                judged = (events, ids, !ids.isEmpty && isAccused(ids))
            }
            return judged?.isAccused == true ? survivors.first : nil
        }
        return ScopeDrain(isDone: isDone, isAccused: judged?.isAccused ?? true)
    }

    /// Serves the main queue until all that should be gone is.
    func drain() -> Bool {
        drain { now in
            expectations.survivor(
                at: now, where: { _ in true }, ideally: { !sharedTypes.contains($0.type) })
        }
    }

    /// Lets queued work run until nothing that matters survives, or nothing is left that could let go
    /// of it.
    ///
    /// While anything is at work or due, such as a task on another thread, it may still hold or free
    /// what survives: it gets the time of the configuration before anything is accused.
    ///
    /// - Parameter survivor: Gives one of those that matter.
    /// - Returns: False when the main queue did not run.
    private func drain(until survivor: (_ now: UInt64) -> Expectations.Survivor?) -> Bool {
        var wait = SettlingWait(configuration, from: configuration.clock(), sharedTypes)
        var isPaused = false
        defer { if isPaused { expectations.resumeDeadlines(at: configuration.clock()) } }
        while true {
            let before = eventCount
            let expected = expectations.lastSequenceNumber
            let round = MainQueueDrain.drainOnce()
            wait.isHeldUp(for: round.heldUp)
            guard round.isServed else {
                HostWarning.say(
                    "the main queue did not run, so what was detached was not judged: check on "
                        + "the main thread, outside main-queue blocks, or await the check")
                return false
            }
            expectations.mainQueueRan(upTo: expected)
            let found = survivor(configuration.clock())
            let isQuiet = eventCount == before
            let now = configuration.clock()
            if wait.isOver(for: found, isEnding: ledger.isAnyEnding, isQuiet: isQuiet, at: now) {
                return true
            }
            // Its own timer is nothing that the host has scheduled.
            if !isPaused { expectations.pauseDeadlines() }
            isPaused = true
            if isIdle(for: wait.pause(at: now), within: wait.left(at: now)),
                expectations.lastSequenceNumber == expected
            {
                return true
            }
        }
    }

    /// Gives work a little time, until there is none.
    ///
    /// - Parameters:
    ///   - time: Nanoseconds.
    ///   - limit: Nanoseconds after which timers are due of which nothing is awaited.
    /// - Returns: True as soon as nothing is at work or scheduled.
    private func isIdle(for time: UInt64, within limit: UInt64) -> Bool {
        // Who let queued work run a moment ago may still be on its way to sleep.
        for _ in 0...(time / 1_000_000) {
            if ribleak_work_scheduled(limit) == RIBLEAK_WORK_NONE { return true }
            MainQueueDrain.serveBriefly()
        }
        return false
    }

    fileprivate func endScope(_ scope: ScopeID, _ drain: ScopeDrain, frames: UInt) -> Judgement {
        let judgement = judge(
            .scopeEnd, scope: scope, isDrained: drain.isDone, isAccused: drain.isAccused,
            frames: frames)
        scopes.end(scope, isJudged: judgement.unjudged == 0)
        return judgement
    }

    /// Judges first, as parts of their tests, what could not be judged at the ends of these: so a
    /// leak that is found late is named with its test.
    private func recordLate(_ survivors: [Expectations.Survivor]) {
        let unjudged = scopes.unjudged
        guard !unjudged.isEmpty else { return }
        let late = survivors.filter { $0.mainQueueRan && unjudged.contains($0.scope) }
        for (scope, survivors) in Dictionary(grouping: late, by: \.scope)
            .sorted(by: { $0.key < $1.key })
        {
            for survivor in survivors {
                record(.stillAlive(survivor.id, expectedFor: survivor.expectedFor))
            }
            record(.settled(.scopeEnd, scope: scope, unjudged: 0))
            scopes.judged(scope)
        }
    }

    /// Writes what survived, then the judgement that makes it count, and only then looks for what keeps
    /// that alive: who is killed meanwhile loses no leak.
    ///
    /// - Parameters:
    ///   - isDrained: True when queued work, which may attach what was built, has just run.
    ///   - isAccused: False when all survivors are known to be there by right.
    ///   - frames: Where the recorder's part of the calling thread's stack begins.
    @discardableResult
    func judge(
        _ reason: SettleReason, scope: ScopeID, isDrained: Bool = false,
        isAccused: Bool = true, frames: UInt? = nil
    ) -> Judgement {
        // Of RIBs without base classes, a part of a sweep might find a child gone and not its parent.
        sweepIdentities(isWhole: reason != .scopeEnd || retainRoots.hasKept)
        let sweeps = reason != .scopeEnd || ledger.concernsTestEnd
        if sweeps { sweepLedger() }
        let survivors = expectations.survivors(
            at: configuration.clock(), in: reason == .scopeEnd ? scope : nil)
        let judgement = judgements.withLock { _ in
            var judgement = Judgement()
            if reason != .scopeEnd { recordLate(survivors) }
            for survivor in survivors {
                if survivor.mainQueueRan {
                    judgement.survivors += 1
                    record(.stillAlive(survivor.id, expectedFor: survivor.expectedFor))
                } else {
                    judgement.unjudged += 1
                }
            }
            for router in unattachedRouters(reason, scope, isDrained: isDrained) {
                record(.stillAlive(router, expectedFor: 0))
            }
            let told =
                reason == .scopeEnd
                ? ledger.toldAtTestEnd(
                    isLast: scopes.isOnly(scope), nobodys: livingNobodys(),
                    after: ObjectID(objectCounter.value))
                : ledger.told(reason.selection)
            confirmOwners(of: told)
            for entry in told {
                record(.stillSubscribed(entry.id, counts: entry.counts))
            }
            judgement.isSuspicious =
                (isAccused && judgement.survivors > 0)
                || suspicions.value > scopes.suspicions(at: scope)
            recordDrops()
            record(.settled(reason, scope: scope, unjudged: UInt32(clamping: judgement.unjudged)))
            return judgement
        }
        if isAccused { recordRetention(of: survivors.filter(\.mainQueueRan), frames: frames) }
        return judgement
    }

    /// Those of nobody's subscriptions that are new in the test which ends and live, as their subscribers show:
    /// a look at all would take ever longer in a long suite.
    private func livingNobodys() -> Set<SubscriptionID> {
        guard let object = ledger.nobodysMatterAfter else { return [] }
        return Set(
            sweepers.withLock { $0 }.flatMap { $0.unowned(after: object) }.map(\.id))
    }

    /// The routers that were never in a tree, and about which nothing is pending. What should go
    /// already is judged as that.
    private func unattachedRouters(
        _ reason: SettleReason, _ scope: ScopeID, isDrained: Bool
    ) -> [ObjectID] {
        let now = configuration.clock()
        let age = isDrained ? 0 : ExpectationTime.object
        let routers =
            switch reason {
            case .scopeEnd: isDrained ? unattached.made(in: scope) : []
            case .request, .exit: now < age ? [] : unattached.made(upTo: now - age)
            case .deadline, .treeEnd: [ObjectID]()
            }
        return routers.filter { !expectations.contains($0) }
    }

    /// Queues a mark, so that what is expected now counts as served once the main queue ran.
    ///
    /// The mark goes round twice: work that the current main-queue block queues after the detach
    /// lies behind the first.
    func markMainQueue() {
        // Mostly one waits already: looking costs less than counting.
        guard mainQueueMarks.value == 0, mainQueueMarks.increment() == 1 else { return }
        let expected = expectations.lastSequenceNumber
        DispatchQueue.main.async { [self] in
            DispatchQueue.main.async { [self] in
                mainQueueMarks.value = 0
                expectations.mainQueueRan(upTo: expected)
                if expectations.lastSequenceNumber > expected { markMainQueue() }
            }
        }
    }
}

extension SettleReason {
    /// The last judgements of a run say what each subscription delivered; more often would be too
    /// much, since there may be thousands.
    fileprivate var selection: Ledger.EntrySelection {
        switch self {
        case .deadline, .treeEnd: .fired
        case .scopeEnd: .outlived
        case .request, .exit: .all
        }
    }
}

/// What one settling found, before any analysis.
package struct Judgement: Equatable, Sendable {
    /// Objects that should be gone and are still there.
    package var survivors = 0
    /// Objects that were passed over because main-queue work that may free them has not run.
    package var unjudged = 0
    /// True when the analysis has reason to look: something survived, a subscription fired while
    /// inactive, or a view left while its router may still be attached.
    package var isSuspicious = false

    package init() {}
}
