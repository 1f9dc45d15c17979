// SPDX-License-Identifier: Apache-2.0

import Foundation
import TraceFixtures

/// A pull request of the demo, whose jobs run here.
struct PullRequest {
    let host: CodeHost
    private let folder: TemporaryFolder

    /// - Parameter known: The leaks of the baseline, which are those of the main branch.
    init(known: [String], on host: CodeHost) throws {
        self.host = host
        folder = try TemporaryFolder()
        let main = try SharedSessions.session(leaks: known)
        _ = try FinishedProcess(
            "ribleak",
            ["baseline", "write", "--output", folder.file("baseline"), main.runs.file("runs")])
        let before = try SharedSessions.session(leaks: Array(known.prefix(1)))
        for (day, session) in [before, main].enumerated() {
            _ = try FinishedProcess(
                "ribleak",
                [
                    "history", "import", "--database", folder.file("history"), "--branch", "main",
                    "--time", "2026-01-0\(day + 1)T00:00:00Z", session.runs.file("runs"),
                ])
        }
    }

    /// What the runner has when the job of a push begins.
    ///
    /// - Parameter commit: The head of the pull request; nil for a push to the main branch.
    private func environment(_ commit: String?) throws -> [String: String] {
        let event =
            commit.map { #"{"pull_request": {"number": 7, "head": {"sha": "\#($0)"}}}"# } ?? "{}"
        try event.write(toFile: folder.file("event"), atomically: true, encoding: .utf8)
        try? FileManager.default.removeItem(atPath: folder.file("summary"))
        return [
            "GITHUB_ACTIONS": "true", "GITHUB_WORKSPACE": BuiltProducts.packageRoot,
            "GITHUB_SERVER_URL": "https://github.com", "GITHUB_REPOSITORY": "acme/game",
            "GITHUB_SHA": String(repeating: "f", count: 40), "GITHUB_BASE_REF": "main",
            "GITHUB_EVENT_PATH": folder.file("event"),
            "GITHUB_STEP_SUMMARY": folder.file("summary"), "RUNNER_TEMP": folder.path,
            "RIBLEAK_BASELINE": folder.file("baseline"),
            "RIBLEAK_HISTORY": folder.file("history"), "RIBLEAK_SEARCH_LIMIT": "60000",
            "CI_MERGE_REQUEST_IID": "", "JENKINS_URL": "", "RIBLEAK_REPORTS": "",
        ]
    }

    /// Runs the job of a commit whose tests are a session of the demo with these leaks.
    ///
    /// - Parameters:
    ///   - commit: The head of the pull request; nil for a push to the main branch.
    ///   - end: What the tests do at their end, such as `exit 3`.
    func push(
        _ commit: String?, leaks: [String], then end: String = "true",
        _ inputs: [String: String] = [:]
    ) throws -> ActionRun {
        let demo = BuiltProducts.folder.appendingPathComponent("ribleak-demo").path
        let leaky = leaks.map { "--leak \($0)" }.joined(separator: " ")
        let usual = [
            "test": "'\(demo)' \(leaky) >/dev/null; \(end)", "install": "no",
            "command": BuiltProducts.folder.appendingPathComponent("ribleak").path,
        ]
        return try ActionRun(
            with: usual.merging(inputs) { $1 }, environment(commit),
            in: BuiltProducts.packageRoot, on: host)
    }

    func summary() throws -> String {
        try String(contentsOfFile: folder.file("summary"), encoding: .utf8)
    }

    /// The names of the reports of the last job.
    func reports() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.file("ribleak")).sorted()
    }
}
