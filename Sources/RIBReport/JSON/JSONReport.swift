import RIBAnalysis
import RIBTrees

/// A report for programs: contract version 1.
///
/// Absent facts are null. Keys are sorted, so equal reports are equal text.
public struct JSONReport: Sendable {
    /// Raised when a key changes its meaning or goes away; new keys may come at any time.
    public static let version = 1

    /// Creates a renderer.
    public init() {}

    /// The whole report, ending with a line break.
    public func text(for report: RunReport) -> String {
        JSONText.encoded(JSONDocument(report))
    }
}
