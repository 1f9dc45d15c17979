// SPDX-License-Identifier: Apache-2.0

#if RxSwift
    import RIBRecorder
    import RxSwift

    extension Disposable {
        /// Disposes of this subscription when an interactor becomes inactive.
        ///
        /// This is the usual way to tie a subscription to an interactor. Its closures may even hold
        /// the interactor strongly: the deactivation breaks the cycle. If the interactor is
        /// inactive now, the subscription ends at once.
        @discardableResult
        public func disposeOnDeactivate(interactor: Interactor) -> any Disposable {
            confine(to: interactor)
        }

        /// Disposes of this subscription when a worker's work ends.
        ///
        /// Its closures may even hold the worker strongly: the end of the work breaks the cycle. If
        /// the worker is not at work now, the subscription ends at once.
        @discardableResult
        public func disposeOnStop(_ worker: Worker) -> any Disposable { confine(to: worker) }

        /// Disposes of this subscription when a workflow is disposed of.
        ///
        /// Its closures may even hold the workflow strongly: its end breaks the cycle. If the
        /// workflow has ended already, the subscription ends at once.
        public func disposeWith<ActionableItemType>(workflow: Workflow<ActionableItemType>) {
            workflow.confined.insert(dispose)
        }

        /// `disposeWith(workflow:)` under its first name, which is misspelled.
        @available(*, deprecated, renamed: "disposeWith(workflow:)")
        public func disposeWith<ActionableItemType>(
            worflow workflow: Workflow<ActionableItemType>
        ) {
            disposeWith(workflow: workflow)
        }

        private func confine(to owner: some ConfiningOwner) -> any Disposable {
            owner.confine(
                "Subscription", EndingCall(dispose), String(describing: type(of: self)),
                isRecorded: SubscriptionTracking.claimLast(of: owner.activity))
            return self
        }

        /// Enters this subscription into the ledger as an owner's, until it is disposed of.
        ///
        /// Unlike one with `disposeOnDeactivate(interactor:)`, it continues after the deactivation.
        /// That is a finding. Only ``SubscriptionTracking`` sees and counts its values.
        ///
        /// - Returns: A disposable to use instead of this subscription, which it retains.
        public func tracked(by owner: some SubscriptionOwner) -> any Disposable {
            guard let owner = owner.recordedActivity, !SubscriptionTracking.claimLast(of: owner),
                let entry = Recorder.shared.subscribed(
                    owner: owner, chain: String(describing: type(of: self)),
                    attribution: .explicit, confinement: .none)
            else { return self }
            return Disposables.create {
                dispose()
                Recorder.shared.ended(entry, .cancelled)
            }
        }
    }

    extension ObservableType {
        /// Passes values on only while an interactor is active.
        ///
        /// The subscription itself lives on. A value that comes while the interactor is inactive
        /// waits; the latest one, new or not, is passed on when the interactor becomes active.
        /// Inside an interactor, `disposeOnDeactivate(interactor:)` is usually what you want.
        public func confineTo(_ interactorScope: any InteractorScope) -> Observable<Element> {
            let owner = WeakInteractorScope(interactorScope).interactor?.activity
            let confined = Observable.combineLatest(interactorScope.isActiveStream, self) {
                isActive, value in (isActive, value)
            }.filter { isActive, _ in isActive }.map { _, value in value }
            // Comes last, so that the text of the chain can recognise it by its four operators.
            return confined.do(onSubscribe: {
                if let owner { SubscriptionTracking.confineSubscriptionBeingMade(to: owner) }
            })
        }
    }
#endif
