// SPDX-License-Identifier: Apache-2.0

import RIBText

/// Times and ages, as short as a screen needs them.
struct ClockText {
    /// Seconds that the reader's clock is ahead of UTC.
    let secondsFromUTC: Int

    /// The time of a day to the millisecond, such as `12:03:04.512`.
    ///
    /// - Parameter moment: Nanoseconds since 1970-01-01 UTC.
    func time(_ moment: Int64) -> String {
        let day: Int64 = 86_400_000
        let local = moment / 1_000_000 + Int64(secondsFromUTC) * 1000
        let milliseconds = ((local % day) + day) % day
        let seconds = milliseconds / 1000
        return [seconds / 3600, seconds / 60 % 60, seconds % 60]
            .map { Self.digits($0, 2) }.joined(separator: ":")
            + "." + Self.digits(milliseconds % 1000, 3)
    }

    /// A duration that goes on: tenths of the first second, whole seconds after that.
    static func age(_ nanoseconds: UInt64) -> String {
        if nanoseconds < 1_000_000_000 { return "0.\(nanoseconds / 100_000_000) s" }
        return Quantity.duration(nanoseconds: nanoseconds / 1_000_000_000 * 1_000_000_000)
    }

    private static func digits(_ number: Int64, _ count: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }
}
