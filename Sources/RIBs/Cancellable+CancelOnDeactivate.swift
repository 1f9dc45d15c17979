extension Cancellable {
    /// Ends this subscription when an interactor becomes inactive, and keeps it alive until then.
    ///
    /// This is the usual way to tie a subscription to an interactor. Its closures may even hold the
    /// interactor strongly: the deactivation breaks the cycle. If the interactor is inactive now,
    /// the subscription ends at once.
    ///
    /// - Parameter interactor: Whose deactivation ends the subscription.
    /// - Returns: This subscription, for a caller that wants to end it earlier.
    @discardableResult
    public func cancelOnDeactivate(interactor: Interactor) -> Self {
        if let confined = interactor.confined {
            confined.insert((self as? AnyCancellable) ?? AnyCancellable(self))
        } else {
            interactor.recordTooLate(self)
            cancel()
            print("Subscription immediately terminated, since \(interactor) is inactive.")
        }
        return self
    }
}
