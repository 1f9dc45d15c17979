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
        /// - Parameter interactor: The interactor whose deactivation ends the subscription.
        /// - Returns: This subscription, for a caller that wants to end it earlier.
        @discardableResult
        public func cancelOnDeactivate(interactor: Interactor) -> Self {
            confine(to: interactor, "inactive")
        }

        /// Ends this subscription when a worker's work ends, and keeps it alive until then.
        ///
        /// Its closures may even hold the worker strongly: the end of the work breaks the cycle. If
        /// the worker is not at work now, the subscription ends at once.
        ///
        /// - Parameter worker: The worker whose end ends the subscription.
        /// - Returns: This subscription, for a caller that wants to end it earlier.
        @discardableResult
        public func cancelOnStop(_ worker: Worker) -> Self {
            confine(to: worker, "stopped")
        }

        /// - Parameter state: What the owner is if it is too late, for the message.
        private func confine(to owner: some ConfiningOwner, _ state: String) -> Self {
            if let confined = owner.confined {
                confined.insert((self as? AnyCancellable) ?? AnyCancellable(self))
                return self
            }
            if !(self is AnyCancellable) || !SubscriptionTracking.claimLast(of: owner.activity) {
                owner.recordTooLate(String(describing: type(of: self)))
            }
            cancel()
            print("Subscription immediately terminated, since \(owner) is \(state).")
            return self
        }
    }

    extension Cancellable {
        /// `cancelOnDeactivate(interactor:)` in uber's spelling.
        ///
        /// - Parameter interactor: The interactor whose deactivation ends the subscription.
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

        /// `disposeWith(workflow:)` under its first name, which is misspelled.
        ///
        /// - Parameter workflow: The workflow whose cancellation ends the subscription.
        @available(*, deprecated, renamed: "disposeWith(workflow:)")
        public func disposeWith<ActionableItemType>(worflow workflow: Workflow<ActionableItemType>)
        {
            cancelWith(workflow: workflow)
        }
    }
#endif
