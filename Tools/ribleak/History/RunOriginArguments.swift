import ArgumentParser
import Foundation

/// Which commit a run is of.
struct RunOriginArguments: ParsableArguments {
    @Option(help: "The run's commit. Default: what CI's environment or the git checkout says.")
    var commit: String?

    @Option(help: "The run's branch. Default: what CI's environment or the git checkout says.")
    var branch: String?

    /// The commit and the branch, as far as they are known.
    func resolved(
        environment: [String: String] = ProcessInfo.processInfo.environment,
        folder: String = FileManager.default.currentDirectoryPath
    ) -> (commit: String?, branch: String?) {
        func first(_ names: [String]) -> String? {
            names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        }
        let checkout = GitCheckout(around: folder)
        return (
            commit ?? first(Self.commits) ?? checkout?.commit,
            branch ?? first(Self.branches) ?? checkout?.branch
        )
    }

    // GitHub (of a pull request the head's name), GitLab, Bitrise, Buildkite, CircleCI, Jenkins.
    private static let commits = [
        "GITHUB_SHA", "CI_COMMIT_SHA", "BITRISE_GIT_COMMIT", "BUILDKITE_COMMIT", "CIRCLE_SHA1",
        "GIT_COMMIT",
    ]
    private static let branches = [
        "GITHUB_HEAD_REF", "GITHUB_REF_NAME", "CI_COMMIT_REF_NAME", "BITRISE_GIT_BRANCH",
        "BUILDKITE_BRANCH", "CIRCLE_BRANCH", "GIT_BRANCH",
    ]
}
