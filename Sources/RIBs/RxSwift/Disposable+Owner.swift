// SPDX-License-Identifier: Apache-2.0

#if RxSwift
    import RIBRecorder
    import RxSwift

    /// What `CancelWithOwner` ends.
    typealias EndableSubscription = Disposable

    extension Disposable {
        var token: EndingCall { EndingCall(dispose) }

        /// Whether a tracker may follow it.
        var mayBeFollowed: Bool { true }

        /// Enters this subscription into the ledger as an owner's, until it is disposed of.
        ///
        /// Unlike one with `disposeOnDeactivate(interactor:)`, it continues after the deactivation.
        /// That is a finding. Only ``SubscriptionTracking`` sees and counts its values.
        ///
        /// - Returns: A disposable to use instead of this subscription, which it retains.
        public func tracked(by owner: some SubscriptionOwner) -> any Disposable {
            guard let owner = owner.recordedActivity, !SubscriptionTracking.claimLast(of: owner),
                let entry = Recorder.shared.subscribed(
                    owner: owner, chain: String(describing: type(of: self)),
                    attribution: .explicit, confinement: .none)
            else { return self }
            return Disposables.create {
                dispose()
                entry.end(.cancelled)
            }
        }
    }

    extension ObservableType {
        /// Passes values on only while an interactor is active.
        ///
        /// The subscription itself lives on. A value that comes while the interactor is inactive
        /// waits; the latest one, new or not, is passed on when the interactor becomes active.
        /// Inside an interactor, `disposeOnDeactivate(interactor:)` is usually what you want.
        public func confineTo(_ interactorScope: any InteractorScope) -> Observable<Element> {
            let owner = WeakInteractorScope(interactorScope).interactor?.activity
            let confined = Observable.combineLatest(interactorScope.isActiveStream, self) {
                isActive, value in (isActive, value)
            }.filter { isActive, _ in isActive }.map { _, value in value }
            // Comes last, so that the text of the chain can recognise it by its four operators.
            return confined.do(onSubscribe: {
                if let owner { SubscriptionTracking.confineSubscriptionBeingMade(to: owner) }
            })
        }
    }
#endif
