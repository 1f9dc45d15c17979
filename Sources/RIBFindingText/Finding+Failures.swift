// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBText

extension [Finding] {
    /// The default limit for the lines of a failure.
    package static var mostFailureLines: Int { 40 }
    /// The most other findings with a line. The rest are counted.
    private static var mostOthers: Int { 5 }

    /// The message of a failed test: the first finding as in the report, and one line for each
    /// other finding. Without colours; none without findings.
    ///
    /// A failure appears among the output of many tests, so it is short. Callers, victims and
    /// harmless edges of a retain path are left out first. What is wrong, the suspect edge and the
    /// hint always stay. The environment's locale says which characters there are.
    package func failureLines(
        within limit: Int = mostFailureLines, environment: [String: String] = [:]
    ) -> [String] {
        guard let first else { return [] }
        let others = otherLines
        return TextLayout(alphabet: TextAlphabet(environment: environment))
            .lines(Self.lines(for: first, within: limit - others.count) + others)
    }

    private static func lines(for finding: Finding, within most: Int) -> [TextLine] {
        let whole = finding.lines()
        guard whole.height > most else { return whole }
        var lines = whole
        for limits in TextLimits.tighter {
            lines = finding.lines(limits)
            // One more line says how many are left out.
            if lines.height < most { break }
        }
        let left = Quantity.counted(whole.height - lines.height, "more line")
        lines.insert(TextLine("├─ … \(left): \(explain(finding))", .faint), at: lines.count - 2)
        return lines
    }

    private var otherLines: [TextLine] {
        let others = dropFirst()
        guard !others.isEmpty else { return [] }
        let shown = others.count > Self.mostOthers ? others.prefix(Self.mostOthers - 1) : others
        let left = others.count - shown.count
        return [TextLine()] + shown.map(Self.line)
            + (left > 0 ? [TextLine("… and \(Quantity.counted(left, "more finding"))")] : [])
    }

    private static func line(for finding: Finding) -> TextLine {
        let often = finding.count > 1 ? " (\(finding.count) of them)" : ""
        let place = finding.placeInTree
        return TextLine("also: \(finding.kind.title) at \(place)\(often), \(finding.type): ")
            + TextLine(explain(finding))
    }

    private static func explain(_ finding: Finding) -> String {
        "ribleak explain \(finding.explainedBy ?? finding.fingerprint.description)"
    }
}

extension [TextLine] {
    /// How many lines are shown, with those that mark others.
    fileprivate var height: Int { count + self.count(where: \.isMarked) }
}
