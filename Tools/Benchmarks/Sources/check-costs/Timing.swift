// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Processor time and clock time, in nanoseconds.
struct Timing {
    var processor: Double
    var clock: Double

    static var now: Timing {
        Timing(processor: read(CLOCK_PROCESS_CPUTIME_ID), clock: read(CLOCK_MONOTONIC))
    }

    static func - (left: Timing, right: Timing) -> Timing {
        Timing(processor: left.processor - right.processor, clock: left.clock - right.clock)
    }

    static func / (timing: Timing, count: Double) -> Timing {
        Timing(processor: timing.processor / count, clock: timing.clock / count)
    }

    private static func read(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }
}
