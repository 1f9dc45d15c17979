// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// The subscriptions that have not ended.
final class Ledger: Sendable {
    fileprivate struct State {
        /// First those that are kept by their owners, then the younger ones; else in no order. Each knows
        /// its place, so that adding and removing need no hash.
        var entries: [LedgerEntry] = []
        /// How many are kept by their owners.
        var settledCount = 0
        /// What was there when the last test ended; some of it may have ended since.
        var settled = SettledEntries()
        /// Of the subscriptions whose end nobody tells, what shows it.
        var witnesses: [SubscriptionID: Witnessed] = [:]
        /// True when anyone became inactive since the last test ended.
        var isAnyDeactivated = false
        /// The last object that was recorded before that end.
        var lastObject = ObjectID.none
        /// What was cancelled and did not end yet.
        var ending: Set<SubscriptionID> = []
        /// What only delivers what another one of the same owner's brings.
        var fed: Set<SubscriptionID> = []
        /// How many witnesses there may be before they are asked.
        var nextSweep = Ledger.smallestSweep
    }

    fileprivate struct Witnessed {
        let entry: LedgerEntry
        let witness: any SubscriptionWitness
    }

    private static let smallestSweep = 256
    /// Who became inactive since the last test ended, in which one of their subscriptions may be left.
    private let deactivated = Protected<Set<ObjectID>>([])

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

    /// Gives a subscription of nobody's to an owner.
    ///
    /// - Returns: Its entry from now on; nil when it ended.
    func give(_ entry: LedgerEntry, to owner: Activity) -> LedgerEntry? {
        state.withLock { state in
            guard let place = entry.place else { return nil }
            let given = entry.given(to: owner)
            (entry.place, given.place) = (nil, place)
            state.entries[place] = given
            if place < state.settledCount { state.settled.add(given) }
            return given
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
            state.remove(entry, at: place)
            if !state.ending.isEmpty { state.ending.remove(entry.id) }
            if !state.fed.isEmpty { state.fed.remove(entry.id) }
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

    /// Notes that a subscription was cancelled and may still be at work.
    func isEnding(_ entry: LedgerEntry) {
        state.withLock { state in
            if entry.place != nil { state.ending.insert(entry.id) }
        }
    }

    /// Notes that a subscription delivers what another one of its owner's brought: that it is alive is
    /// nothing to tell of.
    func isFed(_ entry: LedgerEntry) {
        state.withLock { state in
            if entry.place != nil { state.fed.insert(entry.id) }
        }
    }

    /// Whether anything was cancelled that did not end yet.
    var isAnyEnding: Bool { state.withLock { !$0.ending.isEmpty } }

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

    /// Whether a living subscription is an object that a witness watches. Asks all.
    func isWitnessed(_ object: AnyObject) -> Bool {
        let witnessed = state.withLock { Array($0.witnesses.values) }
        return witnessed.contains { $0.witness.watches(object) }
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
    enum EntrySelection: Int, Comparable {
        /// Those that delivered a value while inactive.
        case fired
        /// Those too whose owner is inactive now.
        case outlived
        /// All, so that it is known what they delivered.
        case all

        static func < (left: EntrySelection, right: EntrySelection) -> Bool {
            left.rawValue < right.rawValue
        }
    }

    /// Notes that an owner became inactive while a test runs.
    func noteDeactivated(_ owner: ObjectID) {
        // What was made since the last test ended is looked at in any case.
        let hasSettled = state.withLock { state in
            state.isAnyDeactivated = true
            return !state.settled.entries(of: owner).isEmpty
        }
        guard hasSettled else { return }
        deactivated.withLock { _ = $0.insert(owner) }
    }

    /// True when the end of a test may have anything to tell of, so that it matters which subscriptions
    /// ended without a word: one that somebody owns is new, or its owner became inactive.
    var concernsTestEnd: Bool {
        let owners = deactivated.withLock { $0 }
        return state.withLock { state in
            state.entries[state.settledCount...].contains { $0.activity?.owner.isNone == false }
                || owners.contains { !state.settled.entries(of: $0).isEmpty }
        }
    }

    /// The object after which those of nobody's were made that matter to the test which ends; nil when none
    /// does, since nobody became inactive who might have made one.
    var nobodysMatterAfter: ObjectID? {
        state.withLock { $0.isAnyDeactivated ? $0.lastObject : nil }
    }

    /// What to tell of at the end of a test: as `told`, but only of subscriptions that are new since the
    /// last call, and of those whose owners became inactive since. Of the others nothing has changed
    /// that a test could be judged by. Those of nobody's may have been made by one who became inactive.
    ///
    /// - Parameters:
    ///   - isLast: True when no other test is running.
    ///   - nobodys: Those of nobody's that are known to live.
    ///   - object: The last one that was recorded.
    func toldAtTestEnd(
        isLast: Bool, nobodys: Set<SubscriptionID> = [], after object: ObjectID = .none
    ) -> [LedgerEntry] {
        let owners = deactivated.withLock { owners in
            defer { if isLast { owners = [] } }
            return owners
        }
        let candidates = state.withLock { state in
            let young = state.entries[state.settledCount...]
            let candidates = young + owners.flatMap { state.settled.entries(of: $0) }
            if isLast {
                state.settleYoung()
                state.lastObject = object
            }
            return candidates.filter { entry in
                entry.place != nil && !state.fed.contains(entry.id)
                    && (entry.firedWhileInactive || entry.activity?.deactivatedAt != nil
                        || nobodys.contains(entry.id))
                    && (entry.firedWhileInactive
                        || state.witnesses[entry.id]?.witness.seesEveryEnd ?? true)
            }
        }
        return candidates.sorted { $0.id < $1.id }
    }

    /// The live subscriptions to tell of, in the order of their ids.
    func told(_ selection: EntrySelection) -> [LedgerEntry] {
        // Of a subscription that may have ended unseen only its values are evidence.
        let (doubtful, fed) = state.withLock { state in
            (
                Set(state.witnesses.lazy.filter { !$0.value.witness.seesEveryEnd }.map(\.key)),
                state.fed
            )
        }
        return
            living
            .filter { entry in
                if entry.firedWhileInactive { return true }
                let isOutlived =
                    entry.activity?.deactivatedAt != nil && !fed.contains(entry.id)
                return selection >= (isOutlived ? .outlived : .all) && !doubtful.contains(entry.id)
            }
            .sorted { $0.id < $1.id }
    }

    private var living: [LedgerEntry] { state.withLock { $0.entries } }
}

extension Ledger.State {
    fileprivate mutating func remove(_ entry: LedgerEntry, at place: Int) {
        entry.place = nil
        var hole = place
        if place < settledCount {
            // The last of those fills it, so that they still stand first.
            settledCount -= 1
            move(settledCount, to: hole)
            hole = settledCount
        }
        move(entries.count - 1, to: hole)
        entries.removeLast()
    }

    private mutating func move(_ place: Int, to hole: Int) {
        guard place != hole else { return }
        entries[hole] = entries[place]
        entries[hole].place = hole
    }

    fileprivate mutating func settleYoung() {
        for entry in entries[settledCount...] { settled.add(entry) }
        settledCount = entries.count
        isAnyDeactivated = false
        settled.forgetEnded(living: settledCount)
    }
}

/// Subscriptions by their owners.
private struct SettledEntries {
    private var byOwner: [ObjectID: [LedgerEntry]] = [:]
    private var count = 0

    func entries(of owner: ObjectID) -> [LedgerEntry] { byOwner[owner] ?? [] }

    mutating func add(_ entry: LedgerEntry) {
        guard let owner = entry.activity?.owner, !owner.isNone else { return }
        byOwner[owner, default: []].append(entry)
        count += 1
    }

    /// Forgets what has ended, once that is the most.
    mutating func forgetEnded(living: Int) {
        guard count > 64 + 2 * living else { return }
        byOwner = byOwner.compactMapValues { entries in
            let living = entries.filter { $0.place != nil }
            return living.isEmpty ? nil : living
        }
        count = byOwner.values.reduce(0) { $0 + $1.count }
    }
}
