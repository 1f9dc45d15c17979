// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBReport
import Testing

@testable import RIBGate
@testable import RIBLint

/// The formats of runs show mistakes in sources.
@Suite struct LintFormatTests {
    private func text(_ format: ReportFormat, _ report: LintReport) throws -> String {
        try #require(format.issueDocument(for: report.issues, style: ReportStyle(root: "/app")))
    }

    private func report() throws -> LintReport {
        try LintSamples.report([
            LintSamples.finding(),
            LintSamples.finding(
                "missing-super", line: 30, member: "didLoad()", subject: "",
                message: "didLoad() does not call super"),
        ])
    }

    @Test func gitHubMarksTheColumn() throws {
        #expect(
            try text(.github, report()) == """
                ::error file=Sources/Profile.swift,line=12,col=9,title=strong-listener%3A ProfileInteractor::ProfileInteractor holds its listener strongly%0AFix: Declare it weak
                ::warning file=Sources/Profile.swift,line=30,col=9,title=missing-super%3A ProfileInteractor.didLoad()::didLoad() does not call super%0AFix: Declare it weak

                """)
    }

    @Test func xcodeReadsItAsADiagnostic() throws {
        #expect(
            try text(.xcode, report()) == """
                /app/Sources/Profile.swift:12:9: warning: ProfileInteractor holds its listener strongly [strong-listener]
                /app/Sources/Profile.swift:12:9: note: Declare it weak
                /app/Sources/Profile.swift:30:9: warning: didLoad() does not call super [missing-super]
                /app/Sources/Profile.swift:30:9: note: Declare it weak

                """)
    }

    @Test func sarifHasTheRulesAndTheFingerprints() throws {
        let log = try JSONDecoder().decode(Log.self, from: Data(text(.sarif, report()).utf8))
        let run = try #require(log.runs.first)
        #expect(run.tool.driver.name == "ribleak lint")
        #expect(run.tool.driver.rules.map(\.id) == ["missing-super", "strong-listener"])
        #expect(run.results.map(\.ruleId) == ["strong-listener", "missing-super"])
        #expect(run.results.map(\.ruleIndex) == [1, 0])
        #expect(run.results.map(\.level) == ["error", "warning"])
        #expect(run.results.map { $0.partialFingerprints["ribleak/v2"]?.count } == [16, 16])
    }

    private struct Log: Decodable {
        struct Run: Decodable {
            struct Tool: Decodable {
                struct Driver: Decodable {
                    struct Rule: Decodable {
                        let id: String
                    }
                    let name: String
                    let rules: [Rule]
                }
                let driver: Driver
            }
            struct Result: Decodable {
                let ruleId: String
                let ruleIndex: Int
                let level: String
                let partialFingerprints: [String: String]
            }
            let tool: Tool
            let results: [Result]
        }
        let runs: [Run]
    }

    @Test func aCommentInTheSourceIsASuppressionThere() throws {
        let report = try LintSamples.report([LintSamples.finding(ignored: "its ticket")])
        let sarif = try text(.sarif, report)
        #expect(sarif.contains("\"kind\" : \"inSource\""))
        #expect(sarif.contains("\"justification\" : \"its ticket\""))
    }

    @Test func gitLabHasASeverity() throws {
        let text = try text(.gitlab, report())
        #expect(text.contains("\"check_name\" : \"strong-listener\""))
        #expect(text.contains("\"severity\" : \"major\""))
        #expect(text.contains("\"severity\" : \"minor\""))
    }

    @Test(arguments: [ReportFormat.junit, .xunit])
    func testReportsHaveASuiteForEachRule(format: ReportFormat) throws {
        let text = try text(format, report())
        #expect(text.contains("<testsuite name=\"strong-listener\""))
        #expect(text.contains("name=\"the sources are checked (3 files)\""))
        #expect(text.contains("name=\"ProfileInteractor at Sources/Profile.swift ["))
        #expect(text.contains("<failure message=\"ProfileInteractor holds its listener strongly\""))
    }

    @Test func markdownHasATable() throws {
        let text = try text(.markdown, report())
        #expect(
            text.hasPrefix("### ❌ ribleak lint: 1 error, 1 warning. 3 files, 420 lines read.\n"))
        #expect(
            text.contains("| rule | place | where | what is wrong | fix |\n|---|---|---|---|---|\n")
        )
    }

    @Test func theCommentIsAnotherThanThatOfRuns() throws {
        let text = try text(.comment, report())
        #expect(text.hasPrefix("<!-- ribleak comment: lint . -->\n### ❌ ribleak lint: 1 error"))
        #expect(
            text.contains(
                """

                #### strong-listener at Sources/Profile.swift&#58;12

                <code>ProfileInteractor</code>: ProfileInteractor holds its listener strongly

                - look at <code>Sources/Profile.swift&#58;12</code>
                - **Fix:** Declare it weak

                """))
    }

    @Test(arguments: [ReportFormat.html, .speedscope])
    func whatShowsRunsShowsNoSources(format: ReportFormat) throws {
        #expect(format.issueDocument(for: try report().issues, style: ReportStyle()) == nil)
    }
}
