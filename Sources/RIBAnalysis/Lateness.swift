/// How late an object was freed that outlived its deadline.
public struct Lateness: Equatable, Sendable {
    /// Nanoseconds from when it was let go until it was freed; up to its deadline, time in which the
    /// process did not run is left out.
    public let freedAfter: UInt64
    /// Nanoseconds from when it was found alive at its deadline until it was freed.
    public let late: UInt64
    /// True when both are upper bounds: an object without a base class does not say when it is
    /// freed, so that is only noticed later.
    public let isUpperBound: Bool

    /// Makes a lateness of nanoseconds.
    public init(freedAfter: UInt64, late: UInt64, isUpperBound: Bool) {
        self.freedAfter = freedAfter
        self.late = late
        self.isUpperBound = isUpperBound
    }
}
