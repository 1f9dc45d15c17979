/// How a report for people looks.
public struct ReportStyle: Sendable {
    /// True to mark kinds and places with colours.
    public var isColored: Bool
    /// How many findings are shown, the most damaging ones; nil for all.
    public var limit: Int?

    /// Creates a style.
    public init(isColored: Bool = false, limit: Int? = TextReport.usualLimit) {
        self.isColored = isColored
        self.limit = limit
    }
}
