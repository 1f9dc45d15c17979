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

    private struct State: Codable {
        var comments: [Comment]
        var login = CodeHost.bot
        var token = CodeHost.botToken
        var isReadOnly: Bool
        var requests: [String] = []
    }

    /// - Parameters:
    ///   - comments: Those of others.
    ///   - isReadOnly: Whether the token may not write, as for pull requests of forks.
    init(comments: [Comment] = [], isReadOnly: Bool = false) throws {
        folder = try TemporaryFolder()
        try JSONEncoder().encode(State(comments: comments, isReadOnly: isReadOnly))
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
