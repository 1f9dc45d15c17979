/// One step of a tree of RIBs from one state to the next.
package struct TreeChange: Equatable, Sendable {
    /// What happened to the RIB.
    package enum Kind: UInt8, Sendable {
        case made
        case launched
        case attached
        case detached
        case activated
        case deactivated
        case freed
    }

    package let kind: Kind
    /// Nanoseconds since recording began.
    package let time: UInt64
    /// Where the RIB stands in the list of RIBs.
    package let rib: Int
    /// Where the RIB stands that it was attached to; nil for other changes, and for one that nobody
    /// knows.
    package let parent: Int?

    package init(_ kind: Kind, of rib: Int, at time: UInt64, to parent: Int? = nil) {
        self.kind = kind
        self.rib = rib
        self.time = time
        self.parent = parent
    }
}
