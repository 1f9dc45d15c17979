// SPDX-License-Identifier: Apache-2.0

#if !RxSwift
    extension Cancellable {
        /// Ends this subscription when an interactor becomes inactive, and keeps it alive until
        /// then.
        ///
        /// This is the usual way to tie a subscription to an interactor. Its closures may even hold
        /// the interactor strongly: the deactivation breaks the cycle. If the interactor is
        /// inactive now, the subscription ends at once.
        ///
        /// - Returns: This subscription, for a caller that wants to end it earlier.
        @discardableResult
        public func cancelOnDeactivate(interactor: Interactor) -> Self { confine(to: interactor) }

        /// Ends this subscription when a worker's work ends, and keeps it alive until then.
        ///
        /// Its closures may even hold the worker strongly: the end of the work breaks the cycle. If
        /// the worker is not at work now, the subscription ends at once.
        ///
        /// - Returns: This subscription, for a caller that wants to end it earlier.
        @discardableResult
        public func cancelOnStop(_ worker: Worker) -> Self { confine(to: worker) }

        /// Ends this subscription when a workflow is cancelled, and keeps it alive until then.
        ///
        /// Its closures may even hold the workflow strongly: the cancellation breaks the cycle. If
        /// the workflow is cancelled already, the subscription ends at once.
        public func cancelWith<ActionableItemType>(workflow: Workflow<ActionableItemType>) {
            workflow.confined.insert(token)
        }

        private var token: AnyCancellable { (self as? AnyCancellable) ?? AnyCancellable(self) }

        private func confine(to owner: some ConfiningOwner) -> Self {
            let isPlain = self is AnyCancellable
            owner.confine(
                "Subscription", token, String(describing: type(of: self)),
                isRecorded: isPlain && SubscriptionTracking.claimLast(of: owner.activity))
            return self
        }

        /// `cancelOnDeactivate(interactor:)` in uber's spelling.
        @discardableResult
        public func disposeOnDeactivate(interactor: Interactor) -> Self {
            cancelOnDeactivate(interactor: interactor)
        }

        /// `cancelOnStop(_:)` in uber's spelling.
        @discardableResult
        public func disposeOnStop(_ worker: Worker) -> Self { cancelOnStop(worker) }

        /// `cancelWith(workflow:)` in uber's spelling.
        public func disposeWith<ActionableItemType>(workflow: Workflow<ActionableItemType>) {
            cancelWith(workflow: workflow)
        }

        /// `disposeWith(workflow:)` under its first name, which is misspelled.
        @available(*, deprecated, renamed: "disposeWith(workflow:)")
        public func disposeWith<ActionableItemType>(worflow workflow: Workflow<ActionableItemType>)
        {
            cancelWith(workflow: workflow)
        }
    }
#endif
