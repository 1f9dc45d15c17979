import Foundation

/// Writes times as ISO 8601 does.
enum ISO8601 {
    /// A time in UTC, such as `2026-01-02T03:04:05.006Z`.
    ///
    /// Foundation's own style loads time zones first, which takes longer than reading ten thousand
    /// events.
    ///
    /// - Parameter milliseconds: Since 1970.
    static func text(milliseconds: Int64) -> String {
        let fraction = (milliseconds % 1_000 + 1_000) % 1_000
        var seconds = time_t((milliseconds - fraction) / 1_000)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        let date = [
            padded(Int(parts.tm_year) + 1_900, to: 4), padded(Int(parts.tm_mon) + 1, to: 2),
            padded(Int(parts.tm_mday), to: 2),
        ].joined(separator: "-")
        let time = [parts.tm_hour, parts.tm_min, parts.tm_sec].map { padded(Int($0), to: 2) }
            .joined(separator: ":")
        return "\(date)T\(time).\(padded(Int(fraction), to: 3))Z"
    }

    private static func padded(_ number: Int, to length: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, length - digits.count)) + digits
    }
}
