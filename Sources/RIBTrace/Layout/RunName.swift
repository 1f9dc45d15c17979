// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The name of a run's folder: a time in UTC and whose run it is, such as
/// `20260102T030405.006Z-77`.
///
/// The later of two runs in a folder has the greater name, also after the clock was set back: then
/// a run is named a millisecond after the one before it. So who looks for the newest run needs
/// names alone, which a copy of the folder keeps.
package struct RunName: Comparable, Sendable {
    /// The folder's name.
    package let text: String
    /// Milliseconds since 1970; nil for a name that the recorder does not give.
    private let time: Int64?

    /// The name of a folder beside runs, whatever it is.
    package init(_ text: String) {
        self.text = text
        time = Self.time(of: text)
    }

    /// Names a new run by its start in milliseconds since 1970 and its owner, in digits and
    /// hyphens, after the greatest name in its folder.
    package init(at time: Int64, of owner: String, after last: RunName?) {
        let own = RunName("\(Self.text(of: time))-\(owner)")
        guard let last, let lastTime = last.time, last > own else {
            self = own
            return
        }
        let next = RunName("\(Self.text(of: lastTime + 1))-\(owner)")
        // After the year 9999 there is no greater name.
        self = next.isRecorders ? next : own
    }

    /// Whether the recorder gives such names.
    package var isRecorders: Bool { time != nil }

    /// By age. A copy that a person made and named is older than any run that has its own name.
    package static func < (left: RunName, right: RunName) -> Bool {
        left.isRecorders == right.isRecorders ? left.text < right.text : right.isRecorders
    }

    // MARK: - The time in a name

    private static func text(of time: Int64) -> String {
        let fraction = (time % 1_000 + 1_000) % 1_000
        var seconds = time_t((time - fraction) / 1_000)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        return String(
            format: "%04d%02d%02dT%02d%02d%02d.%03dZ", parts.tm_year + 1_900, parts.tm_mon + 1,
            parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec, Int32(fraction))
    }

    /// - Returns: Nil for a name of another form, or with a time that no calendar has.
    private static func time(of name: String) -> Int64? {
        let bytes = Array(name.utf8)
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        guard bytes.count > 21, bytes[20] == UInt8(ascii: "-"),
            bytes[21...].allSatisfy({ digits.contains($0) || $0 == UInt8(ascii: "-") })
        else { return nil }
        let places = [0..<4, 4..<6, 6..<8, 9..<11, 11..<13, 13..<15, 16..<19]
        let numbers = places.compactMap { Int32(String(decoding: bytes[$0], as: UTF8.self)) }
        guard numbers.count == places.count, numbers[0] >= 0 else { return nil }
        var parts = tm()
        (parts.tm_year, parts.tm_mon, parts.tm_mday) = (
            numbers[0] - 1_900, numbers[1] - 1, numbers[2]
        )
        (parts.tm_hour, parts.tm_min, parts.tm_sec) = (numbers[3], numbers[4], numbers[5])
        let time = Int64(timegm(&parts)) * 1_000 + Int64(numbers[6])
        // It takes the 30th of February for a day in March, and a sign is read as part of a number.
        return text(of: time) == name.prefix(20) ? time : nil
    }
}
