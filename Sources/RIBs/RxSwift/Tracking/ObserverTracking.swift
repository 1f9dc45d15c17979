// SPDX-License-Identifier: Apache-2.0

#if RxSwift
    import RIBRecorder
    import RxSwift

    /// Follows subscriptions without any change where they are made.
    ///
    /// While it is on, each subscription that the project's code makes to an observable is followed, and
    /// a value that it delivers after its interactor became inactive is a finding. It is meant for tests and
    /// debugging. Subscriptions made while it was off are not followed.
    ///
    /// It stands on overloads of `subscribe` and `bind`, which code that imports this module takes in place
    /// of RxSwift's. What a library subscribes to inside of itself is not seen.
    public enum SubscriptionTracking {
        private static let current = Protected<ObserverTracker?>(nil)
        /// 1 while there is a tracker: most calls ask for no more.
        private static let isOn = AtomicCounter()

        /// Follows the subscriptions made from now on, on all threads.
        public static func enable() {
            let fresh = ObserverTracker()
            let isFirst = current.withLock { current in
                if current != nil { return false }
                current = fresh
                isOn.value = 1
                return true
            }
            if isFirst { Recorder.shared.addSweeper(fresh) }
        }

        /// Follows no subscription any more, not even those it knows: they count as ended.
        public static func disable() {
            let last = current.withLock { current in
                defer { current = nil }
                isOn.value = 0
                return current
            }
            guard let last else { return }
            last.stop()
            Recorder.shared.removeSweeper(last)
        }

        /// Whether subscriptions are followed.
        public static var isEnabled: Bool { isOn.value != 0 }

        /// Who follows the subscriptions that are made now.
        static var tracker: ObserverTracker? {
            isOn.value == 0 ? nil : current.withLock { $0 }
        }

        /// Has the followed subscription that the calling thread is making entered as one that is
        /// silent while `owner` is inactive.
        static func confineMaking(to owner: Activity) { tracker?.confineMaking(to: owner) }

        /// Takes the followed subscription that the calling thread made last for the one that its
        /// owner now names itself.
        ///
        /// - Returns: False when there is none, so that it must be entered.
        static func claimLast(of owner: Activity) -> Bool {
            tracker?.claimLast(of: owner) ?? false
        }
    }
#endif
