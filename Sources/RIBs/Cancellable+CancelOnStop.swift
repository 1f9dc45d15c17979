extension Cancellable {
    /// Ends this subscription when a worker's work ends, and keeps it alive until then.
    ///
    /// Its closures may even hold the worker strongly: the end of the work breaks the cycle. If the
    /// worker is not at work now, the subscription ends at once.
    ///
    /// - Parameter worker: The worker whose end ends the subscription.
    /// - Returns: This subscription, for a caller that wants to end it earlier.
    @discardableResult
    public func cancelOnStop(_ worker: Worker) -> Self {
        if let confined = worker.confined {
            confined.insert((self as? AnyCancellable) ?? AnyCancellable(self))
        } else {
            worker.recordTooLate(self)
            cancel()
            print("Subscription immediately terminated, since \(worker) is stopped.")
        }
        return self
    }
}
