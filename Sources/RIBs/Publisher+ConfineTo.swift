extension Publisher {
    /// Passes values on only while an interactor is active.
    ///
    /// The subscription itself lives on. A value that comes while the interactor is inactive waits;
    /// the latest one, new or not, is passed on when the interactor becomes active. Inside an
    /// interactor, `cancelOnDeactivate(interactor:)` is usually what you want.
    ///
    /// - Parameter interactorScope: Whose activity to follow.
    /// - Returns: A publisher that is silent while the interactor is inactive.
    public func confineTo(
        _ interactorScope: any InteractorScope
    ) -> AnyPublisher<Output, Failure> {
        ConfineTo(
            upstream: self, activity: interactorScope.isActiveStream,
            owner: WeakInteractorScope(interactorScope).interactor?.activity
        ).eraseToAnyPublisher()
    }
}
