// SPDX-License-Identifier: Apache-2.0

#if !RxSwift
    import RIBRecorder

    /// Follows subscriptions without any change where they are made.
    ///
    /// While it is on, each subscription made in an interactor's `didBecomeActive` is followed, and
    /// a value that it delivers after the interactor became inactive is a finding. It costs a few
    /// times a bare delivery for each operator of each chain of the process, so it is meant for
    /// tests and debugging. Subscriptions made while it was off are not followed.
    ///
    /// It uses the introspection of OpenCombine. Apple's Combine offers none to other modules, so
    /// with Combine all of this does nothing, and `isEnabled` stays false.
    public enum SubscriptionTracking {
        #if canImport(Combine)
            /// Does nothing with Combine.
            public static func enable() {}

            /// Does nothing with Combine.
            public static func disable() {}

            /// Whether subscriptions are followed: never, with Combine.
            public static var isEnabled: Bool { false }

            static func confineSubscriptionBeingMade(to owner: Activity) -> Bool { false }

            static func lettingThrough(
                of owner: Activity, _ body: () -> Subscribers.Demand
            ) -> Subscribers.Demand { body() }

            static func claimLast(of owner: Activity) -> Bool { false }
        #else
            static let tracker = Protected<SubscriptionTracker?>(nil)
            /// Held while tracking is switched on. A second caller waits until it is, because the
            /// next line of its test may already subscribe.
            private static let switching = Protected(NoState())

            /// Follows the subscriptions made from now on, on all threads.
            ///
            /// The first call in a process takes some tens of milliseconds in a debug build: it
            /// sets up the search for owners, so that no later call waits for that.
            public static func enable() {
                switching.withLock { _ in
                    if isEnabled { return }
                    // A new tracker each time, so that it does not continue what an old one left
                    // open.
                    let fresh = SubscriptionTracker(recorder: Recorder.shared)
                    Recorder.shared.addSweeper(fresh)
                    fresh.enable()
                    tracker.withLock { $0 = fresh }
                }
            }

            /// Stops following all subscriptions. Those that it knows count as ended.
            public static func disable() {
                switching.withLock { _ in
                    let current = tracker.withLock { tracker in
                        defer { tracker = nil }
                        return tracker
                    }
                    guard let current else { return }
                    current.stop()
                    Recorder.shared.removeSweeper(current)
                }
            }

            /// Whether subscriptions are followed.
            public static var isEnabled: Bool { tracker.withLock { $0 != nil } }

            /// Enters the followed subscription that the calling thread is making as one that is
            /// silent while `owner` is inactive.
            ///
            /// - Returns: False if there is none. Then the caller must enter it.
            static func confineSubscriptionBeingMade(to owner: Activity) -> Bool {
                tracker.withLock { $0 }?.confineSubscriptionBeingMade(to: owner) ?? false
            }

            /// Runs `body` while a confined subscription delivers what it let through while `owner`
            /// was active.
            ///
            /// - Returns: What `body` returns.
            static func lettingThrough(
                of owner: Activity, _ body: () -> Subscribers.Demand
            ) -> Subscribers.Demand {
                guard let tracker = tracker.withLock({ $0 }) else { return body() }
                return tracker.lettingThrough(of: owner, body)
            }

            /// Claims the followed subscription that the calling thread made last, for the owner
            /// that now states it itself.
            ///
            /// - Returns: False if there is none. Then the caller must enter it.
            static func claimLast(of owner: Activity) -> Bool {
                tracker.withLock { $0 }?.claimLast(of: owner) ?? false
            }
        #endif
    }
#endif
