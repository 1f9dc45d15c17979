// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A calendar day, such as 2026-12-31.
package struct CalendarDay: Comparable, CustomStringConvertible, Sendable {
    private let year: Int
    private let month: Int
    private let day: Int

    /// Reads a day in ISO 8601 format.
    ///
    /// - Parameter text: `YYYY-MM-DD` exactly, for a day that exists.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-")
        else { return nil }
        func number(_ range: Range<Int>) -> Int? {
            bytes[range].reduce(0) { sum, byte in
                guard let sum, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else {
                    return nil
                }
                return sum * 10 + Int(byte - UInt8(ascii: "0"))
            }
        }
        guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
            (1...12).contains(month), (1...Self.days(in: month, of: year)).contains(day)
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    private init(year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
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
        self.init(
            year: Int(parts.tm_year) + 1_900, month: Int(parts.tm_mon) + 1,
            day: Int(parts.tm_mday))
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

    private static func days(in month: Int, of year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    package static func < (left: CalendarDay, right: CalendarDay) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }

    package var description: String {
        [(year, 4), (month, 2), (day, 2)].map(ISO8601.padded).joined(separator: "-")
    }
}
