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
    public func values(in interactor: Interactor) -> AsyncPublisher<AnyPublisher<Output, Never>> {
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
