// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A calendar day, such as 2026-12-31.
package struct CalendarDay: Comparable, CustomStringConvertible, Sendable {
    /// The day in ISO 8601 format.
    package let description: String

    /// Reads a day in ISO 8601 format.
    ///
    /// - Parameter text: `YYYY-MM-DD` exactly, for a day that exists.
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

    /// The day of a broken-down time.
    init(_ parts: tm) {
        let numbers = [
            (Int(parts.tm_year) + 1_900, 4), (Int(parts.tm_mon) + 1, 2), (Int(parts.tm_mday), 2),
        ]
        description = numbers.map(ISO8601.padded).joined(separator: "-")
    }

    /// Whether a moment in ISO 8601, such as 2026-12-31T03:04:05Z, has a day and a time that exist.
    ///
    /// Foundation takes February 30 as March 2, and 23:60 as midnight. A minute may have a leap
    /// second.
    package static func exists(in moment: String) -> Bool {
        let time = moment.dropFirst(11).prefix(8).split(separator: ":").map { Int($0) ?? .max }
        return CalendarDay(String(moment.prefix(10))) != nil
            && time.count == 3 && zip(time, [23, 59, 60]).allSatisfy { $0 <= $1 }
    }

    package static func < (left: CalendarDay, right: CalendarDay) -> Bool {
        left.description < right.description
    }
}
