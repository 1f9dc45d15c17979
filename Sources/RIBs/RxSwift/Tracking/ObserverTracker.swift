// SPDX-License-Identifier: Apache-2.0

#if RxSwift
    import RIBRecorder
    import RxSwift

    /// Enters the subscriptions that the project's code makes to observables into the ledger.
    /// `SubscriptionTracking.enable` makes one, and the overloads of RxSwift's methods call it.
    final class SubscriptionTracker: LedgerSweeper {
        private final class ThreadState {
            var making: FollowedSubscription?
            var lastEntered: (owner: ObjectID, wasActive: Bool)?
            /// The inactive owners to whose subscriptions this thread is delivering a value.
            var firing: [ObjectID] = []
        }

        let recorder: any SubscriptionRecorder
        private let threads = ThreadLocal { ThreadState() }
        private let followed = Protected(FollowedSubscriptions())

        init(recorder: any SubscriptionRecorder) { self.recorder = recorder }

        func withFollowed<Result>(_ body: (inout FollowedSubscriptions) -> Result) -> Result {
            followed.withLock(body)
        }

        var making: FollowedSubscription? { threads.withExisting { $0.making } ?? nil }

        var lastEntered: (owner: ObjectID, wasActive: Bool)? {
            get { threads.withExisting { $0.lastEntered } ?? nil }
            set { threads.current?.lastEntered = newValue }
        }

        static func isStream(_ type: Any.Type) -> Bool { type is any ObservableType.Type }

        /// Ends everything followed, because the tracker hears of no later end.
        func stop() {
            for entry in withFollowed({ $0.close() }) { recorder.ended(entry, .cancelled) }
        }

        /// Nothing to do: every end is reported.
        func sweep() {}

        /// Follows a subscription for the project's closure. `subscribe` subscribes one function to
        /// the observable and calls another at the end.
        func follow<Element, Result>(
            _ chain: SubscriptionChain, receiveValue: @escaping (Element) -> Void,
            subscribe: (
                _ onNext: @escaping (Element) -> Void,
                _ onEnd: @escaping (SubscriptionEnd) -> Void
            ) -> Result
        ) -> Result {
            let known = recorder.currentOwner
            // A subscription made while another one is being made is part of that one's chain.
            guard let thread = threads.current, thread.making == nil,
                known != nil || recorder.takesUnowned
            else { return subscribe(receiveValue) { _ in } }
            let subscription = FollowedSubscription(
                owner: known ?? .unowned, attribution: known == nil ? .unowned : .current,
                chain: chain)
            let observer = FollowedObserver(subscription, in: self, receiveValue: receiveValue)
            if known == nil { findOwner(of: subscription, capturedBy: observer) }
            thread.making = subscription
            let result = subscribe({ observer.receive($0) }, { self.end(subscription, $0) })
            thread.making = nil
            enter(subscription)
            return result
        }

        /// Delivers a value, and reports it if the owner is inactive.
        func deliver(_ subscription: FollowedSubscription, _ body: () -> Void) {
            var delivery = count(subscription)
            // The observable emits within `subscribe`, so `follow` has not entered it yet.
            if case .beforeEntry = delivery, making === subscription {
                enter(subscription)
                delivery = count(subscription)
            }
            // What the app's closure subscribes to, even at once, is not part of this chain.
            let making = threads.withExisting { thread in
                defer { thread.making = nil }
                return thread.making
            }
            defer { if let making { threads.withExisting { $0.making = making } } }
            // What an owner's value makes another's closure subscribe to is not the owner's.
            let isOwners =
                recorder.currentOwner.map { owner in
                    withFollowed { _ in subscription.owner === owner }
                } ?? true
            func run() { isOwners ? body() : Recorder.shared.attributing(to: nil, body) }
            guard case .whileInactive(let entry, let observer) = delivery,
                let owner = entry.activity?.owner, let thread = threads.current
            else { return run() }
            // Then another subscription of this owner, which is recorded, brought the value.
            if thread.firing.contains(owner) {
                recorder.noteFed(entry)
            } else {
                let place = Unmanaged.passUnretained(subscription).toOpaque()
                recorder.willDeliverWhileInactive(entry, to: observer, of: place)
            }
            thread.firing.append(owner)
            defer { thread.firing.removeLast() }
            run()
        }

        private func count(_ subscription: FollowedSubscription) -> FollowedSubscription.Delivery {
            withFollowed { _ in subscription.count(isInTime: true, in: recorder) }
        }

        func end(_ subscription: FollowedSubscription, _ end: SubscriptionEnd) {
            if making === subscription {
                enter(subscription)
                threads.withExisting { $0.making = nil }
            }
            if let entry = withFollowed({ $0.end(subscription) }) { recorder.ended(entry, end) }
        }
    }

    /// Receives the values of a followed subscription. It lives as long as that, because the
    /// observable retains it.
    final class FollowedObserver<Element> {
        /// The closure of the project's code. The search for owners finds it by this name.
        private let receiveValue: (Element) -> Void
        private let subscription: FollowedSubscription
        private let tracker: SubscriptionTracker

        init(
            _ subscription: FollowedSubscription, in tracker: SubscriptionTracker,
            receiveValue: @escaping (Element) -> Void
        ) {
            self.subscription = subscription
            self.tracker = tracker
            self.receiveValue = receiveValue
            subscription.setLifetimeObject(self)
        }

        func receive(_ value: Element) {
            tracker.deliver(subscription) { receiveValue(value) }
        }

        deinit {
            // Freed without being disposed of. If it ended before, this changes nothing.
            tracker.end(subscription, .ownerGone)
        }
    }
#endif
