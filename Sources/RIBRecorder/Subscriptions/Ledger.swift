// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// The subscriptions that have not ended.
final class Ledger: Sendable {
    fileprivate struct State {
        /// The subscriptions made since the last test ended.
        var young: [SubscriptionID: LedgerEntry] = [:]
        /// Those that existed when it ended.
        var settled: [SubscriptionID: LedgerEntry] = [:]
        /// The owners of those.
        var settledByOwner: [ObjectID: Set<SubscriptionID>] = [:]
        /// The probes of subscriptions whose end is not reported.
        var probes: [SubscriptionID: (entry: LedgerEntry, probe: any SubscriptionProbe)] = [:]
        /// True if any owner became inactive since the last test ended.
        var isAnyDeactivated = false
        /// The owners with older subscriptions that became inactive since then.
        var deactivated: Set<ObjectID> = []
        /// The last object recorded before that test ended.
        var lastObject = ObjectID.none
        /// The subscriptions that were cancelled and have not ended yet.
        var ending: Set<SubscriptionID> = []
        /// Subscriptions that only pass on values of another subscription of the same owner.
        var fed: Set<SubscriptionID> = []
        /// How many probes there may be before the next sweep asks them.
        var nextSweep = Ledger.smallestSweep
    }

    private static let smallestSweep = 256

    private let state = Protected(State())

    func add(_ entry: LedgerEntry, probe: (any SubscriptionProbe)? = nil) {
        state.withLock { state in
            state.young[entry.id] = entry
            if let probe { state.probes[entry.id] = (entry, probe) }
        }
    }

    /// Gives an unowned subscription to an owner.
    ///
    /// - Returns: Its new entry; nil if it has ended.
    func give(_ entry: LedgerEntry, to owner: Activity) -> LedgerEntry? {
        state.withLock { state in
            guard state.contains(entry.id) else { return nil }
            let given = entry.given(to: owner)
            if state.young[given.id] != nil {
                state.young[given.id] = given
            } else {
                state.settle(given)
            }
            return given
        }
    }

    /// Whether the subscription has not ended yet.
    func contains(_ entry: LedgerEntry) -> Bool { state.withLock { $0.contains(entry.id) } }

    /// - Returns: False if it had ended before.
    func remove(_ entry: LedgerEntry) -> Bool {
        var hasProbes = false
        let isNew = state.withLock { state in
            guard state.remove(entry.id) else { return false }
            if !state.ending.isEmpty { state.ending.remove(entry.id) }
            if !state.fed.isEmpty { state.fed.remove(entry.id) }
            hasProbes = !state.probes.isEmpty
            return true
        }
        if isNew, hasProbes { removeProbe(of: entry) }
        return isNew
    }

    /// A separate function, since most processes have no probes.
    @inline(never)
    private func removeProbe(of entry: LedgerEntry) {
        // Released outside the lock, since it may hold objects of the host.
        let probe = state.withLock { $0.probes.removeValue(forKey: entry.id) }
        withExtendedLifetime(probe) {}
    }

    /// Notes that a subscription was cancelled and may still be at work.
    func isEnding(_ entry: LedgerEntry) {
        state.withLock { state in
            if state.contains(entry.id) { state.ending.insert(entry.id) }
        }
    }

    /// Notes that a subscription passes on values of another one of its owner. That it is alive is
    /// not worth reporting.
    func noteFed(_ entry: LedgerEntry) {
        state.withLock { state in
            if state.contains(entry.id) { state.fed.insert(entry.id) }
        }
    }

    /// Whether any cancelled subscription has not ended yet.
    var isAnyEnding: Bool { state.withLock { !$0.ending.isEmpty } }

    /// How many subscriptions have not ended, as far as is known.
    var count: Int { state.withLock { $0.young.count + $0.settled.count } }

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
        let probed = state.withLock { Array($0.probes.values) }
        return probed.contains { $0.probe.watches(object) }
    }

    /// The subscriptions whose probes show that they ended, ordered by id. The probes are
    /// asked outside the lock.
    func endedUnreported() -> [(entry: LedgerEntry, end: SubscriptionEnd)] {
        let probed = state.withLock { Array($0.probes.values) }
        return
            probed
            .compactMap { probed in probed.probe.end.map { (probed.entry, $0) } }
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

    /// Which live subscriptions a judgement reports.
    enum EntrySelection: Int, Comparable {
        /// Those that delivered a value while their owner was inactive.
        case fired
        /// Also those whose owner is inactive now.
        case outlived
        /// All, to record how many values they delivered.
        case all

        static func < (left: EntrySelection, right: EntrySelection) -> Bool {
            left.rawValue < right.rawValue
        }
    }

    /// Notes that an owner became inactive while a test runs.
    func noteDeactivated(_ owner: ObjectID) {
        state.withLock { state in
            state.isAnyDeactivated = true
            // Subscriptions made since the last test ended are checked in any case.
            if state.settledByOwner[owner] != nil { state.deactivated.insert(owner) }
        }
    }

    /// True if the end of a test may have anything to report, so unreported ends matter. That is so
    /// if an owned subscription is new, or an owner of older ones became inactive.
    var concernsTestEnd: Bool {
        state.withLock { state in
            state.young.values.contains { $0.activity?.owner.isNone == false }
                || state.deactivated.contains { state.settledByOwner[$0] != nil }
        }
    }

    /// Unowned subscriptions made after this object matter to the test that ends. Nil when none do:
    /// then no possible owner became inactive.
    var unownedMatterAfter: ObjectID? {
        state.withLock { $0.isAnyDeactivated ? $0.lastObject : nil }
    }

    /// The subscriptions to report at the end of a test. Like `entriesToReport(_:)`, but only those
    /// that are new since the last call or whose owner became inactive since. Nothing else has
    /// changed that could affect a test. An owner that became inactive may have made some of the
    /// unowned ones.
    ///
    /// - Parameters:
    ///   - isLast: True when no other test is running.
    ///   - unowned: The unowned subscriptions that are known to live.
    ///   - object: The last recorded object.
    func entriesToReportAtTestEnd(
        isLast: Bool, unowned: Set<SubscriptionID> = [], after object: ObjectID = .none
    ) -> [LedgerEntry] {
        let reported = state.withLock { state in
            let older = state.deactivated.flatMap { state.settledByOwner[$0] ?? [] }
            let candidates = state.young.values + older.compactMap { state.settled[$0] }
            if isLast { state.endTest(after: object) }
            return candidates.filter { entry in
                !state.fed.contains(entry.id)
                    && (entry.firedWhileInactive || entry.activity?.deactivatedAt != nil
                        || unowned.contains(entry.id))
                    && (entry.firedWhileInactive
                        || state.probes[entry.id]?.probe.seesEveryEnd ?? true)
            }
        }
        return reported.sorted { $0.id < $1.id }
    }

    /// The live subscriptions to report, ordered by id.
    func entriesToReport(_ selection: EntrySelection) -> [LedgerEntry] {
        // If a subscription may have ended unseen, only the values it delivered are evidence.
        let (doubtful, fed) = state.withLock { state in
            (
                Set(state.probes.lazy.filter { !$0.value.probe.seesEveryEnd }.map(\.key)),
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

    /// The live entries of some subscriptions. Looks at all.
    func entries(_ ids: Set<SubscriptionID>) -> [LedgerEntry] {
        living.filter { ids.contains($0.id) }
    }

    private var living: [LedgerEntry] {
        state.withLock { Array($0.young.values) + $0.settled.values }
    }
}

extension Ledger.State {
    fileprivate func contains(_ id: SubscriptionID) -> Bool {
        young[id] != nil || settled[id] != nil
    }

    /// - Returns: False if it is not in the ledger.
    fileprivate mutating func remove(_ id: SubscriptionID) -> Bool {
        if young.removeValue(forKey: id) != nil { return true }
        guard let entry = settled.removeValue(forKey: id) else { return false }
        guard let owner = entry.activity?.owner else { return true }
        settledByOwner[owner]?.remove(id)
        if settledByOwner[owner]?.isEmpty == true { settledByOwner[owner] = nil }
        return true
    }

    /// Adds an entry to those of earlier tests.
    fileprivate mutating func settle(_ entry: LedgerEntry) {
        settled[entry.id] = entry
        guard let owner = entry.activity?.owner, !owner.isNone else { return }
        settledByOwner[owner, default: []].insert(entry.id)
    }

    /// - Parameter object: The last recorded object.
    fileprivate mutating func endTest(after object: ObjectID) {
        for entry in young.values { settle(entry) }
        young = [:]
        isAnyDeactivated = false
        deactivated = []
        lastObject = object
    }
}
