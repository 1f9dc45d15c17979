// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// What to watch.
package enum WatchTarget: Equatable, Sendable {
    /// The newest run in a folder of runs. Waits for one, and moves on when a newer one begins.
    case newestRun(below: String)
    /// These folders of runs or traces, until they end. Waits for those that do not exist yet.
    case folders([String])
}

/// A moment on the watcher's own clock, which never goes back.
package struct WatchMoment: Comparable, Sendable {
    package let nanoseconds: UInt64

    /// - Parameter nanoseconds: Since any moment, the same for all of one watcher.
    package init(nanoseconds: UInt64) { self.nanoseconds = nanoseconds }

    /// This moment.
    package static var now: WatchMoment {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return WatchMoment(
            nanoseconds: UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec))
    }

    package static func < (left: WatchMoment, right: WatchMoment) -> Bool {
        left.nanoseconds < right.nanoseconds
    }

    /// Nanoseconds since an earlier moment; 0 for a later one.
    package func since(_ earlier: WatchMoment) -> UInt64 {
        nanoseconds - min(nanoseconds, earlier.nanoseconds)
    }
}
