// SPDX-License-Identifier: Apache-2.0

import RIBRecorder

/// Enters the subscriptions of a stream library into the ledger, and finds their owners. The
/// folder of each library has the tracker itself, which hears of what is made, delivered or
/// ended. No lock is held while code of the app may run.
extension SubscriptionTracker {
    /// Enters what the calling thread is making, unless it is. Returns false if nothing is
    /// recorded.
    @discardableResult
    func enter(_ subscription: FollowedSubscription) -> Bool {
        guard let chain = subscription.chain.take() else { return true }
        // Read now: once it is entered, another thread may find its owner.
        let (owner, confinement) = withFollowed { _ in
            (subscription.owner, subscription.confinement)
        }
        let attribution = subscription.attribution
        let entered = recorder.subscribed(
            owner: owner, chain: chain.text, attribution: attribution,
            confinement: confinement, probe: nil)
        guard let entry = entered else { return false }
        let isUnowned = attribution == .unowned
        let last = isUnowned ? recorder.lastObject : nil
        guard withFollowed({ $0.enter(subscription, as: entry, unownedAfter: last) }) else {
            // Another thread ended it before it was in the ledger.
            recorder.ended(entry, .cancelled)
            return true
        }
        lastEntered = (entry.id, owner.owner, owner.isActive)
        if isUnowned, subscription.awaitsOwner {
            recorder.awaitsOwner(entry.id, task: CurrentTask.address)
        }
        return true
    }

    /// Looks for the owner that a subscriber or the task captures, before it is entered.
    func findOwner(of subscription: FollowedSubscription, capturedBy subscriber: AnyObject?) {
        let address = subscriber.map { Unmanaged.passUnretained($0).toOpaque() }
        switch recorder.capturedOwner(by: address, task: CurrentTask.address) {
        case .owner(let owner, let attribution)?: subscription.belongs(to: owner, attribution)
        case .disputed?, .nothing?: break
        case nil: subscription.awaitsOwner = true
        }
        withExtendedLifetime(subscriber) {}
    }

    func role(of type: Any.Type) -> OwnerRole {
        if type is Interactor.Type || type is Worker.Type || type is any PlainRIB.Type {
            return .owner
        }
        // A router counts as its interactor.
        if type is any Routing.Type { return .standIn }
        // A subject may end subscriptions too, but what it holds are those of others.
        if Self.isStream(type) { return .publisher }
        return type is any EndableSubscription.Type ? .token : .other
    }

    func unowned(after object: ObjectID) -> [FollowedObject] {
        withFollowed { $0.unowned(after: object) }
    }

    func setOwners(_ owners: [SubscriptionID: Activity?]) -> [SubscriptionID] {
        withFollowed { $0.give(owners, in: recorder) }
    }

    func followed(_ ids: Set<SubscriptionID>) -> [FollowedObject] {
        withFollowed { followed in ids.compactMap(followed.object) }
    }
}

/// Where a tracker enters what it sees; the recorder, except in tests. `count`, `countInTime`
/// and `give` are called under one lock for all entries, so they call no other code.
protocol SubscriptionRecorder: AnyObject, Sendable {
    var currentOwner: Activity? { get }
    var takesUnowned: Bool { get }
    var lastObject: ObjectID { get }

    /// Runs `body` with an owner for what it subscribes to; with nil, for what is nobody's.
    func attributing<Result>(
        to owner: Activity?, _ body: () throws -> Result
    ) rethrows -> Result

    /// - Returns: Nil when that could not be seen now: then call `awaitsOwner(_:task:)`.
    func capturedOwner(by subscriber: UnsafeMutableRawPointer?, task: UInt?) -> OwnerAnswer?
    func awaitsOwner(_ id: SubscriptionID, task: UInt?)
    /// - Returns: Its new entry; nil if it has ended.
    func give(_ entry: LedgerEntry, to owner: Activity) -> LedgerEntry?

    /// Enters a subscription; nil when nothing is recorded.
    func subscribed(
        owner: Activity?, chain: @autoclosure () -> String,
        attribution: SubscriptionAttribution, confinement: SubscriptionConfinement,
        probe: @autoclosure () -> (any SubscriptionProbe)?
    ) -> LedgerEntry?

    /// Counts a value that comes now, unless the owner is inactive: then returns false.
    func count(_ entry: LedgerEntry) -> Bool
    /// Counts a value that was let through while the owner was active.
    func countInTime(_ entry: LedgerEntry)
    /// Records a value that was not counted.
    func willDeliverWhileInactive(_ entry: LedgerEntry, _ followed: FollowedObject?)
    /// Records a value that another subscription of the same inactive owner brought.
    func noteFed(_ entry: LedgerEntry)
    func ended(_ entry: LedgerEntry, _ end: SubscriptionEnd)
}

extension Recorder: SubscriptionRecorder {
    func count(_ entry: LedgerEntry) -> Bool { entry.countUnlessInactive() }

    func countInTime(_ entry: LedgerEntry) { entry.countWhileActive() }
}
