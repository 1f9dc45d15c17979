// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBAnalysis
import RIBTrace

/// A time in a recording, as a person writes it.
package enum TraceTime: Equatable, Sendable {
    /// After the last event.
    case end
    /// Nanoseconds since recording began.
    case sinceStart(UInt64)
    /// Nanoseconds since 1970-01-01 UTC.
    case wallTime(Int64)

    /// The forms that `init(_:)` reads, for help and errors.
    package static let forms =
        "seconds since recording began (1.25, 1.25s, 250ms) or a time (2026-01-02T03:04:05.006Z)"

    /// Their nanoseconds. Without one, seconds are meant.
    private static let units: [Substring: UInt64] = [
        "ns": 1, "µs": 1_000, "us": 1_000, "ms": 1_000_000, "s": 1_000_000_000, "": 1_000_000_000,
    ]

    /// Reads a time; nil when the text is none of the `forms`.
    package init?(_ text: String) {
        if let nanoseconds = Self.duration(text) {
            self = .sinceStart(nanoseconds)
        } else if let nanoseconds = Self.time(text) {
            self = .wallTime(nanoseconds)
        } else {
            return nil
        }
    }

    /// The time on the clock of a recording.
    package func timestamp(in metadata: TraceMetadata) -> UInt64 {
        switch self {
        case .end: return .max
        case .sinceStart(let nanoseconds):
            let (sum, overflows) = metadata.startedAt.addingReportingOverflow(nanoseconds)
            return overflows ? .max : sum
        case .wallTime(let nanoseconds):
            let (difference, overflows) = nanoseconds.subtractingReportingOverflow(
                metadata.clockOffset)
            if overflows { return metadata.clockOffset < 0 ? .max : 0 }
            return UInt64(clamping: difference)
        }
    }

    private static func duration(_ text: String) -> UInt64? {
        guard let parts = text.wholeMatch(of: /([0-9]+)(?:\.([0-9]+))?(.{0,2})/),
            let unit = units[parts.3], let whole = UInt64(parts.1),
            let billionths = fraction(parts.2 ?? "0")
        else { return nil }
        let (nanoseconds, overflows) = whole.multipliedReportingOverflow(by: unit)
        // Counts billionths of a unit. No unit is longer than a billion nanoseconds.
        let (sum, isTooLong) = nanoseconds.addingReportingOverflow(
            billionths * unit / 1_000_000_000)
        return overflows || isTooLong ? nil : sum
    }

    private static func time(_ text: String) -> Int64? {
        var seconds = text
        var nanoseconds: UInt64 = 0
        if let part = text.firstMatch(of: /\.([0-9]*)/) {
            guard let billionths = fraction(part.1) else { return nil }
            nanoseconds = billionths
            seconds.removeSubrange(part.range)
        }
        guard CalendarDay.exists(in: seconds),
            let date = try? Date(seconds, strategy: .iso8601)
        else { return nil }
        // Whole seconds, which a double holds exactly.
        guard let whole = Int64(exactly: date.timeIntervalSince1970) else { return nil }
        let (product, overflows) = whole.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, isTooLate) = product.addingReportingOverflow(Int64(nanoseconds))
        return overflows || isTooLate ? nil : sum
    }

    /// The value of one to nine decimal digits, in billionths.
    private static func fraction(_ digits: Substring) -> UInt64? {
        guard (1...9).contains(digits.count) else { return nil }
        return UInt64(digits + String(repeating: "0", count: 9 - digits.count))
    }
}

extension CalendarDay {
    /// Whether a moment in ISO 8601, such as 2026-12-31T03:04:05Z, has a day and a time that exist.
    ///
    /// Foundation takes February 30 as March 2, and 23:60 as midnight. A minute may have a leap
    /// second.
    package static func exists(in moment: String) -> Bool {
        let time = moment.dropFirst(11).prefix(8).split(separator: ":").map { Int($0) ?? .max }
        return CalendarDay(String(moment.prefix(10))) != nil
            && time.count == 3 && zip(time, [23, 59, 60]).allSatisfy { $0 <= $1 }
    }
}

extension TraceMetadata {
    /// Nanoseconds from the start of the recording to an event; 0 for an event that a damaged trace
    /// puts before it.
    package func sinceStart(_ timestamp: UInt64) -> UInt64 {
        timestamp > startedAt ? timestamp - startedAt : 0
    }
}
