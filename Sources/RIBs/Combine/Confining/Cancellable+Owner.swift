// SPDX-License-Identifier: Apache-2.0

#if !RxSwift
    import RIBRecorder

    /// What `CancelWithOwner` ends.
    typealias EndableSubscription = Cancellable

    extension Cancellable {
        var plain: AnyCancellable { (self as? AnyCancellable) ?? AnyCancellable(self) }

        var token: AnyCancellable { plain }

        /// Whether a tracker may follow it.
        var mayBeFollowed: Bool { self is AnyCancellable }

        /// Whether a tracker follows it, for this owner from now on. Mostly this thread has just
        /// made it: then it is the owner's last one, which is claimed only once. Else the token is
        /// looked up, and given to the owner.
        func isClaimed(by owner: Activity) -> Bool {
            mayBeFollowed
                && (SubscriptionTracking.claimLast(of: owner)
                    || Recorder.shared.claim(plain, for: owner))
        }
    }
#endif
