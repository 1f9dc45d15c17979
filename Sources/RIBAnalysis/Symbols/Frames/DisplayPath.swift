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
    /// repository that GitHub shows. Else takes the nearest folder with a `.git`, then the workspace.
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

    /// Whether this is a repository or a package, and not only where a process happens to run.
    var isOfProject: Bool {
        Self.isRepository(path)
            || FileManager.default.fileExists(atPath: "\(path)/Package.swift")
    }

    /// In a worktree or a submodule, `.git` is a file.
    private static func isRepository(_ folder: String) -> Bool {
        FileManager.default.fileExists(atPath: folder + (folder == "/" ? ".git" : "/.git"))
    }

    /// The path of a source file as reports name it.
    ///
    /// - Parameter file: Absolute, or from the working directory.
    package func shown(_ file: String) -> String { paths().shown(file, isLocal: true) ?? file }

    /// - Parameter other: A second folder, for files that are not in the repository.
    func paths(or other: String? = nil) -> DisplayPath {
        DisplayPath(root: path, workingFolder: workingFolder, or: other)
    }

    /// The package manifest nearest to the working directory, relative to the root. It is the place
    /// of a finding for which no line is known.
    package var manifest: String {
        let parts = workingFolder.split(separator: "/")
        let candidates = (0...parts.count).reversed().map {
            (parts.prefix($0) + ["Package.swift"]).joined(separator: "/")
        }
        return candidates.first { FileManager.default.fileExists(atPath: "\(path)/\($0)") }
            ?? candidates[0]
    }
}

/// Shortens source paths to the part below a folder. Compares only their text.
struct DisplayPath: Sendable {
    private let bases: [[Substring]]
    /// The working directory below the first base.
    private let workingFolder: [Substring]

    /// - Parameters:
    ///   - root: The folder to name files from. An absolute path.
    ///   - workingFolder: The working directory below it; empty when they are the same.
    ///   - other: A second folder, for files that are not below the first.
    init(root: String, workingFolder: String = "", or other: String? = nil) {
        bases = [root, other].compactMap { folder in
            folder.map { $0.split(separator: "/").filter { $0 != "." } }
        }
        self.workingFolder = workingFolder.split(separator: "/")
    }

    /// True when the file lies below the first folder or the other.
    func isBelow(_ path: String) -> Bool {
        path.hasPrefix("/") && relative(path) != nil
    }

    /// The path to show, or nil for a path that names no file.
    ///
    /// - Parameters:
    ///   - file: A path from debug information.
    ///   - isLocal: True when the binary was built below the folder. Only then does a relative path
    ///     mean a file here, and it starts from the working directory.
    func shown(_ file: String, isLocal: Bool) -> String? {
        guard !file.isEmpty, !file.hasSuffix("<compiler-generated>"), file != "??" else {
            return nil
        }
        if file.hasPrefix("/") { return relative(file) ?? file }
        let parts = file.split(separator: "/").filter { $0 != "." }
        guard isLocal, !parts.isEmpty, !parts.contains("..") else { return nil }
        return (workingFolder + parts).joined(separator: "/")
    }

    /// The rest of the path below one of the folders; nil when the path may lead elsewhere.
    private func relative(_ path: String) -> String? {
        let parts = path.split(separator: "/").filter { $0 != "." }
        guard !parts.contains(".."),
            let base = bases.first(where: {
                !$0.isEmpty && parts.count > $0.count && parts.starts(with: $0)
            })
        else { return nil }
        return parts.dropFirst(base.count).joined(separator: "/")
    }
}
