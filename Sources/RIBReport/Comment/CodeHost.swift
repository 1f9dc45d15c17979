// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBAnalysis
import RIBText

/// The page of a repository's files at one commit, on GitHub or GitLab, for links in comments.
package struct CodeHost: Equatable, Sendable {
    /// The commit whose lines are linked, in hexadecimal digits.
    let commit: String
    /// The address of the repository's root at that commit, ending with a slash.
    private let root: String

    /// Larger events are not read; GitHub's own limit is 25 MB.
    private static let largestEvent = 32 << 20

    /// What the environment of a CI job says; nil elsewhere.
    package static var current: CodeHost? {
        let environment = ProcessInfo.processInfo.environment
        let event = environment["GITHUB_EVENT_PATH"].flatMap {
            try? InputFile.text(at: $0, atMost: largestEvent)
        }
        return CodeHost(environment, event: event.map { Data($0.utf8) })
    }

    /// Takes the variables that GitHub Actions and GitLab CI set for every job (docs.github.com:
    /// Variables reference; docs.gitlab.com: Predefined CI/CD variables).
    ///
    /// GitHub tests a pull request on a merge commit that exists for a short time, so the head of
    /// the pull request is linked.
    ///
    /// - Parameter event: The JSON of the event that started the job, on GitHub.
    /// - Returns: Nil when the variables name no repository, or are not what the servers write.
    init?(_ environment: [String: String], event: Data? = nil) {
        if let server = environment["GITHUB_SERVER_URL"],
            let repository = environment["GITHUB_REPOSITORY"]
        {
            self.init(
                "\(server)/\(repository)/blob",
                at: event.flatMap(Self.head) ?? environment["GITHUB_SHA"])
        } else if let project = environment["CI_PROJECT_URL"] {
            self.init("\(project)/-/blob", at: environment["CI_COMMIT_SHA"])
        } else {
            return nil
        }
    }

    private init?(_ base: String, at commit: String?) {
        let isAddress = base.hasPrefix("https://") || base.hasPrefix("http://")
        guard isAddress, base.unicodeScalars.allSatisfy(Self.allowed.contains),
            let commit, commit.wholeMatch(of: /[0-9A-Fa-f]{40,64}/) != nil
        else { return nil }
        self.commit = commit
        root = "\(base)/\(commit)/"
    }

    /// The address of a line; nil for a file outside of the repository.
    func link(to place: SourcePlace) -> String? {
        guard place.isInRepository,
            let path = place.file.addingPercentEncoding(withAllowedCharacters: Self.plain)
        else { return nil }
        return "\(root)\(path)#L\(place.line)"
    }

    /// What needs no escape in a path, without what has a meaning in Markdown.
    private static let plain = CharacterSet.unreserved.union(CharacterSet(charactersIn: "/"))
    private static let allowed = plain.union(CharacterSet(charactersIn: ":%"))

    /// The head of the pull request that an event is about.
    private static func head(of event: Data) -> String? {
        let event = (try? JSONSerialization.jsonObject(with: event)) as? [String: Any]
        let request = event?["pull_request"] as? [String: Any]
        return (request?["head"] as? [String: Any])?["sha"] as? String
    }
}

extension CharacterSet {
    /// What stands unescaped in each part of an address (RFC 3986).
    package static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}
