// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBGate

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
    /// - Parameter folder: The package's folder from the repository's root; empty when they are the
    ///   same.
    func job(inFolder folder: String) -> String {
        let recipe =
            switch self {
            case .github: CIRecipes.github
            case .gitlab: CIRecipes.gitlab
            }
        return folder.isEmpty ? recipe : Self.moved(recipe, to: folder, on: self)
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

    /// The job for a package in a subfolder: its commands run there, and its files are taken from
    /// there.
    private static func moved(_ recipe: String, to folder: String, on server: CIServer) -> String {
        let files = /^(\s+(?:- )?(?:sarif_file|path|codequality|junit|paths): \[?)(leaks\.)/
        let lines = recipe.split(separator: "\n", omittingEmptySubsequences: false)
        let moved = lines.map(String.init).flatMap { line in
            if server == .github, line == "jobs:" {
                return ["defaults:", "  run:", "    working-directory: \(folder)", line]
            }
            if server == .gitlab, line == "  script:" {
                return [line, "    - cd \(folder)"]
            }
            return [line.replacing(files) { "\($0.output.1)\(folder)/\($0.output.2)" }]
        }
        return moved.joined(separator: "\n")
    }
}
