// SPDX-License-Identifier: Apache-2.0

#if !RxSwift && !canImport(Combine)
    import RIBRecorder

    /// Where a tracker enters what it sees; the recorder, except in tests.
    protocol SubscriptionRecorder: AnyObject, Sendable {
        /// The owner of the subscriptions that the calling thread makes now.
        var currentOwner: Activity? { get }

        /// Whether subscriptions that the calling thread makes without an owner are entered too.
        var takesUnowned: Bool { get }

        /// The owner of a subscription as its subscriber's captures show it, or else its task's.
        ///
        /// - Parameters:
        ///   - subscriber: The address of a living `Sink` or `Assign`, if it is one.
        ///   - task: The address of the calling task.
        func capturedOwner(by subscriber: UnsafeMutableRawPointer?, task: UInt?) -> CapturedOwner

        /// Has the owner of an entered subscription searched later.
        ///
        /// - Parameter task: The address of the calling task.
        func awaitsOwner(_ id: SubscriptionID, task: UInt?)

        /// The object that was recorded last.
        var lastObject: ObjectID { get }

        /// Gives a live unowned subscription to an owner. Called under one lock for all entries, so
        /// it calls no other code.
        ///
        /// - Returns: Its new entry; nil if it has ended.
        func give(_ entry: LedgerEntry, to owner: Activity) -> LedgerEntry?

        /// Enters a subscription; nil when nothing is recorded.
        func enter(_ subscription: PendingSubscription) -> LedgerEntry?

        /// Counts a value that comes now. Called under one lock for all entries, so it calls no
        /// other code.
        ///
        /// - Returns: False when it is not counted, since the owner is inactive.
        func count(_ entry: LedgerEntry) -> Bool
        /// Same as `count`, for a value that was let through while the owner was active.
        func countInTime(_ entry: LedgerEntry)
        /// Records a value that was not counted.
        ///
        /// - Parameter subscriber: The address of the living subscriber, if it may show another
        ///   owner.
        func willDeliverWhileInactive(
            _ entry: LedgerEntry, to subscriber: UnsafeMutableRawPointer?)
        /// Records a value that another subscription of the same inactive owner brought.
        func noteFed(_ entry: LedgerEntry)
        func ended(_ entry: LedgerEntry, _ end: SubscriptionEnd)
    }

    extension Recorder: SubscriptionRecorder {
        func enter(_ subscription: PendingSubscription) -> LedgerEntry? {
            subscribed(
                owner: subscription.subscriber.owner, chain: subscription.chain.text,
                attribution: subscription.attribution, confinement: subscription.confinement)
        }

        func count(_ entry: LedgerEntry) -> Bool { entry.countAloneUnlessInactive() }

        func countInTime(_ entry: LedgerEntry) { entry.countAlone() }

        func willDeliverWhileInactive(
            _ entry: LedgerEntry, to subscriber: UnsafeMutableRawPointer?
        ) {
            willDeliverWhileInactive(entry, to: subscriber, of: nil)
        }
    }
#endif
