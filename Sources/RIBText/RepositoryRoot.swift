// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The folder of the repository, from which reports name source files.
///
/// Code hosts and CI servers find a file only by its path from there, also when the tests of a
/// monorepo run in a subfolder.
package struct RepositoryRoot: Equatable, Sendable {
    /// An absolute path without a slash at its end.
    package let path: String
    /// The working directory below it, such as `Apps/Shop`; empty when they are the same.
    package let workingFolder: String

    /// The repository of the working directory.
    package static var current: RepositoryRoot {
        RepositoryRoot(
            of: FileManager.default.currentDirectoryPath,
            workspace: ProcessInfo.processInfo.environment["GITHUB_WORKSPACE"])
    }

    /// Takes the workspace if it is a repository, so that a submodule's files are named from the
    /// repository that GitHub shows. Else takes the nearest folder with a `.git`, then the
    /// workspace.
    ///
    /// - Parameters:
    ///   - folder: An absolute path. It is the root itself when no repository is found.
    ///   - workspace: The folder into which GitHub Actions checks out. Ignored unless it is the
    ///     folder or above it.
    package init(of folder: String, workspace: String?) {
        let parts = folder.split(separator: "/").filter { $0 != "." }
        let above = (0...parts.count).reversed().map {
            "/" + parts.prefix($0).joined(separator: "/")
        }
        let workspace = workspace.flatMap { path in
            above.first {
                path.hasPrefix("/") && $0 == "/" + path.split(separator: "/").joined(separator: "/")
            }
        }
        path =
            workspace.flatMap { Self.isRepository($0) ? $0 : nil }
            ?? above.first(where: Self.isRepository) ?? workspace ?? above[0]
        workingFolder = parts.dropFirst(path.split(separator: "/").count).joined(separator: "/")
    }

    /// Whether this is a repository or a package, and not only where a process happens to run: only
    /// then are its Swift files searched for declarations.
    package var isOfProject: Bool {
        Self.isRepository(path)
            || FileManager.default.fileExists(atPath: "\(path)/Package.swift")
    }

    /// In a worktree or a submodule, `.git` is a file.
    private static func isRepository(_ folder: String) -> Bool {
        FileManager.default.fileExists(atPath: folder + (folder == "/" ? ".git" : "/.git"))
    }
}
