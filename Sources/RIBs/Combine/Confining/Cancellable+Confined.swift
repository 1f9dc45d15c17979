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
            if let confined = interactor.confined {
                confined.insert((self as? AnyCancellable) ?? AnyCancellable(self))
            } else {
                interactor.recordTooLate(self)
                cancel()
                print("Subscription immediately terminated, since \(interactor) is inactive.")
            }
            return self
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

    extension SubscriptionOwner {
        /// Records that a subscription came too late for this owner and ends at once. Call it
        /// before it ends.
        func recordTooLate(_ subscription: some Cancellable) {
            if subscription is AnyCancellable, SubscriptionTracking.claimLast(of: activity) {
                return
            }
            recordTooLate(String(describing: type(of: subscription)))
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
