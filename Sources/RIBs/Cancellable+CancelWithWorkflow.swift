extension Cancellable {
    /// Ends this subscription when a workflow is cancelled, and keeps it alive until then.
    ///
    /// Its closures may even hold the workflow strongly: the cancellation breaks the cycle. If the
    /// workflow is cancelled already, the subscription ends at once.
    ///
    /// - Parameter workflow: The workflow whose cancellation ends the subscription.
    public func cancelWith<ActionableItemType>(workflow: Workflow<ActionableItemType>) {
        workflow.confined.insert((self as? AnyCancellable) ?? AnyCancellable(self))
    }
}
