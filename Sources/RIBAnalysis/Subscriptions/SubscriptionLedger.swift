/// The subscriptions of one recorded process.
package struct SubscriptionLedger: Equatable, Sendable {
    package let process: RecordedProcess
    /// By place, parents before their children, then by owner and time; at the end those of nobody.
    package let subscriptions: [LedgerSubscription]
    /// What may be missing, in one line.
    package let gaps: String?

    package init(
        process: RecordedProcess, subscriptions: [LedgerSubscription], gaps: String? = nil
    ) {
        self.process = process
        self.subscriptions = subscriptions
        self.gaps = gaps
    }
}
