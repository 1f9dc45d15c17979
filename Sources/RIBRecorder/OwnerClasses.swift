/// The classes by which the owners of subscriptions are known in memory.
package struct OwnerClasses: Sendable {
    /// Of objects that refer to an activity which is theirs.
    package let owners: [ObjectIdentifier]
    /// Of objects that refer to one such object, for which they stand.
    package let referrers: [ObjectIdentifier]

    package init(owners: [ObjectIdentifier], referrers: [ObjectIdentifier]) {
        self.owners = owners
        self.referrers = referrers
    }
}
