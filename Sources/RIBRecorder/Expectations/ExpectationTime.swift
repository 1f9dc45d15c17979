/// The time that what was let go has until it should be freed, in nanoseconds; uber's defaults.
package enum ExpectationTime {
    package static let object: UInt64 = 1_000_000_000
    /// For views, which an animation may hold.
    package static let view: UInt64 = 5_000_000_000
}

extension ExpectationTime {
    /// A time in seconds in nanoseconds; what is no time at all is none.
    package static func nanoseconds(_ seconds: Double) -> UInt64 {
        UInt64(exactly: (max(seconds, 0) * 1e9).rounded(.up))
            ?? (seconds > 0 ? .max : 0)
    }
}
