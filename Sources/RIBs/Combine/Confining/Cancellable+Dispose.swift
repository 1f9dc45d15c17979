#if !RxSwift
    extension Cancellable {
        /// `cancelOnDeactivate(interactor:)` in uber's spelling.
        ///
        /// - Parameter interactor: Whose deactivation ends the subscription.
        /// - Returns: This subscription, for a caller that wants to end it earlier.
        @discardableResult
        public func disposeOnDeactivate(interactor: Interactor) -> Self {
            cancelOnDeactivate(interactor: interactor)
        }

        /// `cancelOnStop(_:)` in uber's spelling.
        ///
        /// - Parameter worker: The worker whose end ends the subscription.
        /// - Returns: This subscription, for a caller that wants to end it earlier.
        @discardableResult
        public func disposeOnStop(_ worker: Worker) -> Self {
            cancelOnStop(worker)
        }

        /// `cancelWith(workflow:)` in uber's spelling.
        ///
        /// - Parameter workflow: The workflow whose cancellation ends the subscription.
        public func disposeWith<ActionableItemType>(workflow: Workflow<ActionableItemType>) {
            cancelWith(workflow: workflow)
        }

        /// `disposeWith(workflow:)` under the name that it had first.
        ///
        /// - Parameter workflow: The workflow whose cancellation ends the subscription.
        @available(*, deprecated, renamed: "disposeWith(workflow:)")
        public func disposeWith<ActionableItemType>(worflow workflow: Workflow<ActionableItemType>)
        {
            cancelWith(workflow: workflow)
        }
    }
#endif
