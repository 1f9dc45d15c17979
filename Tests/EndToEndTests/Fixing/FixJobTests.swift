// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TraceFixtures

/// What a job of CI makes of proved fixes.
@Suite(.enabled(if: Judge.isInstalled)) struct FixJobTests {
    private static let commit = String(repeating: "c", count: 40)

    private let project: FixProject
    private let answer: FixProject.Answer
    private let fingerprint: String

    init() throws {
        project = try FixProject(["first", "second", "leak timer", "last"])
        fingerprint = try #require(try project.record().values.sorted().first)
        answer = .init(fixes: [
            .init(
                findings: [fingerprint], title: "Stop the timer",
                patch: try project.patch(["leak timer\n": "// no leak\n"]))
        ])
        try project.prepare(answer)
    }

    /// Runs the job's two scripts in the project.
    private func job(on host: CodeHost, fix: String = "./test.sh") throws -> FinishedProcess {
        let tools = "\(BuiltProducts.packageRoot)/Tools/ci"
        let event = project.other("event")
        try #"{"pull_request": {"number": 7, "head": {"sha": "\#(Self.commit)"}}}"#
            .write(toFile: event, atomically: true, encoding: .utf8)
        let variables = [
            "RIBLEAK_TESTS": "./test.sh", "RIBLEAK_FIX": fix, "RIBLEAK_INSTALL": "no",
            "RIBLEAK_REPORTS": project.other("reports"), "GITHUB_ACTIONS": "",
            "RIBLEAK_COMMAND": BuiltProducts.folder.appendingPathComponent("ribleak").path,
            "GITHUB_TOKEN": CodeHost.botToken, "GITHUB_REPOSITORY": "acme/game",
            "GITHUB_EVENT_PATH": event, "GITHUB_STEP_SUMMARY": "", "JENKINS_URL": "",
        ]
        let reports = project.other("reports")
        return try host.run(
            "code=0; '\(tools)/gate' || code=$?; "
                + "'\(tools)/comment' '\(reports)/comment.md' '\(reports)/fixes/suggestions.json'; "
                + "exit $code", project.environment.merging(variables) { $1 }, in: project.root)
    }

    @Test func aProvedFixIsAPatchAmongTheReports() throws {
        let job = try job(on: CodeHost())
        #expect(job.code == 1, "\(job.output)\(job.errors)")
        #expect(try project.git(["status", "--porcelain"]) == "")
        _ = try project.git(["apply", "\(project.other("reports"))/leaks.patch"])
        #expect(try project.text() == "first\nsecond\n// no leak\nlast\n")
    }

    @Test func whereTheGatePassesNothingIsTried() throws {
        try project.write("first\n")
        let job = try job(on: CodeHost(), fix: "touch '\(project.other("tried"))'")
        #expect(job.code == 0, "\(job.output)\(job.errors)")
        #expect(!FileManager.default.fileExists(atPath: project.other("tried")))
    }

    @Test func aFixOfShownLinesIsSuggestedOnce() throws {
        let host = try CodeHost(patches: [
            FixProject.source: "@@ -1,2 +1,4 @@\n first\n second\n+leak timer\n+last"
        ])
        let first = try job(on: host)
        #expect(first.output.hasSuffix("ribleak: suggested 1 changes\n"), "\(first.errors)")
        let reviews = try host.suggestions()
        #expect(reviews.map(\.commit) == [Self.commit])
        #expect(
            reviews.first?.comments == [
                .init(
                    path: FixProject.source, startLine: nil, line: 3,
                    body: """
                        <!-- ribleak fix: \(fingerprint) -->
                        **Stop the timer.** The tests prove this change: with it, `\(fingerprint)` is gone, and \
                        nothing else is worse.

                        ```suggestion
                        // no leak
                        ```

                        """)
            ])
        _ = try job(on: host)
        #expect(try host.suggestions().count == 1)
    }

    @Test(arguments: [
        // Lines that the pull request does not show, and a file that has changed since.
        "@@ -1 +1,2 @@\n first\n+second", "@@ -1,2 +1,4 @@\n first\n second\n+leak clock\n+last",
    ])
    func aFixOfOtherLinesIsNotSuggested(patch: String) throws {
        let host = try CodeHost(patches: [FixProject.source: patch])
        _ = try job(on: host)
        #expect(try host.suggestions().isEmpty)
        #expect(try host.ownComments().count == 1)
    }
}
