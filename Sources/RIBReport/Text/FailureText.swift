// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBText

/// What a failed test says: the first finding in the report's words, and a line for each other one.
///
/// A failure stands among the output of many tests, so it is kept short. What is left out first are
/// callers, victims and the harmless edges of a retain path; never what is wrong, the suspect edge or
/// the hint.
package struct FailureText: Sendable {
    /// No failure is longer, unless told.
    package static let mostLines = 40
    /// More findings are only counted.
    private static let mostOthers = 5

    private let findings: [Finding]
    private let limit: Int

    /// Creates the text for the findings of one test, most damaging first.
    ///
    /// - Parameters:
    ///   - findings: What the test fails for.
    ///   - limit: How many lines there may be.
    package init(_ findings: [Finding], within limit: Int = mostLines) {
        self.findings = findings
        self.limit = limit
    }

    /// At most as many lines as there may be, without colours; none when there are no findings.
    package var lines: [String] {
        guard let first = findings.first else { return [] }
        let others = otherLines
        return (Self.lines(for: first, within: limit - others.count) + others)
            .map { $0.rendered(colored: false) }
    }

    private static func lines(for finding: Finding, within most: Int) -> [TextLine] {
        let whole = FindingText(finding: finding).lines()
        guard whole.count > most else { return whole }
        var lines = whole
        for limits in TextLimits.tighter {
            lines = FindingText(finding: finding, limits: limits).lines()
            // One more says that there is more.
            if lines.count < most { break }
        }
        let left = Quantity.counted(whole.count - lines.count, "more line")
        lines.insert(TextLine("├─ … \(left): \(explain(finding))", .faint), at: lines.count - 2)
        return lines
    }

    private var otherLines: [TextLine] {
        let others = findings.dropFirst()
        guard !others.isEmpty else { return [] }
        let shown = others.count > Self.mostOthers ? others.prefix(Self.mostOthers - 1) : others
        let left = others.count - shown.count
        return [TextLine()] + shown.map(Self.line)
            + (left > 0 ? [TextLine("… and \(Quantity.counted(left, "more finding"))")] : [])
    }

    private static func line(for finding: Finding) -> TextLine {
        let often = finding.count > 1 ? " (\(finding.count) of them)" : ""
        let place = finding.ribPath.isEmpty ? "an unknown place" : finding.ribPath
        return TextLine("also: \(finding.kind.title) at \(place)\(often), \(finding.type): ")
            + TextLine(explain(finding))
    }

    private static func explain(_ finding: Finding) -> String {
        "ribleak explain \(finding.explainedBy ?? finding.fingerprint.description)"
    }
}
