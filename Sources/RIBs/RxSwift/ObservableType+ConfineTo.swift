#if RxSwift
    import RIBRecorder
    import RxSwift

    extension ObservableType {
        /// Passes values on only while an interactor is active.
        ///
        /// The subscription itself lives on. A value that comes while the interactor is inactive waits;
        /// the latest one, new or not, is passed on when the interactor becomes active. Inside an
        /// interactor, `disposeOnDeactivate(interactor:)` is usually what you want.
        ///
        /// - Parameter interactorScope: Whose activity to follow.
        /// - Returns: An observable that is silent while the interactor is inactive.
        public func confineTo(_ interactorScope: any InteractorScope) -> Observable<Element> {
            let owner = WeakInteractorScope(interactorScope).interactor?.activity
            let confined = Observable.combineLatest(interactorScope.isActiveStream, self) {
                isActive, value in (isActive, value)
            }.filter { isActive, _ in isActive }.map { _, value in value }
            // Last, so that words for the chain can tell it by its four operators.
            return confined.do(onSubscribe: {
                if let owner { SubscriptionTracking.confineMaking(to: owner) }
            })
        }
    }
#endif
