// SPDX-License-Identifier: Apache-2.0

import RIBTrace

extension Expectations.State {
    var count: Int { recent.count + reporting.count + others.count }

    func contains(_ id: ObjectID) -> Bool {
        recent.contains(id) || reporting.contains(id) || others.contains(id)
    }

    func isPending(_ token: ExpectationToken) -> Bool {
        recent.entries.contains { $0.token == token } || reporting.isPending(token)
            || others.isPending(token)
    }

    /// Adds an expectation with the usual conditions. Its object may be freed the next moment.
    mutating func add(_ entry: RecentWatches.Entry, at now: UInt64) {
        if recent.isFull { settleRecent(at: now) }
        recent.add(entry)
        // It is early enough to move these entries to the others at the next tick.
        deadlines.begin(at: now)
    }

    /// Moves the youngest expectations to the others.
    ///
    /// - Parameter now: The time. At the start of a tick, no time has passed since the last one.
    mutating func settleRecent(at now: UInt64) {
        for entry in recent.entries {
            let place = reporting.add(entry.token.id, entry.watch)
            let deadline = Deadlines.Deadline(token: entry.token, place: place)
            addDeadline(deadline, limit: entry.limit, at: now)
        }
        recent.removeAll()
    }

    mutating func remove(_ id: ObjectID) {
        if recent.remove(id) { return }
        if !reporting.remove(id) { others.remove(id) }
        if !judged.isEmpty { judged.remove(id) }
        if conditions.isEmpty { return }
        guard let scope = conditions.removeValue(forKey: id)?.scope, !scope.isNone else { return }
        scoped[scope]?.remove(id)
        if scoped[scope]?.isEmpty == true { scoped[scope] = nil }
    }

    mutating func addDeadline(
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
    mutating func takeSurvivors(
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
    func survivors(
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
    mutating func find(
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

    mutating func takeOverdue(at now: UInt64) -> Expectations.Overdue {
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
