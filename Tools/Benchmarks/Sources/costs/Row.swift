import Foundation

/// A line of the table.
struct Row {
    let what: String
    var ours = ""
    var peer = ""
    /// Ours over the peer's.
    var ratio: Double?
    /// What the ratio should be at most; nil when nobody set a target.
    var limit: Double?
    /// Why there are no numbers.
    var trouble: String?

    static let header = """
        | what | ours | peer | ratio | target | |
        |---|---|---|---|---|---|
        """

    var markdown: String {
        if let trouble { return "| \(what) | | | not measured: \(trouble) | | |" }
        let target = limit.map { "≤ \(Self.shown($0))" } ?? ""
        let verdict = limit.map { (ratio ?? 0) <= $0 ? "met" : "**missed**" } ?? ""
        return "| \(what) | \(ours) | \(peer) | \(ratio.map(Self.shown) ?? "") "
            + "| \(target) | \(verdict) |"
    }

    private static func shown(_ ratio: Double) -> String {
        String(format: ratio < 10 ? "%.2f" : "%.0f", ratio)
    }
}
