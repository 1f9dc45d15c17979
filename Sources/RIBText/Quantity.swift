// SPDX-License-Identifier: Apache-2.0

/// Writes numbers in words.
package enum Quantity {
    /// A count with its noun, such as `1 leak` or `2 leaks`.
    package static func counted(
        _ count: some BinaryInteger, _ singular: String, _ plural: String? = nil
    ) -> String {
        "\(count) \(noun(count, singular, plural))"
    }

    /// The noun of a count, such as `leak` or `leaks`.
    package static func noun(
        _ count: some BinaryInteger, _ singular: String, _ plural: String? = nil
    ) -> String {
        count == 1 ? singular : plural ?? singular + "s"
    }

    /// A duration with two or three significant digits, such as `12 ms` or `1.4 s`.
    package static func duration(nanoseconds: UInt64) -> String {
        if nanoseconds >= 60 * 1_000_000_000 {
            let seconds = nanoseconds / 1_000_000_000
            return seconds < 3600
                ? "\(seconds / 60) min \(seconds % 60) s"
                : "\(seconds / 3600) h \(seconds % 3600 / 60) min"
        }
        return scaled(nanoseconds, ["s", "ms", "µs"]) ?? "\(nanoseconds) ns"
    }

    /// A size with two or three significant digits, such as `640 B` or `1.4 KB`, in powers of 1000.
    package static func bytes(_ count: Int) -> String {
        scaled(UInt64(clamping: count), ["GB", "MB", "KB"]) ?? "\(count) B"
    }

    /// The count in the largest unit that is not larger than it; nil when all are. They are those
    /// of a milliard, of a million and of a thousand.
    private static func scaled(_ count: UInt64, _ units: [String]) -> String? {
        let sizes: [UInt64] = [1_000_000_000, 1_000_000, 1000]
        guard let unit = sizes.firstIndex(where: { count >= $0 }) else { return nil }
        let tenths = count / (sizes[unit] / 10)
        return tenths < 100 && tenths % 10 != 0
            ? "\(tenths / 10).\(tenths % 10) \(units[unit])" : "\(tenths / 10) \(units[unit])"
    }

    /// A time in seconds, rounded up to the microsecond so that everything in that microsecond lies
    /// before it: `ribleak tree --at` with a time that was printed takes in the event of that time.
    package static func seconds(nanoseconds: UInt64) -> String {
        let microseconds = nanoseconds / 1000 + (nanoseconds % 1000 > 0 ? 1 : 0)
        let digits = String(microseconds % 1_000_000)
        let padded = String(repeating: "0", count: 6 - digits.count) + digits
        return "\(microseconds / 1_000_000).\(padded) s"
    }
}
