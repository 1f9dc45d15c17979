// SPDX-License-Identifier: Apache-2.0

#if !RxSwift
    import RIBRecorder

    /// A subscriber that enters itself into the ledger, so that a tracker does not.
    protocol RecordedSubscriber {
        /// The owner of the subscription; nil when nothing is recorded.
        var owner: Activity? { get }
    }

    /// The end of a chain, which counts values by whether its owner is active.
    final class OwnedSink<Input, Failure: Error>: Subscriber, Cancellable, RecordedSubscriber,
        CustomStringConvertible
    {
        // Accessed only under the lock. It is not one `Protected` value, because a generic value
        // would cost a third of a delivery.
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
                record(completion.end)
                receiveCompletion(completion)
            }
        }

        func cancel() {
            let ended = end()
            guard ended.receiveValue != nil else { return }
            withExtendedLifetime(ended) {
                record(.cancelled)
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

        private func record(_ end: SubscriptionEnd) {
            if let entry { Recorder.shared.ended(entry, end) }
        }
    }

    extension Subscribers.Completion {
        /// How a subscription ends that receives it.
        var end: SubscriptionEnd { if case .finished = self { .completed } else { .failed } }
    }
#endif
