import Dispatch
import RIBRecorder

/// Runs closures after a delay in which the process ran.
public class Executor {
    /// Runs a closure on the main thread, once, after a delay that leaves out the time for which a
    /// debugger or anything else stopped the process or its main thread.
    ///
    /// The closure may be run later than after the delay, never earlier.
    ///
    /// - Parameters:
    ///   - delay: The delay in seconds.
    ///   - maxFrameDuration: How many milliseconds count at most between two looks at the clock.
    ///   - logic: What to run. It goes to the main thread, so it may only touch what may be touched
    ///     there.
    public static func execute(
        withDelay delay: Double, maxFrameDuration: Int = 33, logic: @escaping () -> Void
    ) {
        let frame = UInt64(max(1, maxFrameDuration)) * 1_000_000
        let countdown = Countdown(
            delay: ExpectationTime.nanoseconds(delay), frame: frame, logic: logic)
        countdown.start(period: frame / 3)
    }
}
