// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBFindingText

/// A server that runs tests, for which there is a job to write.
package enum CIServer: String, CaseIterable, Sendable {
    case github
    case gitlab

    /// The job's file, from the repository's root.
    var file: String {
        switch self {
        case .github: ".github/workflows/leaks.yml"
        case .gitlab: ".gitlab/leaks.yml"
        }
    }

    /// The name that people know it by.
    var title: String {
        switch self {
        case .github: "GitHub"
        case .gitlab: "GitLab"
        }
    }

    /// The job: tests, report and gate.
    ///
    /// - Parameters:
    ///   - folder: The package's folder from the repository's root; empty when they are the same.
    ///   - ribleak: The folder of ribleak's sources, from the package's.
    func job(inFolder folder: String, ribleak: String) -> String {
        let usual = ".build/checkouts/ribleak/"
        switch self {
        case .gitlab:
            return CIRecipes.gitlab.replacing(usual, with: "\(ribleak)/").replacing(
                "RIBLEAK_FOLDER: .\n", with: "RIBLEAK_FOLDER: \(folder.isEmpty ? "." : folder)\n")
        case .github:
            // An action is named from the repository's root.
            let job = CIRecipes.github.replacing(
                usual, with: "\(Self.path(to: ribleak, from: folder))/")
            guard !folder.isEmpty else { return job }
            let resolve = "swift package resolve"
            return job.replacing(resolve, with: "\(resolve) --package-path \(folder)")
                + "        with:\n          working-directory: \(folder)\n"
        }
    }

    /// A path from a folder of the repository, from the repository's root instead.
    private static func path(to path: String, from folder: String) -> String {
        var parts = folder.split(separator: "/")
        for part in path.split(separator: "/") where part != "." {
            if part == "..", let last = parts.last, last != ".." {
                parts.removeLast()
            } else {
                parts.append(part)
            }
        }
        return parts.joined(separator: "/")
    }

    /// The servers that a repository seems to use.
    ///
    /// - Parameter repository: Its folder.
    static func used(in repository: String) -> Set<CIServer> {
        func exists(_ name: String) -> Bool {
            FileManager.default.fileExists(atPath: "\(repository)/\(name)")
        }
        let remotes = remotes(of: repository)
        var servers: Set<CIServer> = []
        if exists(".github") || remotes.contains("github.com") { servers.insert(.github) }
        if exists(".gitlab-ci.yml") || remotes.contains("gitlab") { servers.insert(.gitlab) }
        return servers
    }

    /// The file of a job that runs ribleak, from the repository's root; nil when there is none.
    ///
    /// - Parameter repository: Its folder.
    func fileWithJob(in repository: String) -> String? {
        switch self {
        case .github:
            let folder = ".github/workflows"
            let names = try? FileManager.default.contentsOfDirectory(
                atPath: "\(repository)/\(folder)")
            let files = (names ?? []).sorted().prefix(100).map { "\(folder)/\($0)" }
            return files.first { Self.namesRibleak("\(repository)/\($0)") }
        case .gitlab:
            let file = ".gitlab-ci.yml"
            return Self.namesRibleak("\(repository)/\(file)") ? file : nil
        }
    }

    private static func namesRibleak(_ file: String) -> Bool {
        let text = (try? InputFile.text(at: file, atMost: mostBytes)) ?? ""
        return text.contains(/ribleak|\.gitlab\/leaks\.yml/)
    }

    private static let mostBytes = 1 << 20

    /// Text that has the addresses of a repository's remotes, if it has some.
    private static func remotes(of repository: String) -> String {
        let config = (try? InputFile.text(at: "\(repository)/.git/config", atMost: mostBytes)) ?? ""
        let lines = config.split(whereSeparator: \.isNewline)
        return lines.filter { $0.drop(while: \.isWhitespace).hasPrefix("url") }
            .joined(separator: "\n")
    }
}
