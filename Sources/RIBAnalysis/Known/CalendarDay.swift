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

    package static func < (left: CalendarDay, right: CalendarDay) -> Bool {
        left.description < right.description
    }
}
