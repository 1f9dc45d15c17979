// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TraceFixtures

/// What other people's programs make of the reports on a session with many mistakes.
@Suite(.enabled(if: Judge.isInstalled)) struct FormatJudgeTests {
    private static let leaks = [
        "parent-keeps-child", "sink-captures-self", "forgotten-detach", "uncancelled-subscription",
        "timer", "task", "worker-kept",
    ]

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Writes the report in a format, and returns the file.
    private func report(_ format: String, of session: DemoSession) throws -> String {
        let file = folder.file("report.\(format)")
        let report = try session.report("--output", "\(format):\(file)")
        try #require(report.code == 0)
        return file
    }

    @Test func theJSONReportIsWhatItsSchemaSays() throws {
        let session = try SharedSessions.session(leaks: Self.leaks)
        let file = try report("json", of: session)
        let schema = "\(BuiltProducts.packageRoot)/Reports/report.schema.json"
        let answer = try Judge.ask("json_report.py", [schema, file])
        #expect(answer.output == "valid\n", "\(answer.errors)")
    }

    @Test func sarifToolsFindsEachResult() throws {
        let session = try SharedSessions.session(leaks: Self.leaks)
        let file = try report("sarif", of: session)
        let schema = ProcessInfo.processInfo.environment["RIBLEAK_SARIF_SCHEMA"] ?? "-"
        let answer = try Judge.ask("sarif_report.py", [schema, file])
        let findings = try session.findings()
        let lines = answer.output.split(separator: "\n")
        #expect(!answer.output.contains("invalid: "), "\(answer.output)")
        #expect(lines.contains("error: \(findings.count)"), "\(answer.output)\(answer.errors)")
        let codes = lines.filter { $0.contains(" Tools/ribleak-demo/") }.map {
            String($0.prefix { $0 != " " })
        }
        #expect(codes.sorted() == findings.map(\.kind).sorted())
    }

    @Test func junitparserFindsEachTestCase() throws {
        let session = try SharedSessions.session(leaks: Self.leaks)
        let answer = try Judge.ask("junit_report.py", [try report("junit", of: session)])
        let findings = try session.findings()
        let lines = answer.output.split(separator: "\n")
        #expect(
            lines.first == "tests \(findings.count + 1), failures \(findings.count), errors 0",
            "\(answer.output)\(answer.errors)")
        #expect(lines.count { $0.hasSuffix("| Failure") } == findings.count)
        let tests = lines.dropFirst().map { $0.split(separator: "|")[1] }
        #expect(Set(tests).count == findings.count + 1)
    }
}
