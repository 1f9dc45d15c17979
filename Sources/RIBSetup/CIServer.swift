// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBText

/// A server that runs tests, for which there is a job to write.
package enum CIServer: String, CaseIterable, Sendable {
    case github
    case gitlab

    /// The job's file, from the repository's root.
    var file: String {
        self == .github ? ".github/workflows/leaks.yml" : ".gitlab/leaks.yml"
    }

    /// The name that people know it by.
    var title: String { self == .github ? "GitHub" : "GitLab" }

    /// The job: tests, report and gate.
    ///
    /// - Parameters:
    ///   - folder: The package's folder from the repository's root; empty when they are the same.
    ///   - ribleak: The folder of ribleak's sources, from the package's.
    ///   - remote: Where a server gets these sources from; nil when it has them with the
    ///     repository.
    func job(inFolder folder: String, ribleak: String, from remote: String? = nil) -> String {
        let usual = ".build/checkouts/ribleak/"
        let resolve = "- run: swift package resolve\n"
        // A server may keep its folders from job to job.
        func clone(to path: String) -> String {
            remote.map { "[ -d \(path) ] || git clone --depth 1 \($0) \(path)\n" } ?? ""
        }
        switch self {
        case .gitlab:
            let job = CIRecipes.gitlab.replacing(usual, with: "\(ribleak)/").replacing(
                "RIBLEAK_FOLDER: .\n", with: "RIBLEAK_FOLDER: \(folder.isEmpty ? "." : folder)\n")
            let first = "    - swift package resolve\n"
            return remote == nil
                ? job : job.replacing(first, with: "    - \(clone(to: ribleak))\(first)")
        case .github:
            // An action is named from the repository's root.
            let path = Self.path(to: ribleak, from: folder)
            var job = CIRecipes.github.replacing(usual, with: "\(path)/")
            if remote != nil {
                job = job.replacing(resolve, with: "- run: \(clone(to: path))      \(resolve)")
            }
            guard !folder.isEmpty else { return job }
            return job.replacing(
                resolve, with: "- run: swift package resolve --package-path \(folder)\n")
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

    /// The servers that a repository, named by its folder, seems to use.
    static func used(in repository: String) -> Set<CIServer> {
        func exists(_ name: String) -> Bool {
            FileManager.default.fileExists(atPath: "\(repository)/\(name)")
        }
        let remotes = remoteAddresses(of: repository).joined(separator: "\n")
        var servers: Set<CIServer> = []
        if exists(".github") || remotes.contains("github.com") { servers.insert(.github) }
        if exists(".gitlab-ci.yml") || remotes.contains("gitlab") { servers.insert(.gitlab) }
        return servers
    }

    /// The file of a job that runs ribleak, from the repository's root; nil when there is none.
    func fileWithJob(in repository: String) -> String? {
        var files = [".gitlab-ci.yml"]
        if self == .github {
            let folder = ".github/workflows"
            let names = try? FileManager.default.contentsOfDirectory(
                atPath: "\(repository)/\(folder)")
            files = (names ?? []).sorted().prefix(100).map { "\(folder)/\($0)" }
        }
        return files.first { file in
            let text = try? InputFile.text(at: "\(repository)/\(file)", atMost: Self.mostBytes)
            return text?.contains(/ribleak|\.gitlab\/leaks\.yml/) == true
        }
    }

    private static let mostBytes = 1 << 20

    /// The address from which a server can clone a repository; nil when none is known. One with a
    /// password, or with characters that a script may misread, is none.
    static func cloneAddress(of repository: String) -> String? {
        remoteAddresses(of: repository).first {
            $0.wholeMatch(of: /https:\/\/[A-Za-z0-9._\/-]+|git@[A-Za-z0-9._-]+:[A-Za-z0-9._\/-]+/)
                != nil
        }
    }

    private static func remoteAddresses(of repository: String) -> [String] {
        let config = (try? InputFile.text(at: "\(repository)/.git/config", atMost: mostBytes)) ?? ""
        return config.split(whereSeparator: \.isNewline).compactMap { line in
            line.firstMatch(of: /^\s*url\s*=\s*(.*?)\s*$/).map { String($0.1) }
        }
    }
}
