// SPDX-License-Identifier: Apache-2.0

#if RxSwift || !canImport(Combine)
    import RIBRecorder

    /// Follows subscriptions without any change where they are made.
    ///
    /// While it is on, each subscription made in an interactor's `didBecomeActive` is followed, and
    /// a value that it delivers after the interactor became inactive is a finding. It is meant for
    /// tests and debugging. Subscriptions made while it was off are not followed.
    ///
    /// With publishers, it uses the introspection of the stream library, and costs a few times a
    /// bare delivery for each operator of each chain of the process. With observables, it uses
    /// overloads of `subscribe` and `bind`, which code that imports this module calls instead of
    /// the library's. Subscriptions inside a library are not seen then.
    public enum SubscriptionTracking {
        /// Its number is 1 while there is a tracker. Most calls read only that.
        private static let current = Protected<SubscriptionTracker?>(nil)
        /// Held while tracking is switched on. A second caller waits until it is, because the next
        /// line of its test may already subscribe.
        private static let switching = Protected(NoState())

        /// Follows the subscriptions made from now on, on all threads.
        ///
        /// The first call in a process takes some tens of milliseconds in a debug build: it sets up
        /// the search for owners, so that no later call waits for that.
        public static func enable() {
            switching.withLock { _ in
                if isEnabled { return }
                // A new tracker each time, so that it does not continue what an old one left open.
                let fresh = SubscriptionTracker(recorder: Recorder.shared)
                Recorder.shared.setSweeper(fresh)
                #if !RxSwift
                    fresh.enable()
                #endif
                current.withLock { tracker in
                    tracker = fresh
                    current.number = 1
                }
            }
        }

        /// Stops following all subscriptions. Those that it knows count as ended.
        public static func disable() {
            switching.withLock { _ in
                let last = current.withLock { tracker in
                    current.number = 0
                    return tracker.take()
                }
                guard let last else { return }
                last.stop()
                Recorder.shared.setSweeper(nil)
            }
        }

        /// Whether subscriptions are followed.
        public static var isEnabled: Bool { current.number != 0 }

        /// The tracker that follows new subscriptions; nil when tracking is off.
        static var tracker: SubscriptionTracker? { isEnabled ? current.withLock { $0 } : nil }

        /// Gives what the calling thread is making to `owner`, silent while that is inactive.
        /// Returns false if there is none: then the caller must enter it.
        @discardableResult
        static func confineSubscriptionBeingMade(to owner: Activity) -> Bool {
            guard let tracker, let making = tracker.making else { return false }
            tracker.withFollowed { _ in making.confine(to: owner) }
            return true
        }

        /// Claims the followed subscription that the calling thread entered last, for an owner that
        /// now states it itself. Otherwise it would be entered twice.
        ///
        /// - Returns: False if it has another owner, is already claimed, or was entered with a
        ///   different activity of its owner than now. Then the caller must enter it.
        static func claimLast(of owner: Activity) -> Bool {
            guard let tracker, let last = tracker.lastEntered, last.owner == owner.owner,
                last.wasActive == owner.isActive
            else { return false }
            tracker.lastEntered = nil
            return true
        }
    }
#else
    import RIBRecorder

    /// Does nothing: Apple's Combine tells other modules nothing of its subscriptions.
    public enum SubscriptionTracking {
        /// Does nothing with Combine.
        public static func enable() {}

        /// Does nothing with Combine.
        public static func disable() {}

        /// Whether subscriptions are followed: never, with Combine.
        public static var isEnabled: Bool { false }

        static func confineSubscriptionBeingMade(to owner: Activity) -> Bool { false }

        static func claimLast(of owner: Activity) -> Bool { false }
    }
#endif
