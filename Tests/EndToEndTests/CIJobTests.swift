// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TraceFixtures
import Yams

/// The jobs of GitLab's template and of the recipe for Jenkins, with these servers' environments set up.
@Suite(.enabled(if: Judge.isInstalled)) struct CIJobTests {
    private let project: TemporaryFolder

    /// A package that has ribleak among its checkouts.
    init() throws {
        project = try TemporaryFolder()
        let files = FileManager.default
        for folder in [".build/checkouts", "bin"] {
            try files.createDirectory(
                atPath: project.file(folder), withIntermediateDirectories: true)
        }
        try files.createSymbolicLink(
            atPath: project.file(".build/checkouts/ribleak"),
            withDestinationPath: BuiltProducts.packageRoot)
        // Stands for the call that fetches the checkouts.
        try files.createSymbolicLink(
            atPath: project.file("bin/swift"), withDestinationPath: "/bin/true")
    }

    /// Runs a job's script, in which the tests are a session of the demo.
    private func run(
        _ script: String, leaks: String, on host: CodeHost, _ server: [String: String]
    ) throws -> FinishedProcess {
        let products = BuiltProducts.folder
        let environment = [
            "PATH": "\(project.file("bin")):\(ProcessInfo.processInfo.environment["PATH"] ?? "")",
            "GITHUB_ACTIONS": "", "GITHUB_REPOSITORY": "", "GITHUB_STEP_SUMMARY": "",
            "JENKINS_URL": "", "RIBLEAK_INSTALL": "no", "RIBLEAK_SEARCH_LIMIT": "60000",
            "RIBLEAK_TESTS": "'\(products.appendingPathComponent("ribleak-demo").path)' \(leaks)",
            "RIBLEAK_COMMAND": products.appendingPathComponent("ribleak").path,
        ]
        return try host.run(script, environment.merging(server) { $1 }, in: project.path)
    }

    private func report(_ name: String) throws -> String {
        try String(contentsOfFile: project.file("leaks/\(name)"), encoding: .utf8)
    }

    // MARK: - GitLab

    private func pipeline(leaks: String, on host: CodeHost) throws -> FinishedProcess {
        let path = "\(BuiltProducts.packageRoot)/Tools/ci/gitlab.yml"
        let document = try Yams.load(yaml: String(contentsOfFile: path, encoding: .utf8))
        let job = try #require((document as? [String: Any])?["leaks"] as? [String: Any])
        let script = try #require(job["script"] as? [String])
        return try run(
            script.joined(separator: "\n"), leaks: leaks, on: host,
            [
                "CI_MERGE_REQUEST_IID": "7", "CI_PROJECT_ID": "5",
                "RIBLEAK_GITLAB_TOKEN": CodeHost.botToken, "RIBLEAK_FOLDER": ".",
            ])
    }

    @Test func theSecondPipelineUpdatesTheNoteOfTheFirst() throws {
        let host = try CodeHost(comments: [CodeHost.Comment(of: "somebody", "nice")])
        let first = try pipeline(leaks: "--leak timer", on: host)
        #expect(first.code == 1, "\(first.output)\(first.errors)")
        let created = "POST /projects/5/merge_requests/7/notes"
        #expect(try host.changes() == [created])
        let second = try pipeline(leaks: "", on: host)
        #expect(second.code == 0, "\(second.output)\(second.errors)")
        #expect(try host.changes() == [created, "PUT /projects/5/merge_requests/7/notes/2"])
        #expect(
            try host.ownComments().map { $0.contains("### ✅ ribleak: No leaks.") } == [true])
        #expect(try report("leaks.json") == "[]\n")
    }

    // MARK: - Jenkins

    @Test func onJenkinsTheTestReportIsTheStrictOne() throws {
        let page = try CodeBlock.lines(of: "Sources/RIBGate/RIBGate.docc/Recipes.md")
        let steps = page.compactMap { $0.firstMatch(of: /steps \{ sh '([^']+)' \}/)?.1 }
        let job = try run(
            String(try #require(steps.first)), leaks: "--leak timer", on: CodeHost(),
            ["JENKINS_URL": "https://jenkins.acme.org"])
        #expect(steps.count == 1 && job.code == 1, "\(job.output)\(job.errors)")
        #expect(try report("leaks.xml").contains("\n<testsuites>\n"))
        #expect(try report("comment.md").contains("### ❌ ribleak: 1 leak. "))
    }
}
