// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBGate
import RIBText

extension RunLibrary {
    /// The answer of the tool `gate`.
    func gate(_ arguments: ToolArguments) throws -> ToolAnswer {
        let run = try index.run(named: arguments.text("run"))
        let reading = reading(of: run)
        let (settings, baseline) = try known()
        let ratchets = arguments.flag("ratchet")
        if ratchets, baseline == nil {
            throw ToolError("gate: ratchet needs a baseline, and the project has none")
        }
        guard reading.report != nil || !reading.errors.isEmpty else {
            throw ToolError("gate: the run has no trace; name another")
        }
        let verdict = GateJudgement(
            reading.report.map(GateSubject.run), isPartial: !reading.errors.isEmpty,
            settings: settings, baseline: baseline, ratchets: ratchets, today: .today())
        // The settings are read anew for each page. If the verdict changed, the cursor is refused.
        let page = try arguments.page(
            of: verdict.details.map { InertText.line($0) }, by: [reading.stamp, verdict.line],
            atMost: 100
        ) { JSONValue.string($0).bytes }
        return ToolAnswer(
            quoted: (["ribleak gate: \(verdict.line)"] + page.elements).map { $0 + "\n" }.joined(),
            notes: page.notes("lines"), run: reading.run, caveats: reading.caveats, page: page,
            members: [
                "outcome": "\(verdict.outcome)", "exitCode": Int(verdict.outcome.rawValue),
                "line": verdict.line,
                // Without the blanks that set a detail below another line.
                "details": page.elements.map { String($0.drop { $0 == " " }) },
            ])
    }
}
