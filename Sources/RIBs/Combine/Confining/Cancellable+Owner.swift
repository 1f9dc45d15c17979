// SPDX-License-Identifier: Apache-2.0

#if !RxSwift
    import RIBRecorder

    /// What `CancelWithOwner` ends.
    typealias EndableSubscription = Cancellable

    extension Cancellable {
        var token: AnyCancellable { (self as? AnyCancellable) ?? AnyCancellable(self) }

        /// Whether a tracker may follow it.
        var mayBeFollowed: Bool { self is AnyCancellable }

        /// Enters this subscription into the ledger as an owner's, until it is cancelled or freed.
        ///
        /// Unlike one with `cancelOnDeactivate(interactor:)`, it continues after the deactivation.
        /// That is a finding. Only ``SubscriptionTracking`` sees and counts its values.
        ///
        /// - Returns: A token to cancel instead of this subscription, which it retains.
        public func tracked(by owner: some SubscriptionOwner) -> AnyCancellable {
            let plain = self as? AnyCancellable
            guard let owner = owner.recordedActivity,
                // A tracker may follow the subscription, so that it need not be entered again.
                // Mostly this thread has just made it: then it is the owner's last one, which is
                // claimed only once. Else the token is looked up, and given to the owner.
                plain.map({
                    !SubscriptionTracking.claimLast(of: owner)
                        && !Recorder.shared.claim($0, for: owner)
                }) ?? true,
                // The recorder keeps one text for each type that it is given. A publisher may be
                // cancellable, too: its metatype keeps this text apart from that of its chain.
                let entry = Recorder.shared.subscribed(
                    owner: owner, chainOf: Self.Type.self,
                    { _ in String(describing: Self.self) }, attribution: .explicit,
                    confinement: .none)
            else { return plain ?? AnyCancellable(self) }
            return AnyCancellable {
                cancel()
                entry.end(.cancelled)
            }
        }
    }
#endif
