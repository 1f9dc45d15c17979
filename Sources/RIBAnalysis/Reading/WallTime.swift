// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBTrace

/// Writes times in ISO 8601.
package enum ISO8601 {
    /// A time since 1970 in UTC, such as `2026-01-02T03:04:05.006Z`.
    ///
    /// Foundation's format style loads time zones first, which takes longer than reading ten
    /// thousand events.
    package static func text(milliseconds: Int64) -> String {
        let fraction = (milliseconds % 1_000 + 1_000) % 1_000
        var seconds = time_t((milliseconds - fraction) / 1_000)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        let time = String(
            format: "%02d:%02d:%02d.%03d", parts.tm_hour, parts.tm_min, parts.tm_sec,
            Int32(fraction))
        return "\(CalendarDay(parts))T\(time)Z"
    }
}

extension TraceMetadata {
    /// When an event happened, in nanoseconds since 1970-01-01 UTC.
    package func nanosecondsSince1970(at timestamp: UInt64) -> Int64 {
        Int64(clamping: timestamp).addingReportingOverflow(clockOffset).partialValue
    }

    /// When an event happened: ISO 8601, UTC, to the millisecond.
    package func wallTime(at timestamp: UInt64) -> String {
        ISO8601.text(milliseconds: nanosecondsSince1970(at: timestamp) / 1_000_000)
    }
}

extension RecordedProcess {
    package init(trace: String, metadata: TraceMetadata) {
        self.init(
            trace: trace, processName: metadata.processName, processID: metadata.processID,
            startedAt: metadata.wallTime(at: metadata.startedAt))
        revision = metadata.origin.revision
    }
}

/// A calendar day, such as 2026-12-31.
package struct CalendarDay: Comparable, CustomStringConvertible, Sendable {
    /// The day in ISO 8601 format.
    package let description: String

    /// Reads `YYYY-MM-DD` exactly, for a day that exists.
    package init?(_ text: String) {
        let numbers = text.split(separator: "-", omittingEmptySubsequences: false).map { Int32($0) }
        guard text.utf8.count == 10, numbers.count == 3, let year = numbers[0],
            let month = numbers[1], let day = numbers[2]
        else { return nil }
        var parts = tm()
        (parts.tm_year, parts.tm_mon, parts.tm_mday) = (year - 1_900, month - 1, day)
        // Makes March 2 of February 30.
        _ = timegm(&parts)
        self.init(parts)
        guard description == text else { return nil }
    }

    /// Today in UTC, so that a gate decides the same in all time zones.
    package static func today() -> CalendarDay {
        var seconds = time(nil)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        return CalendarDay(parts)
    }

    init(_ parts: tm) {
        description = String(
            format: "%04d-%02d-%02d", parts.tm_year + 1_900, parts.tm_mon + 1, parts.tm_mday)
    }

    package static func < (left: CalendarDay, right: CalendarDay) -> Bool {
        left.description < right.description
    }
}
