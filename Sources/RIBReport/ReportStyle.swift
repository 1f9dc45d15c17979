/// How a report for people looks.
public struct ReportStyle: Sendable {
    /// True to mark kinds and places with colours.
    public var isColored: Bool
    /// How many findings are shown, the most damaging ones; nil for all.
    public var limit: Int?
    /// How many columns lines may take; nil for as many as they need.
    public var width: Int?
    /// What relative files are relative to, for readers that only open absolute ones; may be empty.
    public var workingDirectory: String

    /// Creates a style.
    public init(
        isColored: Bool = false, limit: Int? = TextReport.usualLimit, width: Int? = nil,
        workingDirectory: String = ""
    ) {
        self.isColored = isColored
        self.limit = limit
        self.width = width
        self.workingDirectory = workingDirectory
    }
}
