// SPDX-License-Identifier: Apache-2.0

#if !canImport(Combine)
    import RIBRecorder
    import RIBTrace

    @testable import RIBs

    /// A tracker that is on while this lives, and the recorder it reports to.
    final class TrackedRun {
        let recorder: SubscriptionRecorderDouble
        let tracker: SubscriptionTracker
        let owner = Activity(owner: ObjectID(1))
        let other = Activity(owner: ObjectID(2))

        init(
            recorder: SubscriptionRecorderDouble = SubscriptionRecorderDouble(),
            smallestSweep: Int = 1024
        ) {
            self.recorder = recorder
            tracker = SubscriptionTracker(recorder: recorder, smallestSweep: smallestSweep)
            tracker.enable()
        }

        deinit { tracker.disable() }

        /// Runs `body` as the first owner does while it becomes active.
        func owned<Result>(_ body: () -> Result) -> Result {
            recorder.attributing(to: owner, body)
        }

        /// The chain of a publisher with a sink at its end.
        func chain<P: Publisher>(_ publisher: P) -> String? {
            let before = recorder.chains.count
            let subscription = owned {
                publisher.sink { _ in
                } receiveValue: { _ in
                }
            }
            subscription.cancel()
            let new = recorder.chains.dropFirst(before)
            return new.count == 1 ? new.first.map { String($0.dropFirst("1: ".count)) } : nil
        }
    }
#endif
