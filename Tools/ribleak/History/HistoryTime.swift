import Foundation

/// Times of runs in one form, so that they sort as text.
enum HistoryTime {
    /// The time in UTC to the millisecond, as traces have it; nil for what is no time.
    static func normalized(_ text: String) -> String? {
        let whole = Date.ISO8601FormatStyle()
        let parts = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        guard let date = (try? whole.parse(text)) ?? (try? parts.parse(text)) else { return nil }
        return date.formatted(parts)
    }
}
