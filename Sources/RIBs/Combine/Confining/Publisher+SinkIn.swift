// SPDX-License-Identifier: Apache-2.0

#if !RxSwift
    import RIBRecorder

    extension Publisher {
        /// Subscribes to this publisher until an interactor becomes inactive, or a worker's work
        /// ends.
        ///
        /// It works like `sink` with ``Combine/Cancellable/cancelOnDeactivate(interactor:)``, but
        /// in any app, the subscription is in the recorder's ledger as the owner's. Its closures
        /// may even hold the owner strongly. While the owner is inactive, nothing is subscribed to.
        ///
        /// An owner that is neither an interactor nor a worker does not end and not retain it: keep
        /// what is returned. Call it on the thread that owns the tree.
        ///
        /// - Returns: The subscription, for a caller that wants to end it earlier.
        @discardableResult
        public func sink(
            in owner: some SubscriptionOwner,
            receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
            receiveValue: @escaping (Output) -> Void
        ) -> AnyCancellable {
            guard let owner = owner.confining else {
                return ownedSink(owner.recordedActivity, receiveCompletion, receiveValue)
            }
            guard let bag = owner.confined else {
                Swift.print("Subscription not made, since \(owner) is inactive.")
                owner.recordTooLate("\(StreamTypeName.chain(of: Self.self)) → sink")
                return AnyCancellable {}
            }
            return ownedSink(
                owner.activity, confinement: .ending, keptIn: bag, receiveCompletion, receiveValue)
        }

        /// Subscribes to this publisher on behalf of a RIB without base classes. Keep what is
        /// returned: it ends when that is freed, as with `sink`. Such a RIB disposes of its
        /// subscriptions by hand: a value that comes after its `didDetach` is a finding.
        public func sink(
            in rib: some PlainRIB,
            receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
            receiveValue: @escaping (Output) -> Void
        ) -> AnyCancellable {
            ownedSink(rib.recordedActivity, receiveCompletion, receiveValue)
        }

        /// - Parameter bag: Keeps the subscription too.
        private func ownedSink(
            _ owner: Activity?, confinement: SubscriptionConfinement = .none,
            keptIn bag: SubscriptionBag? = nil,
            _ receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
            _ receiveValue: @escaping (Output) -> Void
        ) -> AnyCancellable {
            let entry = owner.flatMap {
                Recorder.shared.subscribed(
                    owner: $0, chainOf: Self.self,
                    { "\(StreamTypeName.chain(of: $0)) → sink" }, attribution: .explicit,
                    confinement: confinement)
            }
            let sink = OwnedSink(
                entry: entry, receiveCompletion: receiveCompletion, receiveValue: receiveValue)
            let subscription = AnyCancellable(sink)
            // Inserted before subscribing, since the first value may deactivate the owner.
            bag?.insert(subscription)
            receive(subscriber: sink)
            return subscription
        }
    }

    extension Publisher where Failure == Never {
        /// Same as `sink(in:receiveCompletion:receiveValue:)`, for publishers that cannot fail.
        @discardableResult
        public func sink(
            in owner: some SubscriptionOwner, receiveValue: @escaping (Output) -> Void
        ) -> AnyCancellable {
            sink(in: owner, receiveCompletion: { _ in }, receiveValue: receiveValue)
        }

        /// Same as `sink(in:receiveCompletion:receiveValue:)`, for publishers that cannot fail.
        public func sink(
            in rib: some PlainRIB, receiveValue: @escaping (Output) -> Void
        ) -> AnyCancellable {
            sink(in: rib, receiveCompletion: { _ in }, receiveValue: receiveValue)
        }
    }

    /// A subscriber that enters itself into the ledger, so that a tracker does not.
    protocol RecordedSubscriber {
        /// The owner of the subscription; nil when nothing is recorded.
        var owner: Activity? { get }
    }

    /// The end of a chain, which counts values by whether its owner is active.
    final class OwnedSink<Input, Failure: Error>: Subscriber, Cancellable, RecordedSubscriber,
        CustomStringConvertible
    {
        // Guards the next three: one `Protected` generic value would cost a third of a delivery.
        private let lock = Protected(NoState())
        /// Nil once the subscription has ended, like the next two.
        private var receiveValue: ((Input) -> Void)?
        private var receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)?
        private var upstream: (any Subscription)?
        /// Nil when nothing is recorded.
        private let entry: LedgerEntry?

        var owner: Activity? { entry?.activity }

        init(
            entry: LedgerEntry?,
            receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
            receiveValue: @escaping (Input) -> Void
        ) {
            self.entry = entry
            self.receiveValue = receiveValue
            self.receiveCompletion = receiveCompletion
        }

        var description: String { "Sink" }

        func receive(subscription: any Subscription) {
            let isWanted = lock.withLock { _ in
                guard receiveValue != nil, upstream == nil else { return false }
                upstream = subscription
                return true
            }
            if isWanted { subscription.request(.unlimited) } else { subscription.cancel() }
        }

        func receive(_ value: Input) -> Subscribers.Demand {
            // Not returned from the closure: the Swift runtime would look up a result whose type
            // only callers know by its name, at each value.
            var receiveValue: ((Input) -> Void)?
            var isCounted = true
            lock.withLock { _ in
                receiveValue = self.receiveValue
                if receiveValue != nil, let entry { isCounted = entry.countUnlessInactive() }
            }
            guard let receiveValue else { return .none }
            if !isCounted, let entry { Recorder.shared.willDeliverWhileInactive(entry) }
            receiveValue(value)
            return .none
        }

        func receive(completion: Subscribers.Completion<Failure>) {
            let ended = end()
            guard let receiveCompletion = ended.receiveCompletion else { return }
            // What the other closure holds may be used by this one, and may be the owner.
            withExtendedLifetime(ended) {
                entry?.end(completion.end)
                receiveCompletion(completion)
            }
        }

        func cancel() {
            let ended = end()
            guard ended.receiveValue != nil else { return }
            withExtendedLifetime(ended) {
                entry?.end(.cancelled)
                ended.upstream?.cancel()
            }
        }

        /// - Returns: What must be released without the lock; nil after the first call.
        private func end() -> (
            receiveValue: ((Input) -> Void)?,
            receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)?,
            upstream: (any Subscription)?
        ) {
            lock.withLock { _ in
                defer { (receiveValue, receiveCompletion, upstream) = (nil, nil, nil) }
                return (receiveValue, receiveCompletion, upstream)
            }
        }
    }

    extension Subscribers.Completion {
        /// How a subscription ends that receives it.
        var end: SubscriptionEnd { if case .finished = self { .completed } else { .failed } }
    }
#endif
