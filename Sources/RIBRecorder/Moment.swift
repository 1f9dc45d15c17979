/// A point in time that is looked up when it is first asked for: to read a clock takes longer than most
/// of what needs the time.
package struct Moment {
    /// Nanoseconds, or 0 before it was asked for.
    private var nanoseconds: UInt64 = 0

    package init() {}

    /// - Parameter clock: Tells the time.
    mutating func time(by clock: () -> UInt64) -> UInt64 {
        if nanoseconds == 0 { nanoseconds = clock() }
        return nanoseconds
    }
}
