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

    /// About when a process began, in monotonic nanoseconds; nil when unknown. Too early if the
    /// machine slept since.
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
            return ticks * (1_000_000_000 / UInt64(max(1, sysconf(Int32(_SC_CLK_TCK)))))
                // Counted since boot, sleep included: no later than that on the monotonic clock.
                &- sleptFor
        #else
            return nil
        #endif
    }

    #if os(Linux)
        /// For how long the machine slept since it booted.
        private static var sleptFor: UInt64 {
            var (boot, awake) = (timespec(), timespec())
            clock_gettime(CLOCK_MONOTONIC, &awake)
            clock_gettime(CLOCK_BOOTTIME, &boot)
            // Read one after the other, their seconds may differ by one without any sleep.
            let seconds = max(0, boot.tv_sec - awake.tv_sec - 1)
            return UInt64(seconds) * 1_000_000_000
        }
    #endif
}
