/// Something that happened to an object.
package struct ObjectMove: Equatable, Sendable {
    /// What happened.
    package enum Kind: Equatable, Sendable {
        case made
        case launched
        case attached
        case detached
        case activated
        case deactivated
        case started
        case stopped
        case viewAppeared
        case viewLeft
        /// It was found alive so many nanoseconds after it should have gone; 0 when that is not said.
        case foundAlive(late: UInt64)
        case destroyed
    }

    package let kind: Kind
    /// Nanoseconds since recording began.
    package let time: UInt64
    /// The parent that it was attached to or detached from, or the interactor that started it.
    package let other: LedgerSubscription.Owner?

    package init(_ kind: Kind, at time: UInt64, other: LedgerSubscription.Owner? = nil) {
        self.kind = kind
        self.time = time
        self.other = other
    }
}
