#if !RxSwift
    import RIBRecorder

    /// Passes a publisher's values on until an interactor becomes inactive, and completes then.
    struct ConfinedValues<Upstream: Publisher>: Publisher {
        typealias Output = Upstream.Output
        typealias Failure = Upstream.Failure

        private let upstream: Upstream
        private let owner: Activity
        private weak var interactor: Interactor?

        init(upstream: Upstream, interactor: Interactor) {
            self.upstream = upstream
            self.interactor = interactor
            owner = interactor.activity
        }

        func receive<Downstream: Subscriber>(subscriber: Downstream)
        where Downstream.Input == Output, Downstream.Failure == Failure {
            guard let bag = interactor?.confined else {
                let name = interactor.map { "\($0)" } ?? "its interactor"
                Swift.print("Sequence immediately terminated, since \(name) is inactive.")
                interactor?.recordTooLate("\(PublisherTypeName(Upstream.self).chain) → values")
                subscriber.receive(subscription: Subscriptions.empty)
                subscriber.receive(completion: .finished)
                return
            }
            let entry = Recorder.shared.subscribed(
                owner: owner, chainOf: Self.self,
                { _ in "\(PublisherTypeName(Upstream.self).chain) → values" },
                attribution: .explicit, confinement: .ending)
            let delivery = ConfinedDelivery(downstream: subscriber, entry: entry)
            bag.insert(AnyCancellable { [weak delivery] in delivery?.finish() })
            // Attributed to no one: it has its place in the ledger.
            Recorder.shared.outOfLedger { upstream.subscribe(delivery) }
        }
    }

    extension Publisher where Failure == Never {
        /// The publisher's values as an asynchronous sequence that ends when an interactor becomes
        /// inactive.
        ///
        /// As `values`, but each iteration stands in the recorder's ledger as the interactor's, and
        /// ends with its activity, so that a task that reads it can return. While the interactor is
        /// inactive, it is empty. It keeps the publisher, but not the interactor. As with `values`, a
        /// subject's value that comes while nobody awaits one is lost.
        ///
        /// Call it, and begin to iterate, on the thread that owns the tree.
        ///
        /// - Parameter interactor: Whose deactivation ends the sequence.
        /// - Returns: The values.
        public func values(in interactor: Interactor) -> AsyncPublisher<AnyPublisher<Output, Never>>
        {
            ConfinedValues(upstream: self, interactor: interactor).eraseToAnyPublisher().values
        }
    }

    extension Publisher {
        /// The publisher's values as an asynchronous sequence that ends when an interactor becomes
        /// inactive, and throws the publisher's error.
        ///
        /// As the form for publishers that cannot fail.
        ///
        /// - Parameter interactor: Whose deactivation ends the sequence.
        /// - Returns: The values.
        public func values(
            in interactor: Interactor
        ) -> AsyncThrowingPublisher<AnyPublisher<Output, Failure>> {
            ConfinedValues(upstream: self, interactor: interactor).eraseToAnyPublisher().values
        }
    }
#endif
