// SPDX-License-Identifier: Apache-2.0

import Foundation

/// In which folders the new files go, and to which module.
struct SourceLayout: Equatable {
    /// The folder of sources in which each RIB has a folder.
    let sources: String
    /// The folder of the module's sources.
    let root: String
    /// The same of its tests.
    let tests: String
    /// The name by which tests import the module.
    let module: String

    /// Decides by what was asked for, and by what is there.
    ///
    /// - Parameters:
    ///   - into: The folder of sources; nil for the one beside the parent, or the only one.
    ///   - tests: The folder of tests; nil for the module's usual one.
    ///   - module: The module's name; nil for that of its folder.
    ///   - parentFolder: The folder of the parent's files, if they were found.
    ///   - parent: The parent's name.
    /// - Throws: `NewError` when a folder is needed and nobody named it.
    init(
        into: String?, tests: String?, module: String?, parentFolder: String?, parent: String?
    ) throws(NewError) {
        guard
            let sources = into.map(Self.plain) ?? Self.above(parentFolder, of: parent)
                ?? Self.onlyFolder(of: "Sources")
        else {
            throw .arguments(
                "--into: is needed here; name the folder of the sources, such as Sources/App")
        }
        self.sources = sources
        root = Self.root(of: sources)
        let folder = root.split(separator: "/").last.map(String.init) ?? ""
        guard module != nil || !["", ".", "..", "Sources"].contains(folder) else {
            throw .arguments("--module: is needed for this folder; name what the tests import")
        }
        let name = module ?? folder
        self.module = String(name.map { $0.isLetter || $0.isNumber ? $0 : "_" })
        guard let folder = tests.map(Self.plain) ?? Self.usualTests(of: name, root: root) else {
            throw .arguments("--tests: is needed here; name the folder of the tests")
        }
        self.tests = folder
    }

    /// What makes the new files part of a project, and new tests run where there were none.
    var todos: [(place: String, text: String)] {
        let projects = Self.projectsThatListFiles.map { ($0, "add the new files to its targets") }
        if Self.isFolder(tests) { return projects }
        let text = "declare a test target for it, with \(module) and RIBLeakTesting"
        return projects + [(tests, text)]
    }

    /// The projects of Xcode's in the current folder that name each file. Since Xcode 16, a project may
    /// have whole folders instead.
    private static var projectsThatListFiles: [String] {
        guard isProject(".") else { return [] }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: ".")) ?? []
        return names.filter { name in
            guard name.hasSuffix(".xcodeproj"),
                let text = SourceSurvey.text(of: "\(name)/project.pbxproj")
            else { return false }
            return !text.contains("PBXFileSystemSynchronizedRootGroup")
        }.sorted()
    }

    /// A path without what does not matter.
    private static func plain(_ path: String) -> String {
        let parts = path.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
        return path.hasPrefix("/") ? "/\(parts)" : parts.isEmpty ? "." : parts
    }

    /// The folder of a parent's siblings: the one around the parent's own, or the one that all share.
    private static func above(_ folder: String?, of parent: String?) -> String? {
        guard let folder else { return nil }
        let parts = folder.split(separator: "/")
        guard parts.last.map(String.init) == parent, parts.count > 1 else {
            return folder.isEmpty ? "." : folder
        }
        return (folder.hasPrefix("/") ? "/" : "") + parts.dropLast().joined(separator: "/")
    }

    private static func onlyFolder(of folder: String) -> String? {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let folders = names.filter { !$0.hasPrefix(".") && isFolder("\(folder)/\($0)") }
        return folders.count == 1 ? "\(folder)/\(folders[0])" : nil
    }

    /// `Sources/App` of `Sources/App/Features`, as packages lay them out; `Sources` where a project
    /// has all of a module there; else the first folder.
    private static func root(of path: String) -> String {
        let parts = path.split(separator: "/")
        let start = path.hasPrefix("/") ? "/" : ""
        if let sources = parts.firstIndex(of: "Sources"), sources + 1 < parts.count {
            let around = start + parts[..<sources].map { $0 + "/" }.joined()
            let isWhole =
                isProject(around.isEmpty ? "." : around)
                && !isFolder("\(around)Tests/\(parts[sources + 1])Tests")
            return start + parts[...(sources + (isWhole ? 0 : 1))].joined(separator: "/")
        }
        return path.hasPrefix("/") ? path : parts.first.map(String.init) ?? path
    }

    /// Whether a folder has a project of Xcode's, or of a program that makes one, and no package.
    private static func isProject(_ folder: String) -> Bool {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return !names.contains("Package.swift")
            && names.contains {
                ["Project.swift", "project.yml"].contains($0) || $0.hasSuffix(".xcodeproj")
            }
    }

    private static func usualTests(of module: String, root: String) -> String? {
        let parts = root.split(separator: "/").map(String.init)
        if let sources = parts.lastIndex(of: "Sources") {
            let start = root.hasPrefix("/") ? "/" : ""
            return start + (parts[..<sources] + ["Tests", "\(module)Tests"]).joined(separator: "/")
        }
        return ["\(module)Tests", "Tests/\(module)Tests", "Tests"].first(where: isFolder)
    }

    private static func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
            && isFolder.boolValue
    }
}

extension String {
    /// The folder of a path; empty for a name without one. Foundation's own stops the process for a name
    /// of one letter.
    var enclosingFolder: String {
        guard let slash = lastIndex(of: "/") else { return "" }
        return slash == startIndex ? "/" : String(self[..<slash])
    }
}
