// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBFindingText
import Testing
import TraceFixtures

@testable import RIBGate

@Suite struct DocumentedSettingsTests {
    @Test(arguments: [
        "Sources/RIBGate/RIBGate.docc/Gating.md", "Sources/RIBGate/RIBGate.docc/RIBGate.md",
    ])
    func examplesAreSettings(_ page: String) throws {
        let text = try String(
            contentsOfFile: "\(BuiltProducts.packageRoot)/\(page)", encoding: .utf8)
        let examples = text.components(separatedBy: "```yaml\n").dropFirst().map {
            $0.components(separatedBy: "```")[0]
        }
        #expect(examples.count == 1)
        for example in examples {
            let settings = try GateSettings(yaml: example, file: page)
            #expect(settings.budgets.paths.count == 1)
            #expect(!settings.suppressions.isEmpty)
        }
    }

    @Test func theExampleForSourcesIsASetting() throws {
        let page = "Sources/RIBLint/RIBLint.docc/Linting.md"
        let text = try String(
            contentsOfFile: "\(BuiltProducts.packageRoot)/\(page)", encoding: .utf8)
        let example = text.components(separatedBy: "```yaml\n")[1].components(separatedBy: "```")[0]
        let lint = try GateSettings(yaml: example, file: page).lint
        #expect(lint.rules.map(\.severity) == [.off, .error])
        #expect(lint.excluded.count == 2)
        #expect(lint.suppressions.count == 1)
    }

    @Test func theExampleOfABaselineIsOne() throws {
        let text = try String(
            contentsOfFile:
                "\(BuiltProducts.packageRoot)/Sources/RIBGate/RIBGate.docc/RIBGate.md",
            encoding: .utf8)
        let example = text.components(separatedBy: "```json\n")[1].components(separatedBy: "```")[0]
        let baseline = try Baseline(json: example, path: "page")
        #expect(baseline.text == example)
    }
}
