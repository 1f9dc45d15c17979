// SPDX-License-Identifier: Apache-2.0

import Foundation
import TraceFixtures

/// A pretended GitHub or GitLab with one pull request, which stays between the jobs of a test.
struct CodeHost {
    static let botToken = "a token of the job"
    static let bot = "github-actions[bot]"

    private let folder: TemporaryFolder
    private var state: String { folder.file("state.json") }

    /// A comment of the pull request.
    struct Comment: Codable, Equatable {
        struct User: Codable, Equatable {
            let login: String
        }
        let user: User
        let body: String

        init(of login: String, _ body: String) {
            (user, self.body) = (User(login: login), body)
        }
    }

    /// A comment of a review, beside lines of a file.
    struct Suggestion: Codable, Equatable {
        let path: String
        let startLine: Int?
        let line: Int
        let body: String

        private enum CodingKeys: String, CodingKey {
            case path, line, body
            case startLine = "start_line"
        }
    }

    private struct Review: Codable {
        let commit: String
        let comments: [Suggestion]

        private enum CodingKeys: String, CodingKey {
            case comments
            case commit = "commit_id"
        }
    }

    private struct State: Codable {
        var comments: [Comment]
        var login = CodeHost.bot
        var token = CodeHost.botToken
        var isReadOnly: Bool
        var requests: [String] = []
        var files: [[String: String]]
        var reviews: [Review] = []
    }

    /// - Parameters:
    ///   - comments: Those of others.
    ///   - isReadOnly: Whether the token may not write, as for pull requests of forks.
    ///   - patches: Of the pull request, by file.
    init(
        comments: [Comment] = [], isReadOnly: Bool = false, patches: [String: String] = [:]
    ) throws {
        folder = try TemporaryFolder()
        let files = patches.map { ["filename": $0, "patch": $1] }
        try JSONEncoder().encode(State(comments: comments, isReadOnly: isReadOnly, files: files))
            .write(to: URL(fileURLWithPath: state))
    }

    private func read() throws -> State {
        try JSONDecoder().decode(State.self, from: Data(contentsOf: URL(fileURLWithPath: state)))
    }

    /// The comments of the bot.
    func ownComments() throws -> [String] {
        try read().comments.filter { $0.user.login == Self.bot }.map(\.body)
    }

    /// The comments of everybody else.
    func otherComments() throws -> [Comment] {
        try read().comments.filter { $0.user.login != Self.bot }
    }

    /// The comments of the bot's reviews, by the commits that they are of.
    func suggestions() throws -> [(commit: String, comments: [Suggestion])] {
        try read().reviews.map { ($0.commit, $0.comments) }
    }

    /// The requests so far that changed something.
    func changes() throws -> [String] {
        try read().requests.filter { !$0.hasPrefix("GET ") && !$0.hasSuffix("/graphql") }
    }

    /// Runs a shell script that can reach the host.
    func run(
        _ script: String, _ environment: [String: String], in folder: String
    ) throws -> FinishedProcess {
        try FinishedProcess(
            path: "\(Judge.folder ?? "")/python3",
            [
                "\(BuiltProducts.packageRoot)/Tests/EndToEndTests/PullRequest/code_host.py", state,
                // As GitHub's runner calls it.
                "bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script,
            ], environment: environment, in: folder)
    }
}
