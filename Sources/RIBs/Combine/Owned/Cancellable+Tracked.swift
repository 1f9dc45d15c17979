// SPDX-License-Identifier: Apache-2.0

#if !RxSwift
    import RIBRecorder

    extension Cancellable {
        /// Enters this subscription into the ledger as an interactor's, until it is cancelled or freed.
        ///
        /// It goes on after the deactivation, unlike one with `cancelOnDeactivate(interactor:)`; that it
        /// does is a finding. Its values are not counted: those are known only of what
        /// ``SubscriptionTracking`` follows.
        ///
        /// - Parameter interactor: Whose subscription it is.
        /// - Returns: What to cancel instead of this subscription, which it keeps.
        public func tracked(by interactor: Interactor) -> AnyCancellable {
            tracked(by: interactor.activity)
        }

        /// Enters this subscription into the ledger as a worker's, until it is cancelled or freed.
        ///
        /// As the form for interactors.
        ///
        /// - Parameter worker: Whose subscription it is.
        /// - Returns: What to cancel instead of this subscription, which it keeps.
        public func tracked(by worker: Worker) -> AnyCancellable {
            tracked(by: worker.activity)
        }

        /// Enters this subscription into the ledger as a RIB's, until it is cancelled or freed.
        ///
        /// Its values are not counted: those are known only of what ``SubscriptionTracking`` follows.
        ///
        /// - Parameter rib: Whose subscription it is.
        /// - Returns: What to cancel instead of this subscription, which it keeps.
        public func tracked(by rib: some PlainRIB) -> AnyCancellable {
            tracked(by: PlainRIBNode.of(rib)?.activity)
        }

        /// - Parameter owner: Nil when it is not recorded.
        func tracked(by owner: Activity?) -> AnyCancellable {
            let plain = self as? AnyCancellable
            guard let owner, plain.map({ !Self.isFollowed($0, for: owner) }) ?? true,
                let entry = Recorder.shared.subscribed(
                    owner: owner, chainOf: TrackedCancellable<Self>.self,
                    { _ in String(describing: Self.self) }, attribution: .explicit,
                    confinement: .none)
            else { return plain ?? AnyCancellable(self) }
            return AnyCancellable {
                cancel()
                Recorder.shared.ended(entry, .cancelled)
            }
        }

        /// Whether the subscription of a token is followed as the owner's, from now on at the latest.
        private static func isFollowed(_ token: AnyCancellable, for owner: Activity) -> Bool {
            SubscriptionTracking.claimLast(of: owner) || Recorder.shared.claim(token, for: owner)
        }
    }

    /// Stands for the words of a subscription that was given to `tracked(by:)`: as a publisher, the same
    /// type has others.
    private enum TrackedCancellable<Subscription: Cancellable> {}
#endif
