// SPDX-License-Identifier: Apache-2.0

#if RxSwift || !canImport(Combine)
    import RIBRecorder

    /// Enters the subscriptions of a stream library into the ledger, and finds their owners.
    ///
    /// The tracker of each library is one. It says what the library reports: that a subscription is
    /// made, delivers a value, or ends. No lock is held while code of the app may run.
    protocol SubscriptionFollower: LedgerSweeper {
        var recorder: any SubscriptionRecorder { get }

        /// Runs `body` under the lock for the state of all followed subscriptions.
        func withFollowed<Result>(_ body: (inout FollowedSubscriptions) -> Result) -> Result

        /// The followed subscription that the calling thread is making.
        var making: FollowedSubscription? { get }

        /// The owner of the subscription that the calling thread entered last, and whether that
        /// owner was active then. Nil once the owner has claimed the subscription.
        var lastEntered: (owner: ObjectID, wasActive: Bool)? { get set }

        /// Whether objects of a type send values to those that subscribe to them.
        static func isStream(_ type: Any.Type) -> Bool

        /// Whether objects of a type end subscriptions.
        static func isToken(_ type: Any.Type) -> Bool
    }

    extension SubscriptionFollower {
        /// Enters the subscription that the calling thread is making, unless it has been entered.
        ///
        /// - Returns: False if nothing is recorded.
        @discardableResult
        func enter(_ subscription: FollowedSubscription) -> Bool {
            guard let chain = subscription.chain.take() else { return true }
            // Read now: once it is entered, another thread may find its owner.
            let (owner, confinement) = withFollowed { _ in
                (subscription.owner, subscription.confinement)
            }
            let attribution = subscription.attribution
            guard let entry = recorder.enter(chain.text, of: owner, attribution, confinement)
            else { return false }
            let isUnowned = attribution == .unowned
            let last = isUnowned ? recorder.lastObject : nil
            guard withFollowed({ $0.enter(subscription, as: entry, unownedAfter: last) }) else {
                // Another thread ended it before it was in the ledger.
                recorder.ended(entry, .cancelled)
                return true
            }
            lastEntered = (owner.owner, owner.isActive)
            if isUnowned, subscription.awaitsOwner {
                recorder.awaitsOwner(entry.id, task: CurrentTask.address)
            }
            return true
        }

        /// Enters the subscription that the calling thread is making as silent while `owner` is
        /// inactive.
        ///
        /// - Returns: False if this thread is making none that is followed.
        func confineSubscriptionBeingMade(to owner: Activity) -> Bool {
            guard let making else { return false }
            withFollowed { _ in making.confine(to: owner) }
            return true
        }

        /// Claims the subscription that the calling thread entered last, for the owner that now
        /// states it itself.
        ///
        /// - Returns: False if it has another owner, is already claimed, or was entered with a
        ///   different activity of its owner than now.
        func claimLast(of owner: Activity) -> Bool {
            guard let last = lastEntered, last.owner == owner.owner,
                last.wasActive == owner.isActive
            else { return false }
            lastEntered = nil
            return true
        }

        func role(of type: Any.Type) -> OwnerRole {
            if type is Interactor.Type || type is Worker.Type || type is any PlainRIB.Type {
                return .owner
            }
            // A router counts as its interactor.
            if type is any Routing.Type { return .standIn }
            // A subject may end subscriptions too, but what it holds are those of others.
            if Self.isStream(type) { return .publisher }
            return Self.isToken(type) ? .token : .other
        }

        func unowned(after object: ObjectID) -> [FollowedObject] {
            withFollowed { $0.unowned(after: object) }
        }

        func setOwners(_ owners: [SubscriptionID: Activity?]) -> [SubscriptionID] {
            withFollowed { $0.give(owners, in: recorder) }
        }

        func followed(_ ids: Set<SubscriptionID>) -> [FollowedObject] {
            withFollowed { $0.objects(of: ids) }
        }
    }

    /// Where a tracker enters what it sees; the recorder, except in tests.
    protocol SubscriptionRecorder: AnyObject, Sendable {
        /// The owner of the subscriptions that the calling thread makes now.
        var currentOwner: Activity? { get }

        /// Whether subscriptions that the calling thread makes without an owner are entered too.
        var takesUnowned: Bool { get }

        /// The owner of a subscription as its subscriber's captures show it, or else its task's.
        ///
        /// - Parameters:
        ///   - subscriber: The address of a living subscriber, if its fields are known.
        ///   - task: The address of the calling task.
        /// - Returns: Nil when that could not be seen now: then call `awaitsOwner(_:task:)`.
        func capturedOwner(by subscriber: UnsafeMutableRawPointer?, task: UInt?) -> OwnerAnswer?

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
        ///
        /// - Parameter chain: The text that describes it.
        func enter(
            _ chain: @autoclosure () -> String, of owner: Activity,
            _ attribution: SubscriptionAttribution, _ confinement: SubscriptionConfinement
        ) -> LedgerEntry?

        /// Counts a value that comes now. Called under one lock for all entries, so it calls no
        /// other code.
        ///
        /// - Returns: False when it is not counted, since the owner is inactive.
        func count(_ entry: LedgerEntry) -> Bool
        /// Same as `count`, for a value that was let through while the owner was active.
        func countInTime(_ entry: LedgerEntry)
        /// Records a value that was not counted.
        ///
        /// - Parameters:
        ///   - subscriber: The address of the living subscriber, if it may show another owner.
        ///   - subscription: The address of the live object that tokens lead to, if it is another.
        func willDeliverWhileInactive(
            _ entry: LedgerEntry, to subscriber: UnsafeMutableRawPointer?,
            of subscription: UnsafeMutableRawPointer?)
        /// Records a value that another subscription of the same inactive owner brought.
        func noteFed(_ entry: LedgerEntry)
        func ended(_ entry: LedgerEntry, _ end: SubscriptionEnd)
    }

    extension Recorder: SubscriptionRecorder {
        func enter(
            _ chain: @autoclosure () -> String, of owner: Activity,
            _ attribution: SubscriptionAttribution, _ confinement: SubscriptionConfinement
        ) -> LedgerEntry? {
            subscribed(
                owner: owner, chain: chain(), attribution: attribution, confinement: confinement)
        }

        func count(_ entry: LedgerEntry) -> Bool { entry.countUnlessInactive() }

        func countInTime(_ entry: LedgerEntry) { entry.countWhileActive() }
    }
#endif
