/// All that a trace says about one subscription.
package struct SubscriptionStory: Equatable, Sendable {
    /// The first value that it delivered while its owner was inactive.
    package struct Firing: Equatable, Sendable {
        /// Nanoseconds.
        package let sinceDeactivation: UInt64
        /// The test or scope it came in.
        package let test: String?
        /// What sent the value.
        package let stack: CallStack?

        package init(sinceDeactivation: UInt64, test: String? = nil, stack: CallStack? = nil) {
            self.sinceDeactivation = sinceDeactivation
            self.test = test
            self.stack = stack
        }
    }

    package let process: RecordedProcess
    package let subscription: LedgerSubscription
    /// Where it was made.
    package let made: CallStack?
    /// Nil when it delivered none.
    package let firing: Firing?

    package init(
        process: RecordedProcess, subscription: LedgerSubscription, made: CallStack? = nil,
        firing: Firing? = nil
    ) {
        self.process = process
        self.subscription = subscription
        self.made = made
        self.firing = firing
    }
}
