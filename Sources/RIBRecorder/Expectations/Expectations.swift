// SPDX-License-Identifier: Apache-2.0

import Dispatch
import RIBTrace

/// The objects that should be freed. They are watched until then, but not retained.
final class Expectations: Sendable {
    /// The conditions of an expectation.
    struct Conditions {
        /// The test in which the object was released.
        var scope = ScopeID.none
        /// Nanoseconds after which it should be gone.
        var limit = ExpectationTime.object
        /// The router that the object's RIB was detached from, or none.
        var detachedFrom = ObjectID.none
        /// True when the host's own code asked for this limit.
        var isExplicit = false
        /// True for an object that always calls `remove` in its `deinit`.
        var isReporting = false
        /// True when the main thread or the main queue releases the object.
        var isOnMain = false
    }

    /// An object that was still alive when checked.
    struct Survivor {
        let token: ExpectationToken
        let conditions: Conditions
        /// False while main-queue work that was pending when the expectation began has not run.
        let mainQueueRan: Bool
        /// For how many nanoseconds it should have been gone.
        let expectedFor: UInt64
        let type: ObjectIdentifier
        let address: UInt

        var id: ObjectID { token.id }
        var scope: ScopeID { conditions.scope }
        /// True if looking at the object retained it.
        var isHeld: Bool { !conditions.isReporting }
        /// False while a limit that the host's own code asked for is not over.
        var mayBeJudged: Bool {
            !conditions.isExplicit || conditions.limit <= ExpectationTime.object
                || expectedFor >= conditions.limit
        }
    }

    /// Its number is how many objects are expected to go.
    private let state = Protected(State())

    /// How many objects are expected to go. Read without a lock.
    var count: UInt64 { state.number }

    /// Counts all expectations so far, and the marks for objects that waited for the main queue.
    var lastSequenceNumber: UInt64 { state.withLock { $0.lastSequenceNumber } }

    /// Runs `body`, which may change what is expected.
    private func change<Result>(_ body: (inout State) -> Result) -> Result {
        state.withLock { state in
            defer { self.state.number = UInt64(state.watches.count) }
            return body(&state)
        }
    }

    /// Nil, and the clock is not asked, if the object is already expected to go.
    func add(
        _ object: AnyObject, _ id: ObjectID, _ conditions: Conditions, clock: () -> UInt64
    ) -> ExpectationToken? {
        change { state in
            guard state.watches.index(forKey: id) == nil else { return nil }
            let now = clock()
            state.lastSequenceNumber += 1
            let token = ExpectationToken(id: id, number: state.lastSequenceNumber)
            state.add(Watch(object, conditions, token, since: now))
            return token
        }
    }

    func remove(_ id: ObjectID) {
        // Every freed object calls this, but usually no object is expected to go. If this object
        // is, its expectation began before this call.
        if count == 0 { return }
        change { _ = $0.watches.removeValue(forKey: id) }
    }

    /// Cancels one expectation, unless it is over.
    func remove(_ token: ExpectationToken) {
        change { if $0.watches.isPending(token) { $0.watches[token.id] = nil } }
    }

    /// Whether an object is expected to be freed.
    func contains(_ id: ObjectID) -> Bool { state.withLock { $0.watches.index(forKey: id) != nil } }

    /// Whether the main-queue work that was pending when an object was released has run. The object
    /// may be in its `deinit`.
    func mainQueueRan(for id: ObjectID) -> Bool {
        state.withLock { state in
            let served = state.servedSequenceNumber
            return state.watches.read(id) { $0.token.number <= served } ?? false
        }
    }

    /// The most expectations to look through while the host waits. Of more, none is found: their
    /// deadlines decide.
    private static let mostLookedThrough: UInt64 = 10_000

    /// The living objects that were detached below one of these routers, ordered by id.
    func survivors(detachedBelow routers: Set<ObjectID>, at now: UInt64) -> [Survivor] {
        if count == 0 || count > Self.mostLookedThrough { return [] }
        return looking { state, held in
            let ids = state.ids { routers.contains($0.detachedFrom) }
            return state.living(among: ids, at: now, holding: &held).filter(\.mayBeJudged)
        }
    }

    /// Notes that the main-queue work that was pending at an expectation has run.
    func mainQueueRan(upTo sequenceNumber: UInt64) {
        state.withLock { state in
            state.servedSequenceNumber = max(state.servedSequenceNumber, sequenceNumber)
            // The ticker stops after the last deadline, even if objects wait for this.
            if !state.late.isEmpty { state.deadlines.start() }
        }
    }

    /// The objects that are still alive, ordered by id. Forgets those that are gone.
    func survivors(at now: UInt64, in scope: ScopeID? = nil) -> [Survivor] {
        looking { state, held in
            let ids = state.ids { scope == nil || $0.scope == scope }
            let living = state.living(among: ids, at: now, holding: &held)
            for id in Set(ids).subtracting(living.map(\.id)) { state.watches[id] = nil }
            return living.filter(\.mayBeJudged)
        }
    }

    /// Releasing a loaded reference may run the object's `deinit`, which calls back here. So all of
    /// them are released outside the lock.
    private func looking<Found>(_ body: (inout State, _ held: inout [AnyObject]) -> Found) -> Found
    {
        var held: [AnyObject] = []
        let found = change { body(&$0, &held) }
        return withExtendedLifetime(held) { found }
    }
}

// MARK: - Deadlines

extension Expectations {
    /// Sets the function to call regularly while deadlines are pending. Without it nothing ticks.
    func tickRegularly(_ onTick: @escaping @Sendable () -> Void) {
        state.withLock { state in
            state.deadlines.ticker = Ticker(
                interval: State.tickLength,
                queue: DispatchQueue(label: "ribleak.deadlines", qos: .utility), onTick: onTick)
        }
    }

    /// Counts the time since the last tick. Returns the living objects whose time is over, each
    /// only once and ordered by id, and whether some wait for a mark in the main queue.
    func tick(at now: UInt64) -> (survivors: [Survivor], needsMark: Bool) {
        var (onMain, others): ([AnyObject], [AnyObject]) = ([], [])
        let overdue = state.withLock {
            $0.takeOverdue(at: now, onMain: &onMain, others: &others)
        }
        withExtendedLifetime(others) {}
        // If the last other reference to one goes away now, its deinit must run on the main thread.
        if !onMain.isEmpty {
            let held = Protected(onMain)
            onMain = []
            MainQueue.addOwn {
                // Released outside the lock.
                let released = held.withLock { held in
                    defer { held = [] }
                    return held
                }
                withExtendedLifetime(released) {}
            }
        }
        return overdue
    }

    /// Changes the watches of survivors that are still expected to go.
    func change(_ survivors: some Sequence<Survivor>, _ body: (inout Watch) -> Void) {
        state.withLock { state in
            for index in survivors.compactMap({ state.watches.index(forKey: $0.id) }) {
                body(&state.watches.values[index])
            }
        }
    }

    /// Pauses the timer and the deadlines while a settling waits for the host's own timers.
    func pauseDeadlines() { state.withLock { $0.deadlines.pause() } }

    func resumeDeadlines(at now: UInt64) { state.withLock { $0.deadlines.resume(at: now) } }

    /// Ends all judging at deadlines, also at those to come.
    func endDeadlines() {
        state.withLock { state in
            state.isOver = true
            state.deadlines.removeAll()
            state.late = []
        }
    }
}

// MARK: - Explanations

extension Expectations {
    /// What the leak detector may say of an object now. Where that takes a search, the next one for
    /// the object gives an answer. Nil if the object was judged and no search for it is to come.
    func state(of id: ObjectID, letGoBy callers: [UInt], isSearched: Bool) -> SurvivorState? {
        state.withLock { state in
            let isOver = state.isOver
            func ask(_ watch: inout Watch) -> SurvivorState? {
                let isDue = watch.isJudged ? isSearched : watch.conditions.scope.isNone && !isOver
                // No search, or no deadline, is to come: what a test releases is judged at its end.
                guard isDue else { return .answered(SurvivorAnswer()) }
                if watch.isJudged, let answer = watch.answer {
                    watch.answer = nil
                    return .answered(answer)
                }
                watch.callers = callers
                return !watch.isJudged || watch.isSought ? .pending : nil
            }
            guard let index = state.watches.index(forKey: id) else { return .inUse }
            return ask(&state.watches.values[index])
        }
    }

    /// Reads what is known of an object now; nil if it is not expected to go.
    func read<Answer>(_ id: ObjectID, _ body: (borrowing Watch) -> Answer?) -> Answer? {
        count == 0 ? nil : state.withLock { $0.watches.read(id, body) }
    }

    /// Notes that an object has been explained once more. False if the known explanation is better,
    /// or equally uncertain.
    func noteExplanation(_ quality: ExplanationQuality, of id: ObjectID) -> Bool {
        state.withLock { state in
            let known = state.watches.read(id) { $0.explanation }
            guard quality.replaces(known) else { return false }
            state.watches[id]?.explanation = quality
            return true
        }
    }

    /// An object to search for on another thread; nil if it was freed. If it does not report its
    /// end, its memory is kept: give it up after the search.
    func survivorKeepingMemory(_ id: ObjectID, at now: UInt64) -> Survivor? {
        looking { state, held in
            let living = state.living(among: [id], at: now, holding: &held)
            for object in held {
                ObjectReference.keepMemory(of: Unmanaged.passUnretained(object).toOpaque())
            }
            return living.first { $0.mayBeJudged }
        }
    }
}
