// SPDX-License-Identifier: Apache-2.0

import RIBTrace

extension Expectations {
    /// The watches and their deadlines, behind one lock.
    struct State {
        /// Nanoseconds between two ticks: often enough for limits of seconds.
        static let tickLength: UInt64 = 100_000_000

        var watches: [ObjectID: Watch] = [:]
        var lastSequenceNumber: UInt64 = 0
        /// Main-queue work that was pending at this expectation, and before it, has run.
        var servedSequenceNumber: UInt64 = 0
        /// The deadlines to come, with the one timer that counts the time up to them.
        var deadlines = DeadlineQueue<ExpectationToken>(tickLength: tickLength)
        /// What the main thread released, and may be looked at once the main queue has run what was
        /// pending when its time passed.
        var late: [(mark: UInt64, due: [ExpectationToken])] = []
        /// Whether nothing is judged at a deadline any more.
        var isOver = false
    }
}

extension Expectations.State {
    mutating func add(_ watch: consuming Watch) {
        let (token, conditions) = (watch.token, watch.conditions)
        // Objects that a test released are judged at its end.
        if conditions.scope.isNone, !isOver {
            // Most objects are freed long before. Their deadlines are removed once they prevail.
            if deadlines.count > 64 + 2 * (watches.count + 1) {
                let watches = watches
                deadlines.removeAll { !watches.isPending($0) }
            }
            watch.countedSince = deadlines.add(token, limit: conditions.limit, at: watch.since)
        }
        watches[token.id] = watch
    }

    /// The watched objects that match, ordered by id.
    func ids(where isWanted: (Expectations.Conditions) -> Bool) -> [ObjectID] {
        watches.keys.filter { id in watches.read(id) { isWanted($0.conditions) } ?? false }.sorted()
    }

    /// Those of some objects that are alive. Others are not even looked at: this call might be the
    /// last to retain one. `held` receives what looking at it retained.
    func living(
        among ids: [ObjectID], at now: UInt64, holding held: inout [AnyObject]
    ) -> [Expectations.Survivor] {
        ids.compactMap { look(at: $0, now, holding: &held) }
    }

    /// Counts the time since the last tick, and stops ticking when no deadline is left. Returns the
    /// objects whose time is over, ordered by id, and whether others wait until the main queue has
    /// run. `onMain` receives what looking at it retained and the main thread released, `others`
    /// the rest that looking at it retained.
    mutating func takeOverdue(
        at now: UInt64, onMain: inout [AnyObject], others: inout [AnyObject]
    ) -> (survivors: [Expectations.Survivor], needsMark: Bool) {
        if watches.isEmpty { deadlines.removeAll { _ in true } }
        let due = deadlines.tick(at: now).filter(watches.isPending)
        // If everything is freed in time, nothing has to wait.
        let waiting = due.filter(isOnMain)
        if !waiting.isEmpty {
            lastSequenceNumber += 1
            late.append((lastSequenceNumber, waiting))
        }
        let served = servedSequenceNumber
        let ready =
            due.filter { !isOnMain($0) } + late.filter { $0.mark <= served }.flatMap(\.due)
        late.removeAll { $0.mark <= served }
        if deadlines.isEmpty { deadlines.stop() }
        var survivors: [Expectations.Survivor] = []
        for token in ready where watches.isPending(token) {
            var held: [AnyObject] = []
            let survivor = look(at: token.id, nil, holding: &held)
            if let survivor, survivor.mayBeJudged { survivors.append(survivor) }
            if isOnMain(token) { onMain += held } else { others += held }
        }
        return (survivors.sorted { $0.id < $1.id }, !waiting.isEmpty)
    }

    private func isOnMain(_ token: ExpectationToken) -> Bool {
        watches.read(token.id) { $0.conditions.isOnMain } ?? false
    }

    /// A watched object as it is now; nil if it is gone. `now` is on the recorder's clock; nil at a
    /// deadline, where the running time counts.
    private func look(
        at id: ObjectID, _ now: UInt64?, holding held: inout [AnyObject]
    ) -> Expectations.Survivor? {
        watches.read(id) { watch in
            watch.look(
                since: now == nil ? watch.countedSince : watch.since, at: now ?? deadlines.elapsed,
                served: servedSequenceNumber, holding: &held)
        }
    }
}

extension [ObjectID: Watch] {
    /// Reads a watch in place, because copying a weak reference makes another one. Where the object
    /// is one of Objective-C, that even retains and releases it, here under the lock.
    func read<Answer>(_ id: ObjectID, _ body: (borrowing Watch) -> Answer?) -> Answer? {
        index(forKey: id).flatMap { body(values[$0]) }
    }

    func isPending(_ token: ExpectationToken) -> Bool {
        read(token.id) { $0.token == token } ?? false
    }
}
