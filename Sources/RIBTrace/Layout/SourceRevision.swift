// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Which sources a process was built of, as far as that is known.
public struct SourceRevision: Hashable, Sendable {
    /// The commit that was tested.
    public let commit: String?
    /// The branch that it is of.
    public let branch: String?

    /// Names a commit and a branch.
    public init(commit: String? = nil, branch: String? = nil) {
        (self.commit, self.branch) = (commit, branch)
    }

    /// What CI's environment says.
    package init(in environment: [String: String]) {
        func first(_ names: [String]) -> String? {
            names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        }
        self.init(commit: first(Self.commits), branch: first(Self.branches))
    }

    /// What CI's environment says, and where it says nothing, the git checkout around a folder.
    package init(in environment: [String: String], orAround folder: String) {
        let said = SourceRevision(in: environment)
        let isWhole = said.commit != nil && said.branch != nil
        let checkout = isWhole ? said : .checkedOut(around: folder)
        self.init(commit: said.commit ?? checkout.commit, branch: said.branch ?? checkout.branch)
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
extension SourceRevision {
    /// Reads the checkout that contains a folder.
    ///
    /// - Returns: Nothing when there is no checkout. The branch is nil for a detached commit.
    static func checkedOut(around folder: String) -> SourceRevision {
        var place = URL(fileURLWithPath: folder).standardizedFileURL
        while !FileManager.default.fileExists(atPath: place.appendingPathComponent(".git").path) {
            guard place.path != "/" else { return SourceRevision() }
            place.deleteLastPathComponent()
        }
        guard let git = Self.folder(of: place.appendingPathComponent(".git")),
            let head = line(of: git.appendingPathComponent("HEAD"))
        else { return SourceRevision() }
        guard head.hasPrefix("ref: ") else {
            return SourceRevision(commit: commit(head), branch: nil)
        }
        let name = String(head.dropFirst(5))
        return SourceRevision(
            commit: commit(of: name, in: git),
            branch: name.hasPrefix("refs/heads/") ? String(name.dropFirst(11)) : nil)
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

    /// The packed references of a large repository take longer to read than a start may take.
    private static let largestFile = 1 << 20

    private static func text(of file: URL) -> String? {
        RegularFile.bytes(at: file.path, atMost: largestFile)
            .flatMap { String(bytes: $0, encoding: .utf8) }
    }
}
