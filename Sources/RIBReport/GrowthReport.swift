// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
import RIBText

/// What the repeated scenarios of a run left behind, for people at a terminal.
package struct GrowthText: Sendable {
    private let layout: TextLayout

    /// Creates a renderer.
    package init(_ layout: TextLayout = TextLayout()) {
        self.layout = layout
    }

    /// The scenarios, one line each, and then what grows. Ends with a line break.
    package func text(for report: RunReport) -> String {
        let growing = report.growing
        var lines = [head(of: report, growing)]
        for run in report.runs {
            lines.append(
                TextLine("  \(run.processName)")
                    + TextLine(
                        " (process \(run.processID)) at \(run.startedAt), \(run.trace)", .faint))
        }
        for scenario in report.scenarios {
            let found = growing.count { $0.test == scenario.test }
            lines.append(TextLine("  ") + Self.line(for: scenario, found: found))
        }
        for (index, finding) in growing.enumerated() {
            lines.append(TextLine())
            lines += FindingText(finding: finding, width: layout.width)
                .lines(position: "\(index + 1) of \(growing.count)")
        }
        return layout.text(lines)
    }

    private func head(of report: RunReport, _ growing: [Finding]) -> TextLine {
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
    var growing: [Finding] { findings.filter { $0.growth != nil } }
}

/// What the repeated scenarios of a run left behind, for programs: contract version 1.
///
/// Absent facts are null. Findings are those of the JSON report.
package struct GrowthJSON: Sendable {
    /// The format version. It goes up when a key changes its meaning or goes away; new keys may
    /// come at any time.
    package static let version = 1

    /// Creates a renderer.
    package init() {}

    /// The scenarios and what grows, ending with a line break.
    package func text(for report: RunReport) -> String {
        let json: JSONValue = [
            "version": JSONValue(Self.version),
            "runs": .array(report.runs.map { .object($0.json) }),
            "scenarios": .array(report.scenarios.map(Self.scenario)),
            "findings": .array(report.growing.map { JSONValue($0) }),
            "caveats": JSONValue(report.caveats.map(\.text)),
        ]
        return JSONText.encoded(json)
    }

    private static func scenario(_ scenario: MeasuredScenario) -> JSONValue {
        [
            "test": .string(scenario.test), "outcome": .string("\(scenario.outcome)"),
            "turns": JSONValue(scenario.turns), "objects": JSONValue(scenario.objects),
        ]
    }
}
