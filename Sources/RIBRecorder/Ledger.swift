import RIBTrace

/// The subscriptions that have not ended.
final class Ledger: Sendable {
    private struct State {
        /// In no order; each knows its place, so that adding and removing need no hash.
        var entries: [LedgerEntry] = []
        /// Of the subscriptions whose end nobody tells, what shows it.
        var witnesses: [SubscriptionID: Witnessed] = [:]
        /// How many witnesses there may be before they are asked.
        var nextSweep = Ledger.smallestSweep
    }

    private struct Witnessed {
        let entry: LedgerEntry
        let witness: any SubscriptionWitness
    }

    private static let smallestSweep = 256

    private let state = Protected(State())

    func add(_ entry: LedgerEntry, witness: (any SubscriptionWitness)? = nil) {
        state.withLock { state in
            entry.place = state.entries.count
            state.entries.append(entry)
            if let witness {
                state.witnesses[entry.id] = Witnessed(entry: entry, witness: witness)
            }
        }
    }

    /// True until the subscription ended.
    func contains(_ entry: LedgerEntry) -> Bool {
        state.withLock { _ in entry.place != nil }
    }

    /// - Returns: False when it had ended before.
    func remove(_ entry: LedgerEntry) -> Bool {
        var hasWitnesses = false
        let isNew = state.withLock { state in
            guard let place = entry.place else { return false }
            entry.place = nil
            let last = state.entries.removeLast()
            if place < state.entries.count {
                state.entries[place] = last
                last.place = place
            }
            hasWitnesses = !state.witnesses.isEmpty
            return true
        }
        if isNew, hasWitnesses { removeWitness(of: entry) }
        return isNew
    }

    /// Apart, since most processes have none.
    @inline(never)
    private func removeWitness(of entry: LedgerEntry) {
        // Released without the lock, since it may refer to what is the host's.
        let witness = state.withLock { $0.witnesses.removeValue(forKey: entry.id) }
        withExtendedLifetime(witness) {}
    }

    /// How many subscriptions have not ended, as far as is known.
    var count: Int { state.withLock { $0.entries.count } }

    /// True when the witnesses have doubled since they were last asked; then they must be.
    func takeSweep() -> Bool {
        state.withLock { state in
            guard state.witnesses.count >= state.nextSweep else { return false }
            // No other thread should begin a sweep before this one is finished.
            state.nextSweep = .max
            return true
        }
    }

    /// Sets the size of the next sweep by what the last one left.
    func finishSweep() {
        state.withLock { $0.nextSweep = max(Self.smallestSweep, 2 * $0.witnesses.count) }
    }

    /// The subscriptions whose witnesses show that they ended, in the order of their ids. Asks them
    /// without the lock.
    func endedWithoutAWord() -> [(entry: LedgerEntry, end: SubscriptionEnd)] {
        let witnessed = state.withLock { Array($0.witnesses.values) }
        return
            witnessed
            .compactMap { witnessed in witnessed.witness.end.map { (witnessed.entry, $0) } }
            .sorted { $0.0.id < $1.0.id }
    }

    /// How many subscriptions each owner has.
    func countsByOwner() -> [ObjectID: Int] {
        var counts: [ObjectID: Int] = [:]
        for entry in living {
            if let owner = entry.activity?.owner, !owner.isNone { counts[owner, default: 0] += 1 }
        }
        return counts
    }

    /// Which live subscriptions a judgement tells of.
    enum Telling: Int, Comparable {
        /// Those that delivered a value while inactive.
        case fired
        /// Those too whose owner is inactive now.
        case outlived
        /// All, so that it is known what they delivered.
        case all

        static func < (left: Telling, right: Telling) -> Bool { left.rawValue < right.rawValue }
    }

    /// The live subscriptions to tell of, in the order of their ids.
    func told(_ telling: Telling) -> [LedgerEntry] {
        // Of a subscription that may have ended unseen only its values are evidence.
        let doubtful = state.withLock { state in
            Set(state.witnesses.lazy.filter { !$0.value.witness.seesEveryEnd }.map(\.key))
        }
        return
            living
            .filter { entry in
                if entry.firedWhileInactive { return true }
                let isOutlived = entry.activity?.deactivatedAt != nil
                return telling >= (isOutlived ? .outlived : .all) && !doubtful.contains(entry.id)
            }
            .sorted { $0.id < $1.id }
    }

    private var living: [LedgerEntry] { state.withLock { $0.entries } }
}
