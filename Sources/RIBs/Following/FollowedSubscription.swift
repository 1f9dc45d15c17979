// SPDX-License-Identifier: Apache-2.0

import RIBRecorder

/// A subscription that a `SubscriptionTracker` follows, from its `subscribe` to its end.
///
/// Tokens may retain it, so it retains nothing that the subscription captures. It refers to up to
/// two objects, whose memory it keeps, but which it does not retain.
/// - The lifetime object lives as long as the subscription: it is what receives the values.
/// - The subject is what the subscriber feeds, if it feeds one. Once it is freed, values reach
///   nothing, although nothing cancels the upstream.
///
/// Its state is accessed only under its follower's lock.
final class FollowedSubscription {
    /// Until the subscription is made, only the thread that makes it changes this.
    private(set) var owner: Activity
    /// Nil until it is in the ledger, and after its end.
    private(set) var entry: LedgerEntry?
    /// Silent when it delivers nothing while its owner is inactive.
    private(set) var confinement = SubscriptionConfinement.none
    private var isOver = false
    private var lifetimeObject: UnsafeMutableRawPointer?
    private var subject: UnsafeMutableRawPointer?

    // Only the thread that makes it uses these, without the lock.

    private(set) var attribution: SubscriptionAttribution
    /// Whether its owner is searched after it is entered, because that could not be seen yet.
    var awaitsOwner = false
    /// Nil once it is entered.
    var chain: SubscriptionChain?

    init(owner: Activity, attribution: SubscriptionAttribution, chain: SubscriptionChain?) {
        (self.owner, self.attribution, self.chain) = (owner, attribution, chain)
    }

    deinit { giveUpMemory() }

    private func giveUpMemory() {
        lifetimeObject.take().map(ObjectReference.giveUpMemory(of:))
        subject.take().map(ObjectReference.giveUpMemory(of:))
    }

    /// Sets the lifetime object, unless there is one already.
    func setLifetimeObject(_ object: AnyObject) { Self.keep(object, in: &lifetimeObject) }

    /// Sets the subject that it feeds, unless there is one already.
    func setSubject(_ object: AnyObject) { Self.keep(object, in: &subject) }

    private static func keep(_ object: AnyObject, in place: inout UnsafeMutableRawPointer?) {
        guard place == nil else { return }
        let address = Unmanaged.passUnretained(object).toOpaque()
        place = address
        ObjectReference.keepMemory(of: address)
    }

    /// The lifetime object while it lives. Its memory is kept until the end.
    var livingObject: UnsafeMutableRawPointer? {
        lifetimeObject.flatMap { ObjectReference.isLiving($0) ? $0 : nil }
    }

    /// This subscription as the search for its owner sees it; nil when it is over.
    var object: FollowedObject? {
        guard let entry, !isSubjectGone, let livingObject else { return nil }
        // What tokens lead to.
        #if RxSwift
            let address = UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque())
        #else
            let address = UInt(bitPattern: livingObject)
        #endif
        return FollowedObject(
            id: entry.id, address: address, observer: UInt(bitPattern: livingObject))
    }

    var isSubjectGone: Bool { subject.map { !ObjectReference.isLiving($0) } ?? false }

    /// Gives it to the owner that was found before it is entered.
    func belongs(to owner: Activity, _ attribution: SubscriptionAttribution) {
        self.owner = owner
        self.attribution = attribution
    }

    /// Gives it to an owner before it is entered. It is silent while that owner is inactive.
    func confine(to owner: Activity) {
        belongs(to: owner, .explicit)
        confinement = .silent
    }

    /// - Returns: False when it is over.
    func enter(as entry: LedgerEntry) -> Bool {
        if isOver { return false }
        self.entry = entry
        return true
    }

    /// What came of counting a value. The subscriber lives for the whole delivery.
    enum Delivery {
        case fine, beforeEntry, subjectGone
        case whileInactive(LedgerEntry, FollowedObject?)
    }

    /// Counts a value that comes now. `isInTime`, which matters only for a silent one, says
    /// that the value was let through while the owner was active, even if that is inactive now.
    func count(isInTime: Bool, in recorder: any SubscriptionRecorder) -> Delivery {
        guard let entry else { return isOver ? .fine : .beforeEntry }
        let isSilent = confinement == .silent
        if isSilent, isInTime {
            recorder.countInTime(entry)
            return .fine
        }
        if recorder.count(entry) { return .fine }
        return isSubjectGone
            ? .subjectGone : .whileInactive(entry, isSilent ? nil : object)
    }

    /// Gives it to an owner after it was entered as unowned; to none if it is finally unowned.
    /// Returns false when it is over.
    func give(to owner: Activity?, in recorder: any SubscriptionRecorder) -> Bool {
        guard let entry else { return false }
        guard let owner else { return true }
        guard let given = recorder.give(entry, to: owner) else { return false }
        (self.entry, self.owner) = (given, owner)
        return true
    }

    /// Ends it, and returns its entry, if it was entered and had not ended.
    func end() -> LedgerEntry? {
        isOver = true
        giveUpMemory()
        return entry.take()
    }
}

/// The followed subscriptions that are in the ledger.
struct FollowedSubscriptions {
    /// Retained by others. Each is ended here before it is freed.
    private var entered: [SubscriptionID: Unmanaged<FollowedSubscription>] = [:]
    /// Those that entered without an owner, oldest first. Some may have ended. The owner of
    /// each is the last object that was recorded before, or an older one.
    private var unowned: [(id: SubscriptionID, last: ObjectID)] = []
    private var nextSweep = Self.fewestUnowned
    /// True once none may be added any more.
    private(set) var isClosed = false

    private static let fewestUnowned = 64
    /// At most this many are looked at in one search: the youngest.
    private static let mostUnowned = 10_000

    /// - Parameter last: The last object that was recorded before; nil for one with an owner.
    /// - Returns: False if the subscription ended meanwhile.
    mutating func enter(
        _ subscription: FollowedSubscription, as entry: LedgerEntry,
        unownedAfter last: ObjectID? = nil
    ) -> Bool {
        guard !isClosed, subscription.enter(as: entry) else { return false }
        entered[entry.id] = .passUnretained(subscription)
        guard let last else { return true }
        if unowned.count >= nextSweep {
            unowned.removeAll { entered[$0.id] == nil }
            nextSweep = max(Self.fewestUnowned, 2 * unowned.count)
        }
        unowned.append((entry.id, last))
        return true
    }

    /// - Returns: The entry of the subscription, if it was entered and had not ended.
    mutating func end(_ subscription: FollowedSubscription) -> LedgerEntry? {
        let entry = subscription.end()
        if let entry { entered[entry.id] = nil }
        return entry
    }

    /// Ends those whose subject is gone, and returns their entries.
    mutating func endThoseWithoutSubject() -> [LedgerEntry] {
        entered.values.map { $0.takeUnretainedValue() }.filter(\.isSubjectGone)
            .compactMap { end($0) }
    }

    /// Ends all for good, and returns their entries.
    mutating func close() -> [LedgerEntry] {
        isClosed = true
        defer { entered = [:] }
        return entered.values.compactMap { $0.takeUnretainedValue().end() }
    }

    /// The live unowned subscriptions made after an object; if too many, only the youngest.
    func unowned(after object: ObjectID) -> [FollowedObject] {
        let first = unowned.lastIndex { $0.last < object }.map { $0 + 1 } ?? 0
        return unowned[first...].suffix(Self.mostUnowned).compactMap { self.object(of: $0.id) }
    }

    /// Gives unowned subscriptions to owners, or finally to none. Returns those not ended.
    mutating func give(
        _ owners: [SubscriptionID: Activity?], in recorder: any SubscriptionRecorder
    ) -> [SubscriptionID] {
        if owners.isEmpty { return [] }
        let given = unowned.map(\.id).filter { owners[$0] != nil }
        unowned.removeAll { owners[$0.id] != nil }
        return given.filter { id in
            entered[id]?.takeUnretainedValue().give(to: owners[id] ?? nil, in: recorder)
                ?? false
        }
    }

    /// A subscription as the search for its owner sees it; nil when it is over.
    func object(of id: SubscriptionID) -> FollowedObject? {
        entered[id]?.takeUnretainedValue().object
    }
}
