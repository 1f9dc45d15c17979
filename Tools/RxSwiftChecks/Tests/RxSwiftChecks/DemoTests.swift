// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBAnalysis
import Testing

/// The sample app on observables. Its RIBs equal those on publishers line by line, and each mistake
/// gives the same finding.
@Suite struct DemoTests {
    /// The findings of a session of the app.
    private func findings(of leak: String?) throws -> [Finding] {
        let runs = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: runs) }
        let bundle = Bundle.allBundles.map(\.bundleURL).first { $0.pathExtension == "xctest" }
        let tests = bundle ?? URL(fileURLWithPath: CommandLine.arguments[0])
        let app = Process()
        app.executableURL = tests.deletingLastPathComponent().appendingPathComponent("ribleak-demo")
        app.arguments = leak.map { ["--leak", $0] }
        app.environment = ProcessInfo.processInfo.environment.merging([
            "RIBLEAK_TRACE_DIR": runs.path,
            // The result must not depend on how busy the machine is.
            "RIBLEAK_SEARCH_LIMIT": "60000",
        ]) { $1 }
        app.standardOutput = FileHandle.nullDevice
        try app.run()
        app.waitUntilExit()
        #expect(app.terminationStatus == 0)
        let files = FileManager.default.enumerator(atPath: runs.path)?.compactMap { $0 as? String }
        let trace = try #require(files?.first { $0.hasSuffix("/metadata") })
        let folder = runs.appendingPathComponent(trace).deletingLastPathComponent().path
        return try Analysis.report(on: [folder], symbolizer: LLVMSymbolizer()).findings
    }

    @Test(arguments: DemoMistakes.found.keys.sorted())
    func aMistakeIsFoundAsWithPublishers(leak: String) throws {
        let expected = try #require(DemoMistakes.found[leak])
        let findings = try findings(of: leak)
        #expect(findings.map(gist) == [expected.finding])
        #expect(findings.map(suspect) == [expected.suspect])
    }

    @Test func aSessionWithoutMistakesIsClean() throws {
        #expect(try findings(of: nil) == [])
    }

    private func gist(_ finding: Finding) -> String {
        let dragged = finding.victims.map(\.type).sorted().joined(separator: ", ")
        return "\(finding.kind.rawValue) \(finding.type) at \(finding.ribPath), \(finding.count)×"
            + (dragged.isEmpty ? "" : ", dragging \(dragged)")
    }

    private func suspect(_ finding: Finding) -> String? {
        finding.retainPath.flatMap { path in
            path.suspect.map { "\(path.steps[$0].holder) \(path.steps[$0].label)" }
        }
    }
}
