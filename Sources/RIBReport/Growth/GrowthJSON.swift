// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
import RIBText

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
    package func text(for report: RunReport) -> String { JSONText.encoded(Document(report)) }

    private struct Document: Encodable {
        let version = GrowthJSON.version
        let runs: [JSONProcess]
        let scenarios: [Scenario]
        let findings: [JSONFinding]
        let caveats: [String]

        init(_ report: RunReport) {
            runs = report.runs.map(JSONProcess.init)
            scenarios = report.scenarios.map(Scenario.init)
            findings = report.growing.map(JSONFinding.init)
            caveats = report.caveats.map(\.text)
        }
    }

    private struct Scenario: Encodable {
        let test: String
        let outcome: String
        let turns: Int
        let objects: Int

        init(_ scenario: MeasuredScenario) {
            test = scenario.test
            outcome = "\(scenario.outcome)"
            (turns, objects) = (scenario.turns, scenario.objects)
        }
    }
}
