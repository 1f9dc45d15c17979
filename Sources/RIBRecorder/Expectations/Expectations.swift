// SPDX-License-Identifier: Apache-2.0

import Dispatch
import RIBTrace

/// The objects that should be freed. They are watched until then, but not retained.
final class Expectations: Sendable {
    /// An object that was still alive when checked.
    struct Survivor {
        let id: ObjectID
        let scope: ScopeID
        /// False while main-queue work that was pending when the expectation began has not run.
        let mainQueueRan: Bool
        /// For how many nanoseconds it should have been gone.
        let expectedFor: UInt64
        let type: ObjectIdentifier
        let address: UInt
        /// True if looking at the object retained it.
        let isHeld: Bool
        let stamp: ExpectationStamp
    }

    /// The conditions of an expectation. The usual ones are not stored for each object.
    struct Conditions {
        /// The test in which the object was released.
        var scope = ScopeID.none
        /// Nanoseconds after which it should be gone.
        var limit = ExpectationTime.object
        /// True when the host's own code asked for this limit.
        var isExplicit = false
        /// The router that the object's RIB was detached from, or none.
        var detachedFrom = ObjectID.none

        /// True if no judgement may come before this expectation's limit.
        fileprivate var isPatient: Bool { isExplicit && limit > ExpectationTime.object }
        fileprivate var areUsual: Bool { scope.isNone && !isPatient }
    }

    /// An object that is still there.
    fileprivate struct Candidate {
        /// The object, if looking at it retained it.
        let held: AnyObject?
        /// Nil if its time is not over yet.
        let survivor: Survivor?
        let isOnMain: Bool
    }

    fileprivate struct State {
        /// Objects that remove themselves from here in their `deinit`.
        var reporting = ReportingWatches()
        /// The youngest of these, if their conditions are the usual ones.
        var recent = RecentWatches()
        var others = WatchList<WeakWatch>()
        /// The conditions that differ from the usual ones.
        var conditions: [ObjectID: Conditions] = [:]
        /// The objects that each test released.
        var scoped: [ScopeID: Set<ObjectID>] = [:]
        var deadlines = Deadlines()
        var lastSequenceNumber: UInt64 = 0
        /// Main-queue work that was pending at this expectation, and before it, has run.
        var servedSequenceNumber: UInt64 = 0
    }

    /// The place of a watch that is not a reporting one.
    private static let noPlace = UInt32.max

    private let state = Protected(State())
    private let beginning: UInt64
    private let pending = AtomicCounter()
    /// The object that was last expected to go, or 0. Read without the lock: freeing a router
    /// repeats the expectation for its interactor.
    private let newest = AtomicCounter()

    /// How many objects are expected to go. Read without a lock.
    var count: UInt64 { pending.value }

    /// - Parameter now: When recording began, in nanoseconds on the clock of the other calls.
    init(from now: UInt64) {
        beginning = now
    }

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
            let since = milliseconds(at: now)
            state.lastSequenceNumber += 1
            let stamp = ExpectationStamp(state.lastSequenceNumber, isOnMain: isOnMain)
            let token = ExpectationToken(id: id, stamp: stamp)
            let detachedFrom = DetachedFrom(conditions.detachedFrom)
            if isReporting, conditions.areUsual {
                let watch = ReportingWatch(
                    object, stamp: stamp, since: since, detachedFrom: detachedFrom)
                state.add(.init(token: token, watch: watch, limit: conditions.limit), at: now)
                pending.value = UInt64(state.count)
                return token
            }
            var place = Expectations.noPlace
            if isReporting {
                let watch = ReportingWatch(
                    object, stamp: stamp, since: since, detachedFrom: detachedFrom)
                place = state.reporting.add(id, watch)
            } else {
                state.others[id] = WeakWatch(
                    object: object, stamp: stamp, since: since, detachedFrom: detachedFrom)
            }
            if !conditions.areUsual { state.conditions[id] = conditions }
            if !conditions.scope.isNone { state.scoped[conditions.scope, default: []].insert(id) }
            pending.value = UInt64(state.count)
            // Objects that a test released are judged at its end.
            if conditions.scope.isNone {
                let deadline = Deadlines.Deadline(token: token, place: place)
                state.addDeadline(deadline, limit: conditions.limit, at: now)
            }
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
            let stamp = state.reporting.stamp(of: id) ?? state.others.stamp(of: id)
            return stamp?.mainQueueRan(upTo: state.servedSequenceNumber) ?? false
        }
    }

    /// The test at whose end an object is judged. Nil if it is not expected to go or has no test.
    func scope(of id: ObjectID) -> ScopeID? {
        if pending.value == 0 { return nil }
        return state.withLock { state in
            guard state.contains(id), let scope = state.conditions[id]?.scope, !scope.isNone else {
                return nil
            }
            return scope
        }
    }

    /// The live objects of a test that do not report when they are freed, ordered by
    /// id.
    ///
    /// - Parameter last: The sequence number of the last expectation that counts; nil for all.
    func silentSurvivors(in scope: ScopeID, upTo last: UInt64?, at now: UInt64) -> [Survivor] {
        if pending.value == 0 { return [] }
        let age = milliseconds(at: now)
        return looking { state, held in
            state.survivors(
                among: state.scoped[scope] ?? [], at: age, holding: &held, state.others.sight)
        }.filter { last.map($0.stamp.began) ?? true }
    }

    /// The most expectations to look through while the host waits. Of more, none is found: their
    /// deadlines decide.
    private static let mostLookedThrough: UInt64 = 10_000

    /// The living objects that were detached below one of these routers, ordered by id.
    ///
    /// - Complexity: O(expected objects), of which at most 10,000 are looked through.
    func survivors(detachedBelow routers: Set<ObjectID>, at now: UInt64) -> [Survivor] {
        if pending.value == 0 || pending.value > Self.mostLookedThrough { return [] }
        let age = milliseconds(at: now)
        return looking { state, held in
            state.settleRecent(at: now)
            let (reporting, others) = (state.reporting, state.others)
            let ids = reporting.ids(detachedBelow: routers) + others.ids(detachedBelow: routers)
            return state.survivors(among: ids, at: age, holding: &held) {
                reporting.sight(of: $0) ?? others.sight(of: $0)
            }
        }
    }

    /// Notes that objects count as detached from another router, or from none.
    func move(_ objects: [ObjectID], to router: ObjectID) {
        let router = DetachedFrom(router)
        state.withLock { state in
            for id in objects {
                state.reporting.move(id, to: router)
                state.others.move(id, to: router)
            }
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
        let age = milliseconds(at: now)
        return looking { state, held in
            defer { pending.value = UInt64(state.count) }
            return state.takeSurvivors(at: age, now, in: scope, holding: &held)
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
        let age = milliseconds(at: now)
        // As in `survivors`: they are released outside the lock.
        var held: [AnyObject] = []
        let found = state.withLock {
            $0.find(at: age, now, holding: &held, where: isWanted, ideally: isDecisive)
        }
        withExtendedLifetime(held) {}
        return found
    }

    private func milliseconds(at now: UInt64) -> UInt32 {
        UInt32(clamping: (now - min(now, beginning)) / 1_000_000)
    }
}

// MARK: - Deadlines

extension Expectations {
    /// The result of a tick.
    struct Overdue {
        /// The objects that are still alive, ordered by id.
        fileprivate(set) var survivors: [Survivor] = []
        /// True when some wait for the main queue, so a mark must be queued there.
        fileprivate(set) var needsMark = false
        /// The survivors that the main thread released. If the last other reference to one goes
        /// away now, its deinit must run there.
        fileprivate let onMain = DeferredReleases()
        fileprivate let others = DeferredReleases()
    }

    /// Sets the function to call regularly while deadlines are pending. Without it nothing ticks.
    func tickRegularly(_ onTick: @escaping @Sendable () -> Void) {
        state.withLock { $0.deadlines.onTick = onTick }
    }

    /// Counts the time since the last tick. Finds the objects whose time is over, each only once.
    func tick(at now: UInt64) -> Overdue {
        let overdue = state.withLock { $0.takeOverdue(at: now) }
        overdue.others.release()
        if !overdue.onMain.isEmpty { DispatchQueue.main.async { overdue.onMain.release() } }
        return overdue
    }

    /// Pauses the timer and the deadlines while a settling waits for the host's own timers.
    func pauseDeadlines() { state.withLock { $0.deadlines.pause() } }

    func resumeDeadlines(at now: UInt64) { state.withLock { $0.deadlines.resume(at: now) } }

    /// Ends all judging at deadlines.
    func endDeadlines() {
        state.withLock { $0.deadlines.end() }
    }
}

extension Expectations.State {
    fileprivate var count: Int { recent.count + reporting.count + others.count }

    fileprivate func contains(_ id: ObjectID) -> Bool {
        recent.contains(id) || reporting.contains(id) || others.contains(id)
    }

    fileprivate func isPending(_ token: ExpectationToken) -> Bool {
        recent.entries.contains { $0.token == token } || reporting.isPending(token)
            || others.isPending(token)
    }

    /// Adds an expectation with the usual conditions. Its object may be freed the next moment.
    fileprivate mutating func add(_ entry: RecentWatches.Entry, at now: UInt64) {
        if recent.isFull { settleRecent(at: now) }
        recent.add(entry)
        // It is early enough to move these entries to the others at the next tick.
        deadlines.begin(at: now)
    }

    /// Moves the youngest expectations to the others.
    ///
    /// - Parameter now: The time. At the start of a tick, no time has passed since the last one.
    fileprivate mutating func settleRecent(at now: UInt64) {
        for entry in recent.entries {
            let place = reporting.add(entry.token.id, entry.watch)
            let deadline = Deadlines.Deadline(token: entry.token, place: place)
            addDeadline(deadline, limit: entry.limit, at: now)
        }
        recent.removeAll()
    }

    fileprivate mutating func remove(_ id: ObjectID) {
        if recent.remove(id) { return }
        if !reporting.remove(id) { others.remove(id) }
        if conditions.isEmpty { return }
        guard let scope = conditions.removeValue(forKey: id)?.scope, !scope.isNone else { return }
        scoped[scope]?.remove(id)
        if scoped[scope]?.isEmpty == true { scoped[scope] = nil }
    }

    fileprivate mutating func addDeadline(
        _ deadline: Deadlines.Deadline, limit: UInt64, at now: UInt64
    ) {
        // Most objects are freed long before. Their deadlines are removed once they prevail.
        if deadlines.count > 64 + 2 * count {
            let (reporting, others) = (reporting, others)
            deadlines.removeAll {
                !reporting.isPending($0.token, at: $0.place) && !others.isPending($0.token)
            }
        }
        deadlines.add(deadline, limit: limit, at: now)
    }

    /// All objects that are still alive, ordered by id. Forgets the others.
    ///
    /// - Parameter held: Receives the objects that looking at them retained.
    fileprivate mutating func takeSurvivors(
        at age: UInt32, _ now: UInt64, in scope: ScopeID?, holding held: inout [AnyObject]
    ) -> [Expectations.Survivor] {
        settleRecent(at: now)
        var found: [Expectations.Survivor] = []
        found.reserveCapacity(scope == nil ? count : 0)
        var gone: [ObjectID] = []
        func look(_ id: ObjectID, _ sight: WatchedObject?) {
            guard let sight else { return gone.append(id) }
            if let object = sight.held { held.append(object) }
            let expectedFor = UInt64(age - min(age, sight.since)) * 1_000_000
            let candidate = candidate(id, sight, expectedFor: expectedFor)
            if let survivor = candidate.survivor { found.append(survivor) }
        }
        if let scope {
            for id in (scoped[scope] ?? []).sorted() {
                look(id, reporting.contains(id) ? reporting.sight(of: id) : others.sight(of: id))
            }
        } else {
            // Objects are visited in the order they were made, which is roughly their memory order.
            reporting.forEachInOrder(look)
            if others.count > 0 {
                others.forEach(look)
                found.sort(bySerial: { $0.id.rawValue })
            }
        }
        for id in gone { remove(id) }
        return found
    }

    /// Those of some objects that are alive. Others are not even looked at: this call might be the
    /// last to retain one.
    fileprivate func survivors(
        among ids: some Sequence<ObjectID>, at age: UInt32, holding held: inout [AnyObject],
        _ sight: (ObjectID) -> WatchedObject?
    ) -> [Expectations.Survivor] {
        ids.sorted().compactMap { id in
            guard let sight = sight(id) else { return nil }
            if let object = sight.held { held.append(object) }
            let expectedFor = UInt64(age - min(age, sight.since)) * 1_000_000
            return candidate(id, sight, expectedFor: expectedFor).survivor
        }
    }

    /// A wanted survivor, preferably one that ends the search. `held` receives the objects that
    /// looking at them retained.
    fileprivate mutating func find(
        at age: UInt32, _ now: UInt64, holding held: inout [AnyObject],
        where isWanted: (Expectations.Survivor) -> Bool,
        ideally isDecisive: (Expectations.Survivor) -> Bool
    ) -> Expectations.Survivor? {
        settleRecent(at: now)
        var found: Expectations.Survivor?
        func look(_ id: ObjectID, _ sight: WatchedObject) -> Bool {
            if let object = sight.held { held.append(object) }
            let expectedFor = UInt64(age - min(age, sight.since)) * 1_000_000
            guard let survivor = candidate(id, sight, expectedFor: expectedFor).survivor,
                isWanted(survivor)
            else { return false }
            let isLast = isDecisive(survivor)
            if found == nil || isLast { found = survivor }
            return isLast
        }
        if !reporting.contains(where: look) { _ = others.contains(where: look) }
        return found
    }

    fileprivate mutating func takeOverdue(at now: UInt64) -> Expectations.Overdue {
        settleRecent(at: now)
        let (reporting, others) = (reporting, others)
        if count == 0 { deadlines.removeAll { _ in true } }
        var overdue = Expectations.Overdue()
        overdue.needsMark = deadlines.tick(
            at: now, mark: lastSequenceNumber + 1,
            isPending: {
                reporting.isPending($0.token, at: $0.place) || others.isPending($0.token)
            })
        if overdue.needsMark { lastSequenceNumber += 1 }
        let ready = deadlines.takeReady(served: servedSequenceNumber)
        overdue.survivors.reserveCapacity(min(ready.count, count))
        for (index, due) in ready.enumerated() {
            if index + ReportingWatches.lead < ready.count {
                reporting.fetch(at: ready[index + ReportingWatches.lead].element.place)
            }
            let token = due.element.token
            guard
                let sight = reporting.sight(of: token, at: due.element.place)
                    ?? others.sight(of: token)
            else { continue }
            let candidate = candidate(
                token.id, sight, expectedFor: deadlines.elapsed - due.since)
            if let survivor = candidate.survivor { overdue.survivors.append(survivor) }
            if let held = candidate.held {
                (candidate.isOnMain ? overdue.onMain : overdue.others).add(held)
            }
        }
        overdue.survivors.sort(bySerial: { $0.id.rawValue })
        return overdue
    }

    private func candidate(
        _ id: ObjectID, _ sight: WatchedObject, expectedFor: UInt64
    ) -> Expectations.Candidate {
        let conditions = conditions.isEmpty ? nil : conditions[id]
        let isEarly = conditions.map { $0.isPatient && expectedFor < $0.limit } ?? false
        let survivor = Expectations.Survivor(
            id: id, scope: conditions?.scope ?? .none,
            mainQueueRan: sight.stamp.mainQueueRan(upTo: servedSequenceNumber),
            expectedFor: expectedFor, type: sight.type, address: sight.address,
            isHeld: sight.held != nil, stamp: sight.stamp)
        return Expectations.Candidate(
            held: sight.held, survivor: isEarly ? nil : survivor,
            isOnMain: sight.stamp.isOnMain)
    }
}
