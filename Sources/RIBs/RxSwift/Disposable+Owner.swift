// SPDX-License-Identifier: Apache-2.0

#if RxSwift
    import RIBRecorder
    import RxSwift

    /// What `CancelWithOwner` ends.
    typealias EndableSubscription = Disposable

    extension Disposable {
        var plain: any Disposable { self }

        var token: EndingCall { EndingCall(dispose) }

        /// Whether a tracker may follow it.
        var mayBeFollowed: Bool { true }

        /// Whether a tracker follows it, for this owner from now on.
        func isClaimed(by owner: Activity) -> Bool { SubscriptionTracking.claimLast(of: owner) }
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
