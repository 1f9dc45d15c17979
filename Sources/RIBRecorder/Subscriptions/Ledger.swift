// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// The subscriptions that have not ended.
final class Ledger: Sendable {
    fileprivate struct State {
        var entries: [SubscriptionID: LedgerEntry] = [:]
        /// The subscriptions made since the last test ended.
        var young: Set<SubscriptionID> = []
        /// Those that existed when it ended, by their owners.
        var olderByOwner: [ObjectID: Set<SubscriptionID>] = [:]
        /// The probes of subscriptions whose end is not reported.
        var probes: [SubscriptionID: any SubscriptionProbe] = [:]
        /// True if any owner became inactive since the last test ended.
        var isAnyDeactivated = false
        /// The owners with older subscriptions that became inactive since then.
        var deactivated: Set<ObjectID> = []
        /// The last object recorded before that test ended.
        var lastObject = ObjectID.none
        /// The subscriptions that were cancelled and have not ended yet.
        var ending: Set<SubscriptionID> = []
        /// The subscriptions of tasks, which end after their task was cancelled: once it is back
        /// from its work.
        var ofTasks: Set<SubscriptionID> = []
        /// Subscriptions that only pass on values of another subscription of the same owner.
        var fed: Set<SubscriptionID> = []
        /// How many probes there may be before the next sweep asks them.
        var nextSweep = Ledger.smallestSweep
    }

    private static let smallestSweep = 256

    private let state = Protected(State())

    func add(_ entry: LedgerEntry, probe: (any SubscriptionProbe)? = nil) {
        state.withLock { state in
            state.entries[entry.id] = entry
            state.young.insert(entry.id)
            if let probe { state.probes[entry.id] = probe }
        }
    }

    /// Gives an unowned subscription to an owner. Returns its new entry; nil if it has ended.
    func give(_ entry: LedgerEntry, to owner: Activity) -> LedgerEntry? {
        state.withLock { state in
            guard state.entries[entry.id] != nil else { return nil }
            var given = entry
            given.activity = owner
            state.entries[given.id] = given
            if !state.young.contains(given.id) { state.noteOlder(given) }
            return given
        }
    }

    /// Whether the subscription has not ended yet.
    func contains(_ entry: LedgerEntry) -> Bool {
        state.withLock { $0.entries[entry.id] != nil }
    }

    /// - Returns: False if it had ended before.
    func remove(_ entry: LedgerEntry) -> Bool {
        let (isNew, probe) = state.withLock { state in
            (state.remove(entry.id), state.probes.removeValue(forKey: entry.id))
        }
        // Released outside the lock, since it may hold objects of the host.
        return withExtendedLifetime(probe) { isNew }
    }

    /// Notes that a subscription was cancelled and may still be at work.
    func isEnding(_ entry: LedgerEntry) {
        state.withLock { if $0.entries[entry.id] != nil { $0.ending.insert(entry.id) } }
    }

    /// Notes that a subscription passes on values of another one of its owner. That it is alive is
    /// not worth reporting.
    func noteFed(_ entry: LedgerEntry) {
        state.withLock { if $0.entries[entry.id] != nil { $0.fed.insert(entry.id) } }
    }

    /// Notes that a task made a subscription, on behalf of an owner that it captures.
    func isOfTask(_ id: SubscriptionID) {
        state.withLock { if $0.entries[id] != nil { $0.ofTasks.insert(id) } }
    }

    /// Whether any cancelled subscription has not ended yet, or may have been cancelled: a task's
    /// whose owner became inactive.
    var isAnyEnding: Bool {
        state.withLock { state in
            !state.ending.isEmpty
                || state.ofTasks.contains { state.entries[$0]?.activity?.deactivatedAt != nil }
        }
    }

    /// How many subscriptions have not ended, as far as is known.
    var count: Int { state.withLock { $0.entries.count } }

    /// True if the number of probes doubled since the last sweep. The caller must then sweep.
    func takeSweep() -> Bool {
        state.withLock { state in
            guard state.probes.count >= state.nextSweep else { return false }
            // Prevents other threads from starting a sweep before this one is finished.
            state.nextSweep = .max
            return true
        }
    }

    /// Sets the size for the next sweep from what the last one left.
    func finishSweep() {
        state.withLock { $0.nextSweep = max(Self.smallestSweep, 2 * $0.probes.count) }
    }

    /// Whether any probe watches this object as a live subscription. Asks all probes.
    func isProbed(_ object: AnyObject) -> Bool {
        state.withLock { Array($0.probes.values) }.contains { $0.watches(object) }
    }

    /// The subscriptions whose probes show that they ended, ordered by id. The probes are
    /// asked outside the lock.
    func endedUnreported() -> [(entry: LedgerEntry, end: SubscriptionEnd)] {
        let probed = state.withLock { state in
            state.probes.compactMap { id, probe in state.entries[id].map { ($0, probe) } }
        }
        return probed.sorted { $0.0.id < $1.0.id }
            .compactMap { entry, probe in probe.end.map { (entry, $0) } }
    }

    /// How many subscriptions each owner has.
    func countsByOwner() -> [ObjectID: Int] {
        Dictionary(grouping: living.compactMap { $0.activity?.owner }.filter { !$0.isNone }) { $0 }
            .mapValues(\.count)
    }

    /// Notes that an owner became inactive while a test runs.
    func noteDeactivated(_ owner: ObjectID) {
        state.withLock { state in
            state.isAnyDeactivated = true
            // Subscriptions made since the last test ended are checked in any case.
            if state.olderByOwner[owner] != nil { state.deactivated.insert(owner) }
        }
    }

    /// True if the end of a test may have anything to report, so unreported ends matter. That is so
    /// if an owned subscription is new, or an owner of older ones became inactive.
    var concernsTestEnd: Bool {
        state.withLock { state in
            state.young.contains { state.entries[$0]?.activity?.owner.isNone == false }
                || state.deactivated.contains { state.olderByOwner[$0] != nil }
        }
    }

    /// Unowned subscriptions made after this object matter to the test that ends. Nil when none do:
    /// then no possible owner became inactive.
    var unownedMatterAfter: ObjectID? {
        state.withLock { $0.isAnyDeactivated ? $0.lastObject : nil }
    }

    /// The subscriptions to report at the end of a test: those that fired while their owner was
    /// inactive, or whose owner is inactive now. Only those that are new since the last call or
    /// whose owner became inactive since, because nothing else has changed that could affect a
    /// test. An owner that became inactive may have made some of the unowned ones.
    ///
    /// - Parameter isLast: True when no other test is running.
    func entriesToReportAtTestEnd(
        isLast: Bool, unowned: Set<SubscriptionID> = [], after object: ObjectID = .none
    ) -> [LedgerEntry] {
        let reported = state.withLock { state in
            let older = state.deactivated.flatMap { state.olderByOwner[$0] ?? [] }
            let candidates = (state.young + older).compactMap { state.entries[$0] }
            if isLast { state.endTest(after: object) }
            return candidates.filter { entry in
                !state.fed.contains(entry.id)
                    && (entry.firedWhileInactive || entry.activity?.deactivatedAt != nil
                        || unowned.contains(entry.id))
                    && (entry.firedWhileInactive || state.probes[entry.id]?.seesEveryEnd ?? true)
            }
        }
        return reported.sorted { $0.id < $1.id }
    }

    /// The subscriptions to report in the last judgements of a run, ordered by id: all, to record
    /// how many values they delivered. Doing this more often would be too much, since there may be
    /// thousands.
    func entriesToReport() -> [LedgerEntry] {
        // If a subscription may have ended unseen, only the values it delivered are evidence.
        let doubtful = state.withLock { $0.probes.filter { !$0.value.seesEveryEnd } }
        return living.filter { $0.firedWhileInactive || doubtful[$0.id] == nil }
            .sorted { $0.id < $1.id }
    }

    /// The live entries of some subscriptions.
    func entries(_ ids: Set<SubscriptionID>) -> [LedgerEntry] {
        state.withLock { state in ids.compactMap { state.entries[$0] } }
    }

    private var living: [LedgerEntry] { state.withLock { Array($0.entries.values) } }
}

extension Ledger.State {
    /// - Returns: False if it is not in the ledger.
    fileprivate mutating func remove(_ id: SubscriptionID) -> Bool {
        guard let entry = entries.removeValue(forKey: id) else { return false }
        ending.remove(id)
        ofTasks.remove(id)
        fed.remove(id)
        guard young.remove(id) == nil, let owner = entry.activity?.owner else { return true }
        olderByOwner[owner]?.remove(id)
        if olderByOwner[owner]?.isEmpty == true { olderByOwner[owner] = nil }
        return true
    }

    /// Notes the owner of an entry that is older than the running tests.
    fileprivate mutating func noteOlder(_ entry: LedgerEntry) {
        guard let owner = entry.activity?.owner, !owner.isNone else { return }
        olderByOwner[owner, default: []].insert(entry.id)
    }

    fileprivate mutating func endTest(after object: ObjectID) {
        for entry in young.compactMap({ entries[$0] }) { noteOlder(entry) }
        young = []
        // No later test waits for those that were judged.
        ofTasks = ofTasks.filter { entries[$0]?.activity?.deactivatedAt == nil }
        isAnyDeactivated = false
        deactivated = []
        lastObject = object
    }
}
