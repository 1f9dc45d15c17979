// SPDX-License-Identifier: Apache-2.0

import Dispatch
import RIBTrace

/// The objects that should be freed. They are watched until then, but not retained.
final class Expectations: Sendable {
    /// An object that was still alive when checked.
    struct Survivor {
        let token: ExpectationToken
        let scope: ScopeID
        /// False while main-queue work that was pending when the expectation began has not run.
        let mainQueueRan: Bool
        /// For how many nanoseconds it should have been gone.
        let expectedFor: UInt64
        let type: ObjectIdentifier
        let address: UInt
        /// True if looking at the object retained it.
        let isHeld: Bool
        /// False while a limit that the host's own code asked for is not over.
        var mayBeJudged = true

        var id: ObjectID { token.id }
    }

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

        /// True if no judgement may come before this expectation's limit.
        var isPatient: Bool { isExplicit && limit > ExpectationTime.object }
    }

    private let state = Protected(State())
    private let pending = AtomicCounter()
    /// The object that was last expected to go, or 0. Read without the lock: freeing a router
    /// repeats the expectation for its interactor.
    private let newest = AtomicCounter()

    /// How many objects are expected to go. Read without a lock.
    var count: UInt64 { pending.value }

    /// Counts all expectations so far, and the marks for objects that waited for the main queue.
    var lastSequenceNumber: UInt64 { state.withLock { $0.lastSequenceNumber } }

    /// - Parameters:
    ///   - isReporting: True for an object that always calls `remove` in its `deinit`.
    ///   - isOnMain: True when the main thread or the main queue releases the object.
    ///   - clock: Gives the time; not called if the object is already expected to go.
    /// - Returns: Nil if the object is already expected to go.
    func add(
        _ object: AnyObject, _ id: ObjectID, _ conditions: Conditions, isReporting: Bool,
        isOnMain: Bool,
        clock: () -> UInt64
    ) -> ExpectationToken? {
        if newest.value == id.rawValue { return nil }
        return state.withLock { state in
            guard !state.contains(id) else { return nil }
            newest.value = id.rawValue
            let now = clock()
            state.lastSequenceNumber += 1
            let token = ExpectationToken(id, state.lastSequenceNumber, isOnMain: isOnMain)
            let watch = Watch(object, isReporting: isReporting, conditions, token, since: now)
            state.add(watch, at: now)
            pending.value = UInt64(state.count)
            return token
        }
    }

    func remove(_ id: ObjectID) {
        // Every freed object calls this, but usually no object is expected to go. If this object
        // is, its expectation began before this call.
        if pending.value == 0 { return }
        state.withLock { state in
            forgetNewest(id)
            state.remove(id)
            pending.value = UInt64(state.count)
        }
    }

    /// Cancels one expectation, unless it is over.
    func remove(_ token: ExpectationToken) {
        state.withLock { state in
            guard state.isPending(token) else { return }
            forgetNewest(token.id)
            state.remove(token.id)
            pending.value = UInt64(state.count)
        }
    }

    /// Call it while holding the lock.
    private func forgetNewest(_ id: ObjectID) {
        if newest.value == id.rawValue { newest.value = 0 }
    }

    /// Whether an object is expected to be freed.
    func contains(_ id: ObjectID) -> Bool { state.withLock { $0.contains(id) } }

    /// Whether the main-queue work that was pending when an object was released has run. The object
    /// may be in its `deinit`.
    func mainQueueRan(for id: ObjectID) -> Bool {
        state.withLock { state in
            state.read(id) { $0.token.mainQueueRan(upTo: state.servedSequenceNumber) } ?? false
        }
    }

    /// The test at whose end an object is judged. Nil if it is not expected to go or has no test.
    func scope(of id: ObjectID) -> ScopeID? {
        if pending.value == 0 { return nil }
        let scope = state.withLock { $0.read(id) { $0.conditions.scope } }
        return scope?.isNone == true ? nil : scope
    }

    /// The live objects of a test that do not report when they are freed, ordered by
    /// id.
    ///
    /// - Parameter last: The sequence number of the last expectation that counts; nil for all.
    func silentSurvivors(in scope: ScopeID, upTo last: UInt64?, at now: UInt64) -> [Survivor] {
        if pending.value == 0 { return [] }
        return looking { state, held in
            let silent = state.ids(in: scope).filter { state.read($0) { !$0.isReporting } ?? false }
            return state.survivors(among: silent, at: now, holding: &held)
        }.filter { last.map($0.token.began) ?? true }
    }

    /// The most expectations to look through while the host waits. Of more, none is found: their
    /// deadlines decide.
    private static let mostLookedThrough: UInt64 = 10_000

    /// The living objects that were detached below one of these routers, ordered by id.
    ///
    /// - Complexity: O(expected objects), of which at most 10,000 are looked through.
    func survivors(detachedBelow routers: Set<ObjectID>, at now: UInt64) -> [Survivor] {
        if pending.value == 0 || pending.value > Self.mostLookedThrough { return [] }
        return looking { state, held in
            let ids = state.ids(detachedBelow: routers)
            return state.survivors(among: ids, at: now, holding: &held)
        }
    }

    /// Notes that objects count as detached from another router, or from none.
    func move(_ objects: [ObjectID], to router: ObjectID) {
        state.withLock { state in
            for id in objects { state.change(id) { $0.conditions.detachedFrom = router } }
        }
    }

    /// Notes that the main-queue work that was pending at an expectation has run.
    func mainQueueRan(upTo sequenceNumber: UInt64) {
        state.withLock { state in
            state.servedSequenceNumber = max(state.servedSequenceNumber, sequenceNumber)
            state.deadlines.mainQueueRan()
        }
    }

    /// The objects that are still alive, ordered by id. Forgets those that are gone.
    ///
    /// - Parameter scope: Restricts the result to objects released in this test; nil for all.
    func survivors(at now: UInt64, in scope: ScopeID? = nil) -> [Survivor] {
        looking { state, held in
            defer { pending.value = UInt64(state.count) }
            return state.takeSurvivors(at: now, in: scope, holding: &held)
        }
    }

    /// Releasing a loaded reference may run the object's `deinit`, which calls back here. So all of
    /// them are released outside the lock.
    private func looking(
        _ body: (inout State, _ held: inout [AnyObject]) -> [Survivor]
    ) -> [Survivor] {
        var held: [AnyObject] = []
        let survivors = state.withLock { body(&$0, &held) }
        return withExtendedLifetime(held) { survivors }
    }

    /// One of the objects that are still alive, for callers that only ask whether there are any.
    /// There may be very many.
    ///
    /// - Parameters:
    ///   - isWanted: Whether a survivor matters. Called while other threads wait.
    ///   - isDecisive: Whether a survivor ends the search.
    func survivor(
        at now: UInt64, where isWanted: (Survivor) -> Bool, ideally isDecisive: (Survivor) -> Bool
    ) -> Survivor? {
        // As in `survivors`: they are released outside the lock.
        var held: [AnyObject] = []
        let found = state.withLock {
            $0.find(at: now, holding: &held, where: isWanted, ideally: isDecisive)
        }
        withExtendedLifetime(held) {}
        return found
    }
}

// MARK: - Deadlines

extension Expectations {
    /// The result of a tick.
    struct Overdue {
        /// The objects that are still alive, ordered by id.
        var survivors: [Survivor] = []
        /// True when some wait for the main queue, so a mark must be queued there.
        var needsMark = false
        /// The survivors that looking at them retained, and that the main thread released. If the
        /// last other reference to one goes away now, its deinit must run there.
        var onMain: [AnyObject] = []
        /// The others that looking at them retained.
        var others: [AnyObject] = []
    }

    /// Sets the function to call regularly while deadlines are pending. Without it nothing ticks.
    func tickRegularly(_ onTick: @escaping @Sendable () -> Void) {
        state.withLock { state in
            state.deadlines.queue.ticker = Ticker(
                interval: Deadlines.tickLength,
                queue: DispatchQueue(label: "ribleak.deadlines", qos: .utility), onTick: onTick)
        }
    }

    /// Counts the time since the last tick. Finds the objects whose time is over, each only once.
    func tick(at now: UInt64) -> Overdue {
        var overdue = state.withLock { $0.takeOverdue(at: now) }
        overdue.others = []
        if !overdue.onMain.isEmpty {
            let held = Protected(overdue.onMain)
            overdue.onMain = []
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

    /// Notes that objects were found alive at their deadline, and that this is written.
    func wereJudged(_ survivors: [Survivor]) {
        state.withLock { state in
            for survivor in survivors { state.change(survivor.id) { $0.isJudged = true } }
        }
    }

    /// What the leak detector may say of an object now. Nil once the judgement at its deadline is
    /// written: then it also waits for the search for what keeps the object alive.
    func state(of id: ObjectID) -> SurvivorState? {
        state.withLock { state in
            state.read(id) { watch in
                if watch.isJudged { return nil }
                let isToCome = watch.conditions.scope.isNone && !state.deadlines.isOver
                return isToCome ? .pending : .answered(SurvivorAnswer())
            } ?? .inUse
        }
    }

    /// An object to search for on another thread; nil if it was freed. If it does not report its
    /// end, its memory is kept: give it up after the search.
    func survivorKeepingMemory(_ id: ObjectID, at now: UInt64) -> Survivor? {
        looking { state, held in
            let found = state.survivors(among: [id], at: now, holding: &held)
            for object in held {
                ObjectReference.keepMemory(of: Unmanaged.passUnretained(object).toOpaque())
            }
            return found
        }.first
    }

    /// Pauses the timer and the deadlines while a settling waits for the host's own timers.
    func pauseDeadlines() { state.withLock { $0.deadlines.queue.pause() } }

    func resumeDeadlines(at now: UInt64) { state.withLock { $0.deadlines.queue.resume(at: now) } }

    /// Ends all judging at deadlines.
    func endDeadlines() {
        state.withLock { $0.deadlines.end() }
    }
}
