// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

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

    /// Names a new run.
    ///
    /// - Parameters:
    ///   - time: When it began, in milliseconds since 1970.
    ///   - owner: The number of its process, or what else tells whose it is; digits and hyphens.
    ///   - last: The greatest name in the folder, if there is one.
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
        var seconds = time_t(time.flooredQuotient(by: 1_000))
        var parts = tm()
        gmtime_r(&seconds, &parts)
        let date = [
            padded(parts.tm_year + 1_900, to: 4), padded(parts.tm_mon + 1, to: 2),
            padded(parts.tm_mday, to: 2),
        ].joined()
        let clock = [parts.tm_hour, parts.tm_min, parts.tm_sec].map { padded($0, to: 2) }.joined()
        let fraction = padded(Int32(time - Int64(seconds) * 1_000), to: 3)
        return "\(date)T\(clock).\(fraction)Z"
    }

    private static func padded(_ number: Int32, to length: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, length - digits.count)) + digits
    }

    /// - Returns: Nil for a name of another form, or with a time that no calendar has.
    private static func time(of name: String) -> Int64? {
        let bytes = Array(name.utf8)
        let isDigit = { (byte: UInt8) in (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
        guard bytes.count > 21, bytes[20] == UInt8(ascii: "-"),
            bytes[21...].allSatisfy({ isDigit($0) || $0 == UInt8(ascii: "-") }),
            (bytes[..<8] + bytes[9..<15] + bytes[16..<19]).allSatisfy(isDigit)
        else { return nil }
        func number(_ range: Range<Int>) -> Int32 {
            bytes[range].reduce(0) { $0 * 10 + Int32($1 - UInt8(ascii: "0")) }
        }
        var parts = tm()
        (parts.tm_year, parts.tm_mon, parts.tm_mday) = (
            number(0..<4) - 1_900, number(4..<6) - 1, number(6..<8)
        )
        (parts.tm_hour, parts.tm_min, parts.tm_sec) = (
            number(9..<11), number(11..<13), number(13..<15)
        )
        let time = Int64(timegm(&parts)) * 1_000 + Int64(number(16..<19))
        // It takes the 30th of February for a day in March.
        return text(of: time) == name.prefix(20) ? time : nil
    }
}

extension Int64 {
    fileprivate func flooredQuotient(by divisor: Int64) -> Int64 {
        let (quotient, rest) = quotientAndRemainder(dividingBy: divisor)
        return rest < 0 ? quotient - 1 : quotient
    }
}
