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
        /// Call it on the thread that owns the tree.
        ///
        /// - Parameters:
        ///   - owner: The interactor or worker that ends the subscription. It retains the
        ///     subscription until then. Any other owner does neither: keep what is returned.
        ///   - receiveCompletion: Gets the publisher's completion.
        ///   - receiveValue: Gets each value.
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

        /// Subscribes to this publisher on behalf of a RIB without base classes.
        ///
        /// Such a RIB disposes of its subscriptions by hand: a value that comes after its
        /// `didDetach` is a finding.
        ///
        /// - Returns: The subscription. Keep it: it ends when this is freed, as with `sink`.
        public func sink(
            in rib: some PlainRIB,
            receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
            receiveValue: @escaping (Output) -> Void
        ) -> AnyCancellable {
            ownedSink(rib.recordedActivity, receiveCompletion, receiveValue)
        }

        /// - Parameters:
        ///   - owner: Nil when it is not recorded.
        ///   - bag: Keeps the subscription too.
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
            subscribe(sink)
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
#endif
