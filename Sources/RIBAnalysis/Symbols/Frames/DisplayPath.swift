// SPDX-License-Identifier: Apache-2.0

import RIBText

extension RepositoryRoot {
    /// The path of a source file as reports name it.
    ///
    /// - Parameter file: Absolute, or from the working directory.
    package func shown(_ file: String) -> String { paths().shown(file) ?? file }

    /// - Parameter other: A second folder, for files that are not in the repository.
    func paths(or other: String? = nil) -> DisplayPath {
        DisplayPath(root: path, workingFolder: workingFolder, or: other)
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
    func isBelow(_ path: String) -> Bool { path.hasPrefix("/") && relative(path) != nil }

    /// The path to show, or nil for a path that names no file.
    ///
    /// - Parameter file: A path from debug information, or one from the working directory.
    func shown(_ file: String) -> String? {
        guard !file.isEmpty, !file.hasSuffix("<compiler-generated>"), file != "??" else {
            return nil
        }
        if file.hasPrefix("/") { return relative(file) ?? file }
        let parts = file.split(separator: "/").filter { $0 != "." }
        guard !parts.isEmpty, !parts.contains("..") else { return nil }
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
