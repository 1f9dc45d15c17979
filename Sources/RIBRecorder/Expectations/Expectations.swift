// SPDX-License-Identifier: Apache-2.0

import Dispatch
import RIBTrace

/// The objects that should be freed, watched without being kept until they are.
final class Expectations: Sendable {
    /// An object that was still there when asked.
    struct Survivor {
        let id: ObjectID
        let scope: ScopeID
        /// False while main-queue work that was pending when the expectation began has not run.
        let mainQueueRan: Bool
        /// For how many nanoseconds it should have been gone.
        let expectedFor: UInt64
        let type: ObjectIdentifier
        let address: UInt
        /// True while looking at it still holds it.
        let isHeld: Bool
    }

    /// What an expectation asks for; the usual is not kept for each.
    struct Terms {
        /// The test the object was let go in.
        var scope = ScopeID.none
        /// Nanoseconds after which it should be gone.
        var limit = ExpectationTime.object
        /// True when the host's own code asked for this limit.
        var isExplicit = false

        /// True for an expectation that no judgement may come before.
        fileprivate var isPatient: Bool { isExplicit && limit > ExpectationTime.object }
        fileprivate var isUsual: Bool { scope.isNone && !isPatient }
    }

    /// An object that is still there.
    fileprivate struct Candidate {
        /// The object, if it is held while it is looked at.
        let held: AnyObject?
        /// Nil when its time is not over.
        let survivor: Survivor?
        let isOnMain: Bool
    }

    fileprivate struct State {
        /// Objects that take themselves out of this in their `deinit`.
        var reporting = ReportingWatches()
        /// The youngest of these, if their terms are the usual ones.
        var recent = RecentWatches()
        var others = WatchList<WeakWatch>()
        /// The terms that are not the usual ones.
        var terms: [ObjectID: Terms] = [:]
        /// What each test let go.
        var scoped: [ScopeID: Set<ObjectID>] = [:]
        var deadlines = Deadlines()
        var lastSequenceNumber: UInt64 = 0
        /// Main-queue work that was pending at this expectation, and before it, has run.
        var servedSequenceNumber: UInt64 = 0
    }

    /// Of a watch that is not a reporting one.
    private static let noPlace = UInt32.max

    private let state = Protected(State())
    private let beginning: UInt64
    private let pending = AtomicCounter()
    /// The object that is expected to go since last of all, or 0; asked without the lock, since who
    /// frees a router expects its interactor to go once more.
    private let newest = AtomicCounter()

    /// How many objects are expected to go; asked without a lock.
    var count: UInt64 { pending.value }

    /// - Parameter now: When recording began, in nanoseconds on the clock of the other calls.
    init(from now: UInt64) {
        beginning = now
    }

    /// Counts the expectations that ever began, and what waited for the main queue at a deadline.
    var lastSequenceNumber: UInt64 { state.withLock { $0.lastSequenceNumber } }

    /// - Parameters:
    ///   - isReporting: True for an object that calls `remove` in its `deinit`, whatever happens.
    ///   - isOnMain: True when the main thread or the main queue lets the object go.
    ///   - clock: Tells the time; not asked when it is expected to go already.
    /// - Returns: Nil when it is expected to go already.
    func add(
        _ object: AnyObject, _ id: ObjectID, _ terms: Terms, isReporting: Bool, isOnMain: Bool,
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
            if isReporting, terms.isUsual {
                let watch = ReportingWatch(object, stamp: stamp, since: since)
                state.add(.init(token: token, watch: watch, limit: terms.limit), at: now)
                pending.value = UInt64(state.count)
                return token
            }
            var place = Expectations.noPlace
            if isReporting {
                let watch = ReportingWatch(object, stamp: stamp, since: since)
                place = state.reporting.add(id, watch)
            } else {
                state.others[id] = WeakWatch(object: object, stamp: stamp, since: since)
            }
            if !terms.isUsual { state.terms[id] = terms }
            if !terms.scope.isNone { state.scoped[terms.scope, default: []].insert(id) }
            pending.value = UInt64(state.count)
            // What a test let go is judged at its end.
            if terms.scope.isNone {
                let deadline = Deadlines.Deadline(token: token, place: place)
                state.addDeadline(deadline, limit: terms.limit, at: now)
            }
            return token
        }
    }

    func remove(_ id: ObjectID) {
        // Nothing is expected in most of an app's life, and each object that is freed comes here. An
        // object that is expected was so before this call.
        if pending.value == 0 { return }
        state.withLock { state in
            forgetNewest(id)
            state.remove(id)
            pending.value = UInt64(state.count)
        }
    }

    /// Takes one expectation back, unless it is over.
    func remove(_ token: ExpectationToken) {
        state.withLock { state in
            guard state.isPending(token) else { return }
            forgetNewest(token.id)
            state.remove(token.id)
            pending.value = UInt64(state.count)
        }
    }

    /// Call it with the lock.
    private func forgetNewest(_ id: ObjectID) {
        if newest.value == id.rawValue { newest.value = 0 }
    }

    /// Whether an object should be freed.
    func contains(_ id: ObjectID) -> Bool { state.withLock { $0.contains(id) } }

    /// Whether the main-queue work has run that was pending when an object was let go.
    func mainQueueRan(for id: ObjectID) -> Bool {
        state.withLock { state in
            guard let sight = state.reporting.sight(of: id) ?? state.others.sight(of: id) else {
                return false
            }
            return sight.stamp.isServed(upTo: state.servedSequenceNumber)
        }
    }

    /// The test at whose end an object is judged; nil for what is not expected to go, or no test's.
    func scope(of id: ObjectID) -> ScopeID? {
        if pending.value == 0 { return nil }
        return state.withLock { state in
            guard state.contains(id), let scope = state.terms[id]?.scope, !scope.isNone else {
                return nil
            }
            return scope
        }
    }

    /// Those of a test's objects that are still there and do not say themselves when they are freed, in the
    /// order of their ids.
    ///
    /// - Parameter last: The sequence number of the last expectation that counts; nil for all.
    func silentSurvivors(in scope: ScopeID, upTo last: UInt64?, at now: UInt64) -> [Survivor] {
        if pending.value == 0 { return [] }
        let age = milliseconds(at: now)
        // As in `survivors`: let go without the lock.
        var held: [AnyObject] = []
        let survivors = state.withLock {
            $0.silentSurvivors(in: scope, upTo: last, at: age, holding: &held)
        }
        return withExtendedLifetime(held) { survivors }
    }

    /// Says that the main-queue work that was pending at an expectation has run.
    func mainQueueRan(upTo sequenceNumber: UInt64) {
        state.withLock { state in
            state.servedSequenceNumber = max(state.servedSequenceNumber, sequenceNumber)
            state.deadlines.mainQueueRan()
        }
    }

    /// The objects that are still there, in the order of their ids; forgets those that are gone.
    ///
    /// - Parameter scope: Only what was let go in this test; nil for all.
    func survivors(at now: UInt64, in scope: ScopeID? = nil) -> [Survivor] {
        let age = milliseconds(at: now)
        // Letting go of a loaded reference may run the object's deinit, which comes back here: so
        // they all leave the lock before.
        var held: [AnyObject] = []
        let survivors = state.withLock { state in
            defer { pending.value = UInt64(state.count) }
            return state.takeSurvivors(at: age, now, in: scope, holding: &held)
        }
        return withExtendedLifetime(held) { survivors }
    }

    /// One of the objects that are still there, for who only asks whether there are any: there may
    /// be very many.
    ///
    /// - Parameters:
    ///   - isWanted: Says which matter. Called while other threads wait.
    ///   - isTelling: True of one that ends the search.
    func survivor(
        at now: UInt64, where isWanted: (Survivor) -> Bool, ideally isTelling: (Survivor) -> Bool
    ) -> Survivor? {
        let age = milliseconds(at: now)
        // As in `survivors`: let go without the lock.
        var held: [AnyObject] = []
        let found = state.withLock {
            $0.find(at: age, now, holding: &held, where: isWanted, ideally: isTelling)
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
    /// What a tick found.
    struct Overdue {
        /// Those that are still there, in the order of their ids.
        fileprivate(set) var survivors: [Survivor] = []
        /// True when some wait for the main queue, where a mark must be put.
        fileprivate(set) var needsMark = false
        /// The survivors that the main thread let go: if the last other reference to one goes just
        /// now, it must end there.
        fileprivate let onMain = DeferredReleases()
        fileprivate let others = DeferredReleases()
    }

    /// Has `onTick` called regularly while deadlines are to come; without it nothing ticks.
    func tickRegularly(_ onTick: @escaping @Sendable () -> Void) {
        state.withLock { $0.deadlines.onTick = onTick }
    }

    /// Counts the time since the last tick and finds the objects whose time is over; each only once.
    func tick(at now: UInt64) -> Overdue {
        let overdue = state.withLock { $0.takeOverdue(at: now) }
        overdue.others.release()
        if !overdue.onMain.isEmpty { DispatchQueue.main.async { overdue.onMain.release() } }
        return overdue
    }

    /// Stops the timer, as long as a settling waits for the host's own, and the time up to deadlines.
    func pauseDeadlines() { state.withLock { $0.deadlines.pause() } }

    func resumeDeadlines(at now: UInt64) { state.withLock { $0.deadlines.resume(at: now) } }

    /// Judges at no deadline any more.
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

    /// Adds what is usual, and may be gone the next moment.
    fileprivate mutating func add(_ entry: RecentWatches.Entry, at now: UInt64) {
        if recent.isFull { settleRecent(at: now) }
        recent.add(entry)
        // What is settled at a tick is in time.
        deadlines.begin(at: now)
    }

    /// Puts the youngest to the others.
    ///
    /// - Parameter now: The time, unless a tick is just beginning: none has passed since the last.
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
        if terms.isEmpty { return }
        guard let scope = terms.removeValue(forKey: id)?.scope, !scope.isNone else { return }
        scoped[scope]?.remove(id)
        if scoped[scope]?.isEmpty == true { scoped[scope] = nil }
    }

    fileprivate mutating func addDeadline(
        _ deadline: Deadlines.Deadline, limit: UInt64, at now: UInt64
    ) {
        // Most objects are freed long before: their deadlines go once they are the most.
        if deadlines.count > 64 + 2 * count {
            let (reporting, others) = (reporting, others)
            deadlines.removeAll {
                !reporting.isPending($0.token, at: $0.place) && !others.isPending($0.token)
            }
        }
        deadlines.add(deadline, limit: limit, at: now)
    }

    /// All that are still there, in the order of their ids; forgets the others.
    ///
    /// - Parameter held: Gets the objects that were looked at by holding them.
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
            // Objects are looked at in the order in which they were made, which is about that in memory.
            reporting.forEachInOrder(look)
            if others.count > 0 {
                others.forEach(look)
                found.sort(bySerial: { $0.id.rawValue })
            }
        }
        for id in gone { remove(id) }
        return found
    }

    /// As `takeSurvivors`, of a test's objects that do not say themselves when they are freed, and were let
    /// go no later than a sequence number says.
    fileprivate func silentSurvivors(
        in scope: ScopeID, upTo last: UInt64?, at age: UInt32, holding held: inout [AnyObject]
    ) -> [Expectations.Survivor] {
        var found: [Expectations.Survivor] = []
        // Those of other tests are not even looked at: whoever looks may be the last to hold one.
        for id in (scoped[scope] ?? []).sorted() {
            guard let sight = others.sight(of: id) else { continue }
            if let object = sight.held { held.append(object) }
            guard last.map(sight.stamp.began) ?? true else { continue }
            let expectedFor = UInt64(age - min(age, sight.since)) * 1_000_000
            if let survivor = candidate(id, sight, expectedFor: expectedFor).survivor {
                found.append(survivor)
            }
        }
        return found
    }

    /// One that is wanted, and selection if there is such; the objects that were looked at by holding
    /// them.
    fileprivate mutating func find(
        at age: UInt32, _ now: UInt64, holding held: inout [AnyObject],
        where isWanted: (Expectations.Survivor) -> Bool,
        ideally isTelling: (Expectations.Survivor) -> Bool
    ) -> Expectations.Survivor? {
        settleRecent(at: now)
        var found: Expectations.Survivor?
        func look(_ id: ObjectID, _ sight: WatchedObject) -> Bool {
            if let object = sight.held { held.append(object) }
            let expectedFor = UInt64(age - min(age, sight.since)) * 1_000_000
            guard let survivor = candidate(id, sight, expectedFor: expectedFor).survivor,
                isWanted(survivor)
            else { return false }
            let isLast = isTelling(survivor)
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
        let terms = terms.isEmpty ? nil : terms[id]
        let isEarly = terms.map { $0.isPatient && expectedFor < $0.limit } ?? false
        let survivor = Expectations.Survivor(
            id: id, scope: terms?.scope ?? .none,
            mainQueueRan: sight.stamp.isServed(upTo: servedSequenceNumber),
            expectedFor: expectedFor, type: sight.type, address: sight.address,
            isHeld: sight.held != nil)
        return Expectations.Candidate(
            held: sight.held, survivor: isEarly ? nil : survivor,
            isOnMain: sight.stamp.isOnMain)
    }
}
