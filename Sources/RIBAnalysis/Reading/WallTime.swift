// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBTrace

/// Writes times in ISO 8601.
package enum ISO8601 {
    /// A time in UTC, such as `2026-01-02T03:04:05.006Z`.
    ///
    /// Foundation's format style loads time zones first, which takes longer than reading ten
    /// thousand events.
    ///
    /// - Parameter milliseconds: Since 1970.
    package static func text(milliseconds: Int64) -> String {
        let fraction = (milliseconds % 1_000 + 1_000) % 1_000
        var seconds = time_t((milliseconds - fraction) / 1_000)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        let date = CalendarDay(parts)
        let time = [parts.tm_hour, parts.tm_min, parts.tm_sec].map { padded(Int($0), to: 2) }
            .joined(separator: ":")
        return "\(date)T\(time).\(padded(Int(fraction), to: 3))Z"
    }

    /// A number with leading zeros.
    static func padded(_ number: Int, to length: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, length - digits.count)) + digits
    }
}

extension TraceMetadata {
    /// When an event happened, in nanoseconds since 1970-01-01 UTC.
    ///
    /// - Parameter timestamp: Nanoseconds on the recording machine's monotonic clock.
    package func nanosecondsSince1970(at timestamp: UInt64) -> Int64 {
        Int64(clamping: timestamp).addingReportingOverflow(clockOffset).partialValue
    }

    /// When an event happened: ISO 8601, UTC, to the millisecond.
    ///
    /// - Parameter timestamp: Nanoseconds on the recording machine's monotonic clock.
    package func wallTime(at timestamp: UInt64) -> String {
        ISO8601.text(milliseconds: nanosecondsSince1970(at: timestamp) / 1_000_000)
    }
}

extension RecordedProcess {
    /// - Parameter trace: The trace's folder, as given.
    package init(trace: String, metadata: TraceMetadata) {
        self.init(
            trace: trace, processName: metadata.processName, processID: metadata.processID,
            startedAt: metadata.wallTime(at: metadata.startedAt))
        revision = metadata.origin.revision
    }
}
