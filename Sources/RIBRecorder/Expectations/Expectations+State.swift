// SPDX-License-Identifier: Apache-2.0

import RIBTrace

extension Expectations {
    /// The watches and their deadlines, behind one lock.
    struct State {
        private var watches: [ObjectID: Watch] = [:]
        /// The objects that each test released.
        private var scoped: [ScopeID: Set<ObjectID>] = [:]
        var deadlines = Deadlines()
        var lastSequenceNumber: UInt64 = 0
        /// Main-queue work that was pending at this expectation, and before it, has run.
        var servedSequenceNumber: UInt64 = 0
    }
}

extension Expectations.State {
    var count: Int { watches.count }

    func contains(_ id: ObjectID) -> Bool { watches.index(forKey: id) != nil }

    func isPending(_ token: ExpectationToken) -> Bool { watches.isPending(token) }

    func read<Answer>(_ id: ObjectID, _ body: (borrowing Watch) -> Answer) -> Answer? {
        watches.read(id, body)
    }

    mutating func change(_ id: ObjectID, _ body: (inout Watch) -> Void) {
        watches.index(forKey: id).map { body(&watches.values[$0]) }
    }

    mutating func add(_ watch: consuming Watch, at now: UInt64) {
        let (token, conditions) = (watch.token, watch.conditions)
        watches[token.id] = watch
        guard conditions.scope.isNone else {
            // Objects that a test released are judged at its end.
            scoped[conditions.scope, default: []].insert(token.id)
            return
        }
        // Most objects are freed long before. Their deadlines are removed once they prevail.
        if deadlines.queue.count > 64 + 2 * count {
            let watches = watches
            deadlines.queue.removeAll { !watches.isPending($0) }
        }
        deadlines.add(token, limit: conditions.limit, at: now)
    }

    mutating func remove(_ id: ObjectID) {
        guard let scope = watches.removeValue(forKey: id)?.conditions.scope, !scope.isNone else {
            return
        }
        scoped[scope]?.remove(id)
        if scoped[scope]?.isEmpty == true { scoped[scope] = nil }
    }

    /// The watched objects that were detached below one of these routers.
    func ids(detachedBelow routers: Set<ObjectID>) -> [ObjectID] {
        watches.keys.filter { id in
            read(id) { routers.contains($0.conditions.detachedFrom) } ?? false
        }
    }

    /// The watched objects that a test released.
    func ids(in scope: ScopeID) -> Set<ObjectID> { scoped[scope] ?? [] }

    /// All objects that are still alive, ordered by id. Forgets the others.
    ///
    /// - Parameter held: Receives the objects that looking at them retained.
    mutating func takeSurvivors(
        at now: UInt64, in scope: ScopeID?, holding held: inout [AnyObject]
    ) -> [Expectations.Survivor] {
        var found: [Expectations.Survivor] = []
        for id in scope.map({ ids(in: $0).sorted() }) ?? watches.keys.sorted() {
            if let survivor = look(at: id, now, holding: &held) {
                found.append(survivor)
            } else {
                remove(id)
            }
        }
        return found.filter(\.mayBeJudged)
    }

    /// Those of some objects that are alive. Others are not even looked at: this call might be the
    /// last to retain one.
    func survivors(
        among ids: some Sequence<ObjectID>, at now: UInt64, holding held: inout [AnyObject]
    ) -> [Expectations.Survivor] {
        ids.sorted().compactMap { look(at: $0, now, holding: &held) }.filter(\.mayBeJudged)
    }

    /// A wanted survivor, preferably one that ends the search. `held` receives the objects that
    /// looking at them retained.
    func find(
        at now: UInt64, holding held: inout [AnyObject],
        where isWanted: (Expectations.Survivor) -> Bool,
        ideally isDecisive: (Expectations.Survivor) -> Bool
    ) -> Expectations.Survivor? {
        var found: Expectations.Survivor?
        for id in watches.keys {
            guard let survivor = look(at: id, now, holding: &held), survivor.mayBeJudged,
                isWanted(survivor)
            else { continue }
            if isDecisive(survivor) { return survivor }
            found = found ?? survivor
        }
        return found
    }

    mutating func takeOverdue(at now: UInt64) -> Expectations.Overdue {
        if count == 0 { deadlines.queue.removeAll { _ in true } }
        var overdue = Expectations.Overdue()
        let watches = watches
        overdue.needsMark = deadlines.tick(
            at: now, mark: lastSequenceNumber + 1, isPending: watches.isPending)
        if overdue.needsMark { lastSequenceNumber += 1 }
        for due in deadlines.takeReady(served: servedSequenceNumber)
        where isPending(due.element) {
            var held: [AnyObject] = []
            guard
                let survivor = look(
                    at: due.element.id, since: due.since, deadlines.queue.elapsed, holding: &held)
            else { continue }
            if survivor.mayBeJudged { overdue.survivors.append(survivor) }
            if due.element.isOnMain { overdue.onMain += held } else { overdue.others += held }
        }
        overdue.survivors.sort { $0.id < $1.id }
        return overdue
    }

    /// A watched object as it is now; nil if it is gone.
    private func look(
        at id: ObjectID, since: UInt64? = nil, _ now: UInt64, holding held: inout [AnyObject]
    ) -> Expectations.Survivor? {
        read(id) {
            $0.look(since: since, at: now, served: servedSequenceNumber, holding: &held)
        } ?? nil
    }
}

extension [ObjectID: Watch] {
    /// Reads a watch in place, because copying a weak reference makes another one.
    fileprivate func read<Answer>(
        _ id: ObjectID, _ body: (borrowing Watch) -> Answer
    ) -> Answer? {
        index(forKey: id).map { body(values[$0]) }
    }

    fileprivate func isPending(_ token: ExpectationToken) -> Bool {
        read(token.id) { $0.token == token } ?? false
    }
}
