/// Counts the time in which the process ran, as far as ticks tell.
///
/// Between two ticks at most one tick's length counts: when more is missing, the process was stopped
/// by a debugger or a signal, or got no processor.
package struct RunningTime: Sendable {
    /// What two ticks may be apart, in nanoseconds.
    package let tickLength: UInt64
    /// Nanoseconds counted so far.
    package private(set) var elapsed: UInt64 = 0
    private var lastTick: UInt64

    /// - Parameters:
    ///   - tickLength: Nanoseconds, more than 0.
    ///   - now: When to begin, on any steady clock in nanoseconds.
    package init(tickLength: UInt64, from now: UInt64 = 0) {
        self.tickLength = max(tickLength, 1)
        lastTick = now
    }

    /// Begins to count again after a stretch that does not count.
    package mutating func resume(at now: UInt64) { lastTick = now }

    /// Counts what has passed since the last tick.
    package mutating func tick(at now: UInt64) {
        elapsed += min(now > lastTick ? now - lastTick : 0, tickLength)
        lastTick = now
    }
}
