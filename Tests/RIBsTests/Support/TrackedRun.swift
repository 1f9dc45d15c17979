#if !canImport(Combine)
    import RIBRecorder
    import RIBTrace

    @testable import RIBs

    /// A tracker that is on while this lives, and the ledger it writes to.
    final class TrackedRun {
        let ledger: LedgerDouble
        let tracker: SubscriptionTracker
        let owner = Activity(owner: ObjectID(1))
        let other = Activity(owner: ObjectID(2))

        init(ledger: LedgerDouble = LedgerDouble(), smallestSweep: Int = 1024) {
            self.ledger = ledger
            tracker = SubscriptionTracker(ledger: ledger, smallestSweep: smallestSweep)
            tracker.enable()
        }

        deinit { tracker.disable() }

        /// Runs `body` as the first owner does while it becomes active.
        func owned<Result>(_ body: () -> Result) -> Result {
            ledger.attributing(to: owner, body)
        }

        /// The chain of a publisher with a sink at its end.
        func chain<P: Publisher>(_ publisher: P) -> String? {
            let before = ledger.chains.count
            let subscription = owned {
                publisher.sink { _ in
                } receiveValue: { _ in
                }
            }
            subscription.cancel()
            let new = ledger.chains.dropFirst(before)
            return new.count == 1 ? new.first.map { String($0.dropFirst("1: ".count)) } : nil
        }
    }
#endif
