// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation

/// The commit and branch of a run.
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

    /// The branch that CI's pull request or merge request is to be merged into; nil elsewhere.
    static var targetBranch: String? {
        let environment = ProcessInfo.processInfo.environment
        return ["GITHUB_BASE_REF", "CI_MERGE_REQUEST_TARGET_BRANCH_NAME", "CHANGE_TARGET"].lazy
            .compactMap { environment[$0] }.first { !$0.isEmpty }
    }

    // GitHub (for a pull request, the branch is its head's), GitLab, Bitrise, Buildkite, CircleCI,
    // Jenkins.
    private static let commits = [
        "GITHUB_SHA", "CI_COMMIT_SHA", "BITRISE_GIT_COMMIT", "BUILDKITE_COMMIT", "CIRCLE_SHA1",
        "GIT_COMMIT",
    ]
    private static let branches = [
        "GITHUB_HEAD_REF", "GITHUB_REF_NAME", "CI_COMMIT_REF_NAME", "BITRISE_GIT_BRANCH",
        "BUILDKITE_BRANCH", "CIRCLE_BRANCH", "GIT_BRANCH",
    ]
}

/// The state of a git checkout, read from its files so that git itself is not needed.
struct GitCheckout {
    /// The commit that is checked out.
    let commit: String?
    /// The branch that is checked out; nil for a detached commit.
    let branch: String?

    /// Reads the checkout that contains a folder.
    ///
    /// - Returns: Nil when there is no checkout.
    init?(around folder: String) {
        var place = URL(fileURLWithPath: folder).standardizedFileURL
        while !FileManager.default.fileExists(atPath: place.appendingPathComponent(".git").path) {
            guard place.path != "/" else { return nil }
            place.deleteLastPathComponent()
        }
        guard let git = Self.folder(of: place.appendingPathComponent(".git")),
            let head = Self.line(of: git.appendingPathComponent("HEAD"))
        else { return nil }
        guard head.hasPrefix("ref: ") else {
            (commit, branch) = (Self.commit(head), nil)
            return
        }
        let name = String(head.dropFirst(5))
        branch = name.hasPrefix("refs/heads/") ? String(name.dropFirst(11)) : nil
        commit = Self.commit(of: name, in: git)
    }

    /// The git folder. In a worktree, `.git` is a file that names it.
    private static func folder(of git: URL) -> URL? {
        guard let line = line(of: git) else { return git }
        guard line.hasPrefix("gitdir: ") else { return nil }
        return URL(
            fileURLWithPath: String(line.dropFirst(8)),
            relativeTo: git.deletingLastPathComponent())
    }

    private static func commit(of reference: String, in git: URL) -> String? {
        guard !reference.split(separator: "/").contains("..") else { return nil }
        let common = line(of: git.appendingPathComponent("commondir"))
            .map { URL(fileURLWithPath: $0, relativeTo: git) }
        for folder in [git, common].compactMap({ $0 }) {
            if let line = line(of: folder.appendingPathComponent(reference)) { return commit(line) }
            let packed = folder.appendingPathComponent("packed-refs")
            let lines = (text(of: packed) ?? "").split(separator: "\n")
            for line in lines where line.hasSuffix(" \(reference)") {
                return commit(String(line.prefix { $0 != " " }))
            }
        }
        return nil
    }

    private static func commit(_ text: String) -> String? {
        text.count >= 40 && text.allSatisfy(\.isHexDigit) ? text : nil
    }

    private static func line(of file: URL) -> String? {
        text(of: file)?.split(separator: "\n").first.map(String.init)
    }

    private static func text(of file: URL) -> String? {
        try? String(contentsOf: file, encoding: .utf8)
    }
}
