// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBTrace

extension TraceMetadata {
    /// Whether the process that writes the trace is gone; false when in doubt. Asked only where a
    /// lock on the trace's folder cannot tell, as on a file system without locks.
    var isWriterGone: Bool {
        guard let pid = pid_t(exactly: processID), pid > 0 else { return false }
        if kill(pid, 0) != 0, errno == ESRCH { return true }
        // The system gives the numbers of processes again. One that began after the recording is
        // another.
        guard let start = Self.startOfProcess(pid) else { return false }
        return start > startedAt
    }

    /// When a process began, at the earliest, in monotonic nanoseconds; nil when unknown.
    private static func startOfProcess(_ pid: pid_t) -> UInt64? {
        #if os(Linux)
            guard let file = fopen("/proc/\(pid)/stat", "r") else { return nil }
            defer { fclose(file) }
            var bytes = [CChar](repeating: 0, count: 4_096)
            guard fgets(&bytes, Int32(bytes.count), file) != nil else { return nil }
            let text = String(decoding: bytes.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
            // The name stands in brackets and may hold anything. The start is the 20th field behind.
            let fields = text[(text.lastIndex(of: ")") ?? text.startIndex)...].split(separator: " ")
            guard fields.count > 20, let ticks = UInt64(fields[20]) else { return nil }
            let start = ticks * (1_000_000_000 / UInt64(max(1, sysconf(Int32(_SC_CLK_TCK)))))
            return monotonic(sinceBoot: start, slept: sleptFor)
        #else
            return nil
        #endif
    }

    #if os(Linux)
        /// The earliest that a time since boot, sleep included, can be on the monotonic clock.
        /// That stands still in sleep, and all the sleep may have been before.
        static func monotonic(sinceBoot time: UInt64, slept: UInt64) -> UInt64 {
            time - min(slept, time)
        }

        /// For how long the machine slept since it booted, and never less.
        private static var sleptFor: UInt64 {
            var (boot, awake) = (timespec(), timespec())
            // Read last, the clock that goes on in sleep can only make this longer.
            clock_gettime(CLOCK_MONOTONIC, &awake)
            clock_gettime(CLOCK_BOOTTIME, &boot)
            let seconds = Int64(boot.tv_sec - awake.tv_sec)
            return UInt64(max(0, seconds * 1_000_000_000 + Int64(boot.tv_nsec - awake.tv_nsec)))
        }
    #endif
}
