#if RxSwift
    import RIBRecorder
    import RxSwift

    extension Disposable {
        /// Disposes of this subscription when an interactor becomes inactive.
        ///
        /// This is the usual way to tie a subscription to an interactor. Its closures may even hold the
        /// interactor strongly: the deactivation breaks the cycle. If the interactor is inactive now,
        /// the subscription ends at once.
        ///
        /// - Parameter interactor: Whose deactivation ends the subscription.
        /// - Returns: This subscription, for a caller that wants to end it earlier.
        @discardableResult
        public func disposeOnDeactivate(interactor: Interactor) -> any Disposable {
            confine(to: interactor) {
                print("Subscription immediately terminated, since \(interactor) is inactive.")
            }
        }

        /// Disposes of this subscription when a worker's work ends.
        ///
        /// Its closures may even hold the worker strongly: the end of the work breaks the cycle. If the
        /// worker is not at work now, the subscription ends at once.
        ///
        /// - Parameter worker: The worker whose end ends the subscription.
        /// - Returns: This subscription, for a caller that wants to end it earlier.
        @discardableResult
        public func disposeOnStop(_ worker: Worker) -> any Disposable {
            confine(to: worker) {
                print("Subscription immediately terminated, since \(worker) is stopped.")
            }
        }

        /// Disposes of this subscription when a workflow is disposed of.
        ///
        /// Its closures may even hold the workflow strongly: its end breaks the cycle. If the workflow
        /// has ended already, the subscription ends at once.
        ///
        /// - Parameter workflow: The workflow whose end ends the subscription.
        public func disposeWith<ActionableItemType>(workflow: Workflow<ActionableItemType>) {
            workflow.confined.insert(DisposableToken(self))
        }

        /// `disposeWith(workflow:)` under the name that it had first.
        ///
        /// - Parameter workflow: The workflow whose end ends the subscription.
        @available(*, deprecated, renamed: "disposeWith(workflow:)")
        public func disposeWith<ActionableItemType>(
            worflow workflow: Workflow<ActionableItemType>
        ) {
            disposeWith(workflow: workflow)
        }

        private func confine(
            to owner: some SubscriptionOwner, tooLate: () -> Void
        ) -> any Disposable {
            if let confined = owner.confined {
                confined.insert(DisposableToken(self))
            } else {
                if !SubscriptionTracking.claimLast(of: owner.activity) {
                    owner.recordTooLate(String(describing: type(of: self)))
                }
                dispose()
                tooLate()
            }
            return self
        }
    }
#endif
