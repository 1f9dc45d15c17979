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
    private func report(
        _ format: String, of session: DemoSession, _ arguments: [String] = []
    ) throws -> String {
        let file = folder.file("report.\(format)")
        let report = try FinishedProcess(
            "ribleak",
            ["report", session.runs.file("runs"), "--output", "\(format):\(file)"] + arguments,
            in: BuiltProducts.packageRoot)
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

    // MARK: - Schemas of JUnit's results

    private func verdicts(onFormat format: String) throws -> [Substring] {
        let session = try SharedSessions.session(leaks: Self.leaks)
        let schemas = ["jenkins-xunit.xsd", "ant-junit.xsd"].map {
            "\(BuiltProducts.packageRoot)/Tests/Judges/\($0)"
        }
        let known = try knownToABaseline(session)
        let file = try report(format, of: session, ["--baseline", known])
        let answer = try Judge.ask("xml_report.py", [file] + schemas)
        #expect(answer.code == 0, "\(answer.errors)")
        return answer.output.split(separator: "\n")
    }

    @Test func theStrictJUnitReportIsWhatBothSchemasSay() throws {
        #expect(
            try verdicts(onFormat: "xunit") == ["jenkins-xunit.xsd: valid", "ant-junit.xsd: valid"])
    }

    @Test func theUsualJUnitReportHasWhatNoSchemaAllows() throws {
        let verdicts = try verdicts(onFormat: "junit")
        #expect(verdicts.count == 2)
        #expect(verdicts.allSatisfy { $0.contains("attribute") && !$0.hasSuffix("valid") })
    }

    // MARK: - Compared with a baseline

    /// A baseline of which one finding is known and none is fixed.
    private func knownToABaseline(_ session: DemoSession) throws -> String {
        let file = folder.file("baseline.json")
        let known = try SharedSessions.session(leaks: ["parent-keeps-child", "stored-closure"])
        let written = try FinishedProcess(
            "ribleak", ["baseline", "write", "--output", file, known.runs.file("runs")])
        try #require(written.code == 0)
        return file
    }

    /// The arguments that compare a report with a baseline and a suppression.
    private func comparison(_ session: DemoSession) throws -> [String] {
        let settings = folder.file("settings.yml")
        try """
        suppressions:
        - kind: view-gone-still-attached
          reason: the SDK
          expires: 9999-12-31
        """.write(toFile: settings, atomically: true, encoding: .utf8)
        return ["--config", settings, "--baseline", try knownToABaseline(session)]
    }

    @Test func aComparedJSONReportIsWhatItsSchemaSays() throws {
        let session = try SharedSessions.session(leaks: Self.leaks)
        let file = try report("json", of: session, comparison(session))
        let text = try String(contentsOfFile: file, encoding: .utf8)
        for status in ["\"new\"", "\"known\"", "\"the SDK\"", "\"fixed\" : [\n    {"] {
            #expect(text.contains(status), "\(status)")
        }
        let schema = "\(BuiltProducts.packageRoot)/Reports/report.schema.json"
        let answer = try Judge.ask("json_report.py", [schema, file])
        #expect(answer.output == "valid\n", "\(answer.errors)")
    }

    @Test func sarifToolsFindsWhatIsNewKnownAndSuppressed() throws {
        let session = try SharedSessions.session(leaks: Self.leaks)
        let file = try report("sarif", of: session, comparison(session))
        let schema = ProcessInfo.processInfo.environment["RIBLEAK_SARIF_SCHEMA"] ?? "-"
        let answer = try Judge.ask("sarif_report.py", [schema, file])
        let lines = answer.output.split(separator: "\n")
        #expect(!answer.output.contains("invalid: "), "\(answer.output)")
        let findings = try session.findings().count
        #expect(lines.contains("error: \(findings)"), "\(answer.output)\(answer.errors)")
        #expect(lines.contains("baseline state unchanged: 1"), "\(answer.output)")
        #expect(lines.contains("baseline state new: \(findings - 1)"))
        #expect(lines.contains("suppressed: 1"))
    }
}
