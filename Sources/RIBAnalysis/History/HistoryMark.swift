/// Something that happened at one moment of a span.
package struct HistoryMark: Equatable, Sendable {
    /// What happened.
    package enum Kind: UInt8, Sendable {
        /// The first value that a subscription delivered while its owner was inactive.
        case firedWhileInactive
        case viewLeft
        case viewAppeared
    }

    package let kind: Kind
    /// Nanoseconds since recording began.
    package let time: UInt64

    package init(_ kind: Kind, at time: UInt64) {
        self.kind = kind
        self.time = time
    }
}
