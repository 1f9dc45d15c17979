import RIBTrace

/// Follows subscriptions of the ledger, which may be over without having told, or whose owner is not known.
///
/// Any thread may ask, and may hold locks: it must call no code of the host's, such as an object's
/// `deinit`.
package protocol LedgerSweeper: AnyObject, Sendable {
    /// Ends those in the ledger that are over.
    func sweep()

    /// What objects of a class are to subscriptions.
    func sort(of type: Any.Type) -> OwnerSort

    /// The live subscriptions that nobody owns and that were made after an object; the oldest are left out
    /// where there are too many.
    func unowned(after object: ObjectID) -> [FollowedObject]

    /// Gives some of them to owners, or to nobody for good.
    ///
    /// - Returns: Those that are not over.
    func give(_ owners: [SubscriptionID: Activity?]) -> [SubscriptionID]

    /// Those of some subscriptions that are followed and live. Looks at all.
    func followed(_ ids: Set<SubscriptionID>) -> [FollowedObject]
}
