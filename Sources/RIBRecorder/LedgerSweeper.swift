/// Follows subscriptions of the ledger that may be over without having told.
package protocol LedgerSweeper: AnyObject, Sendable {
    /// Ends those in the ledger that are over. Any thread may ask, and may hold locks: it must call no
    /// code of the host's, such as an object's `deinit`.
    func sweep()
}
