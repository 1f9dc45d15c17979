// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
import RIBText

extension TextLayout {
    /// What the repeated scenarios of a run left behind, for people at a terminal: the scenarios,
    /// one line each, and then what grows. Ends with a line break.
    package func growth(in report: RunReport) -> String {
        let growing = report.growing
        var lines = [Self.head(of: report, growing)]
        lines += report.runs.map(\.line)
        for scenario in report.scenarios {
            let found = growing.count { $0.test == scenario.test }
            lines.append(TextLine("  ") + Self.line(for: scenario, found: found))
        }
        for (index, finding) in growing.enumerated() {
            lines.append(TextLine())
            lines += finding.lines(position: "\(index + 1) of \(growing.count)", width: width)
        }
        return text(lines)
    }

    private static func head(of report: RunReport, _ growing: [Finding]) -> TextLine {
        guard !report.scenarios.isEmpty else {
            return TextLine("! No scenario was repeated: use assertNoGrowth in a test", .caution)
        }
        let scenarios = Quantity.counted(report.scenarios.count, "repeated scenario")
        if !growing.isEmpty {
            let places = Quantity.counted(growing.count, "place grows", "places grow")
            return TextLine("✗ \(places) in \(scenarios)", .alarm)
        }
        return report.scenarios.contains { $0.outcome != .measured }
            ? TextLine("! Whether anything grows in \(scenarios) is not known", .caution)
            : TextLine("✓ Nothing grows in \(scenarios)", .calm)
    }

    private static func line(for scenario: MeasuredScenario, found: Int) -> TextLine {
        let name = TextLine(scenario.test.isEmpty ? "a scenario" : scenario.test, .strong)
        if let obstacle = scenario.outcome.obstacle {
            return name + TextLine(": \(obstacle)", .caution)
        }
        let what =
            found == 0
            ? "nothing grows" : Quantity.counted(found, "place grows", "places grow")
        return name + TextLine(": \(what)")
            + TextLine(
                ", \(Quantity.counted(scenario.turns, "turn")), "
                    + "\(Quantity.counted(scenario.objects, "object")) at the end", .faint)
    }
}

extension RunReport {
    /// The findings about what grows with each turn of a repeated scenario.
    fileprivate var growing: [Finding] { findings.filter { $0.growth != nil } }

    /// The format version. It goes up when a key changes its meaning or goes away; new keys may
    /// come at any time.
    private static let growthVersion = 1

    /// What the repeated scenarios of a run left behind, for programs: contract version 1. Ends
    /// with a line break.
    ///
    /// Absent facts are null. Findings are those of the JSON report.
    package var growthJSON: String {
        let scenarios = scenarios.map {
            JSONValue([
                "test": $0.test, "outcome": "\($0.outcome)", "turns": $0.turns,
                "objects": $0.objects,
            ])
        }
        return JSONText.encoded(
            JSONValue([
                "version": Self.growthVersion, "runs": runs,
                "scenarios": scenarios, "findings": growing,
                "caveats": caveats.map(\.text),
            ]))
    }
}
