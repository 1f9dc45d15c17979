// SPDX-License-Identifier: Apache-2.0

#if !RxSwift
    import RIBRecorder

    extension Publisher {
        /// Subscribes to this publisher until an interactor becomes inactive.
        ///
        /// It works like `sink` with ``Combine/Cancellable/cancelOnDeactivate(interactor:)``, but
        /// in any app, the subscription is in the recorder's ledger as the interactor's. Its
        /// closures may even hold the interactor strongly. While the interactor is inactive,
        /// nothing is subscribed to.
        ///
        /// Call it on the thread that owns the tree.
        ///
        /// - Parameters:
        ///   - interactor: The interactor whose deactivation ends the subscription. It retains the
        ///     subscription until then.
        ///   - receiveCompletion: Gets the publisher's completion.
        ///   - receiveValue: Gets each value.
        /// - Returns: The subscription, for a caller that wants to end it earlier.
        @discardableResult
        public func sink(
            in interactor: Interactor,
            receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
            receiveValue: @escaping (Output) -> Void
        ) -> AnyCancellable {
            sink(confinedTo: interactor, receiveCompletion, receiveValue)
        }

        /// Subscribes to this publisher until a worker's work ends.
        ///
        /// Same as `sink(in:receiveCompletion:receiveValue:)` for an interactor.
        ///
        /// - Parameters:
        ///   - worker: The worker whose end of work ends the subscription. It retains the
        ///     subscription until then.
        ///   - receiveCompletion: Gets the publisher's completion.
        ///   - receiveValue: Gets each value.
        /// - Returns: The subscription, for a caller that wants to end it earlier.
        @discardableResult
        public func sink(
            in worker: Worker,
            receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
            receiveValue: @escaping (Output) -> Void
        ) -> AnyCancellable {
            sink(confinedTo: worker, receiveCompletion, receiveValue)
        }

        /// Subscribes to this publisher on behalf of a RIB without base classes.
        ///
        /// Such a RIB disposes of its subscriptions by hand: a value that comes after its
        /// `didDetach` is a finding.
        ///
        /// - Parameters:
        ///   - rib: The owner of the subscription.
        ///   - receiveCompletion: Gets the publisher's completion.
        ///   - receiveValue: Gets each value.
        /// - Returns: The subscription. Keep it: it ends when this is freed, as with `sink`.
        public func sink(
            in rib: some PlainRIB,
            receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
            receiveValue: @escaping (Output) -> Void
        ) -> AnyCancellable {
            let entry = PlainRIBNode.of(rib).flatMap {
                Self.entry(ofSinkOwnedBy: $0.activity, .none)
            }
            let sink = OwnedSink(
                entry: entry, receiveCompletion: receiveCompletion, receiveValue: receiveValue)
            subscribe(sink)
            return AnyCancellable(sink)
        }

        /// Enters a chain that ends in a sink, which states its owner itself.
        private static func entry(
            ofSinkOwnedBy owner: Activity, _ confinement: SubscriptionConfinement
        ) -> LedgerEntry? {
            Recorder.shared.subscribed(
                owner: owner, chainOf: Self.self, { "\(StreamTypeName.chain(of: $0)) → sink" },
                attribution: .explicit, confinement: confinement)
        }

        private func sink(
            confinedTo owner: some ConfiningOwner,
            _ receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
            _ receiveValue: @escaping (Output) -> Void
        ) -> AnyCancellable {
            guard let bag = owner.confined else {
                Swift.print("Subscription not made, since \(owner) is inactive.")
                owner.recordTooLate("\(StreamTypeName.chain(of: Self.self)) → sink")
                return AnyCancellable {}
            }
            let sink = OwnedSink(
                entry: Self.entry(ofSinkOwnedBy: owner.activity, .ending),
                receiveCompletion: receiveCompletion, receiveValue: receiveValue)
            let subscription = AnyCancellable(sink)
            // Inserted before subscribing, since the first value may deactivate the owner.
            bag.insert(subscription)
            subscribe(sink)
            return subscription
        }
    }

    extension Publisher where Failure == Never {
        /// Subscribes to this publisher until an interactor becomes inactive.
        ///
        /// Same as `sink(in:receiveCompletion:receiveValue:)`, for publishers that cannot fail.
        ///
        /// - Parameters:
        ///   - interactor: The interactor whose deactivation ends the subscription. It retains the
        ///     subscription until then.
        ///   - receiveValue: Gets each value.
        /// - Returns: The subscription, for a caller that wants to end it earlier.
        @discardableResult
        public func sink(
            in interactor: Interactor, receiveValue: @escaping (Output) -> Void
        ) -> AnyCancellable {
            sink(in: interactor, receiveCompletion: { _ in }, receiveValue: receiveValue)
        }

        /// Subscribes to this publisher until a worker's work ends.
        ///
        /// Same as `sink(in:receiveCompletion:receiveValue:)`, for publishers that cannot fail.
        ///
        /// - Parameters:
        ///   - worker: The worker whose end of work ends the subscription. It retains the
        ///     subscription until then.
        ///   - receiveValue: Gets each value.
        /// - Returns: The subscription, for a caller that wants to end it earlier.
        @discardableResult
        public func sink(
            in worker: Worker, receiveValue: @escaping (Output) -> Void
        ) -> AnyCancellable {
            sink(in: worker, receiveCompletion: { _ in }, receiveValue: receiveValue)
        }

        /// Subscribes to this publisher on behalf of a RIB without base classes.
        ///
        /// Same as `sink(in:receiveCompletion:receiveValue:)`, for publishers that cannot fail.
        ///
        /// - Parameters:
        ///   - rib: The owner of the subscription.
        ///   - receiveValue: Gets each value.
        /// - Returns: The subscription. Keep it: it ends when this is freed, as with `sink`.
        public func sink(
            in rib: some PlainRIB, receiveValue: @escaping (Output) -> Void
        ) -> AnyCancellable {
            sink(in: rib, receiveCompletion: { _ in }, receiveValue: receiveValue)
        }
    }
#endif
