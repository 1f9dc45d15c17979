#if RxSwift
    import RIBRecorder
    import RxSwift

    extension Disposable {
        /// Enters this subscription into the ledger as an interactor's, until it is disposed of.
        ///
        /// It goes on after the deactivation, unlike one with `disposeOnDeactivate(interactor:)`; that it
        /// does is a finding. Its values are not counted: those are known only of what
        /// ``SubscriptionTracking`` follows.
        ///
        /// - Parameter interactor: Whose subscription it is.
        /// - Returns: What to dispose of instead of this subscription, which it keeps.
        public func tracked(by interactor: Interactor) -> any Disposable {
            tracked(by: interactor.activity)
        }

        /// Enters this subscription into the ledger as a worker's, until it is disposed of.
        ///
        /// As the form for interactors.
        ///
        /// - Parameter worker: Whose subscription it is.
        /// - Returns: What to dispose of instead of this subscription, which it keeps.
        public func tracked(by worker: Worker) -> any Disposable { tracked(by: worker.activity) }

        /// Enters this subscription into the ledger as a RIB's, until it is disposed of.
        ///
        /// As the form for interactors.
        ///
        /// - Parameter rib: Whose subscription it is.
        /// - Returns: What to dispose of instead of this subscription, which it keeps.
        public func tracked(by rib: some PlainRIB) -> any Disposable {
            tracked(by: PlainRIBNode.of(rib)?.activity)
        }

        /// - Parameter owner: Nil when it is not recorded.
        private func tracked(by owner: Activity?) -> any Disposable {
            guard let owner, !SubscriptionTracking.claimLast(of: owner),
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
#endif
