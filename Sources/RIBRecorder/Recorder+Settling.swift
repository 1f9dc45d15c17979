import Dispatch
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
        session.drain { _ in true }
        session.judge(.request, scope: .none)
    }

    /// Begins a stretch of the run that is judged on its own, such as a test.
    package func beginScope(_ name: String) -> ScopeID {
        guard let session else { return .none }
        let scope = session.scopes.begin(suspicions: session.suspicions.value)
        session.record(.scopeBegan(scope, name: session.string(name)))
        return scope
    }

    /// Ends a scope and judges what was let go in it.
    @discardableResult
    package func endScope(_ scope: ScopeID) -> Judgement {
        guard let session, !scope.isNone else { return Judgement() }
        session.drain { $0.scope == scope }
        let judgement = session.judge(.scopeEnd, scope: scope)
        session.scopes.end(scope)
        return judgement
    }

    func processExits() {
        guard let session else { return }
        if session.configuration.drainsAtExit { session.drain { _ in true } }
        session.judge(.exit, scope: .none)
    }
}

extension RecordingSession {
    /// Rounds without any event after which survivors are believed.
    private static var quietRounds: Int { 3 }
    /// Rounds after which a process that never falls quiet is judged as it is.
    private static var mostRounds: Int { 100 }

    /// Lets queued work run until nothing changes any more.
    ///
    /// - Parameter isConcerned: Says which survivors matter; without one, a single round is enough.
    func drain(while isConcerned: (Expectations.Survivor) -> Bool) {
        var quiet = 0
        for _ in 0..<Self.mostRounds {
            let before = eventCount
            let expected = expectations.lastSequenceNumber
            guard MainQueueDrain.drainOnce() else { return }
            expectations.mainQueueRan(upTo: expected)
            quiet = eventCount == before ? quiet + 1 : 0
            let survives = expectations.survivors().contains(where: isConcerned)
            if !survives || quiet >= Self.quietRounds { return }
        }
    }

    /// Writes what survived, and then the judgement that makes it count.
    @discardableResult
    func judge(_ reason: SettleReason, scope: ScopeID) -> Judgement {
        sweepIdentities()
        var judgement = Judgement()
        for survivor in expectations.survivors()
        where reason != .scopeEnd || survivor.scope == scope {
            if survivor.mainQueueRan {
                judgement.survivors += 1
                record(.stillAlive(survivor.id))
            } else {
                judgement.unjudged += 1
            }
        }
        for entry in ledger.firedWhileInactive() {
            record(.stillSubscribed(entry.id, counts: entry.counts))
        }
        judgement.isSuspicious =
            judgement.survivors > 0 || suspicions.value > scopes.suspicions(at: scope)
        record(.settled(reason, scope: scope, unjudged: UInt32(clamping: judgement.unjudged)))
        return judgement
    }

    /// Queues a mark, so that what is expected now counts as served once the main queue ran.
    ///
    /// The mark goes round twice: work that the current main-queue block queues after the detach
    /// lies behind the first.
    func markMainQueue() {
        guard mainQueueMarks.increment() == 1 else { return }
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
