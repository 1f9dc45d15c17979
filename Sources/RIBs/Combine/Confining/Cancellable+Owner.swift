// SPDX-License-Identifier: Apache-2.0

#if !RxSwift
    import RIBRecorder

    extension Cancellable {
        /// Ends this subscription when an interactor becomes inactive, and keeps it alive until
        /// then.
        ///
        /// This is the usual way to tie a subscription to an interactor. Its closures may even hold
        /// the interactor strongly: the deactivation breaks the cycle. If the interactor is
        /// inactive now, the subscription ends at once.
        @discardableResult
        public func cancelOnDeactivate(interactor: Interactor) -> Self { confine(to: interactor) }

        /// Ends this subscription when a worker's work ends, and keeps it alive until then.
        ///
        /// Its closures may even hold the worker strongly: the end of the work breaks the cycle. If
        /// the worker is not at work now, the subscription ends at once.
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

        /// Enters this subscription into the ledger as an owner's, until it is cancelled or freed.
        ///
        /// Unlike one with `cancelOnDeactivate(interactor:)`, it continues after the deactivation.
        /// That is a finding. Only ``SubscriptionTracking`` sees and counts its values.
        ///
        /// - Returns: A token to cancel instead of this subscription, which it retains.
        public func tracked(by owner: some SubscriptionOwner) -> AnyCancellable {
            let plain = self as? AnyCancellable
            guard let owner = owner.recordedActivity,
                // A tracker may follow the subscription, so that it need not be entered again.
                // Mostly this thread has just made it: then it is the owner's last one, which is
                // claimed only once. Else the token is looked up, and given to the owner.
                plain.map({
                    !SubscriptionTracking.claimLast(of: owner)
                        && !Recorder.shared.claim($0, for: owner)
                }) ?? true,
                // The recorder keeps one text for each type that it is given. A publisher may be
                // cancellable, too: its metatype keeps this text apart from that of its chain.
                let entry = Recorder.shared.subscribed(
                    owner: owner, chainOf: Self.Type.self,
                    { _ in String(describing: Self.self) }, attribution: .explicit,
                    confinement: .none)
            else { return plain ?? AnyCancellable(self) }
            return AnyCancellable {
                cancel()
                Recorder.shared.ended(entry, .cancelled)
            }
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
