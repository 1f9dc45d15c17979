// SPDX-License-Identifier: Apache-2.0

import Foundation
import SourceModel

/// In which folders the new files go, and to which module.
struct SourceLayout {
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
    ///   - request: What is asked for.
    ///   - app: The sources below the current folder.
    /// - Throws: `NewError` when a folder or the module is needed and nobody named it.
    init(_ request: NewPlan.Request, app: SourceSurvey) throws(NewError) {
        guard
            let sources = request.into.map(Self.plain)
                ?? Self.siblings(of: request.parent?.text, app) ?? Self.onlyFolder(of: "Sources")
        else {
            throw .arguments(
                "--into: is needed here; name the folder of the sources, such as Sources/App")
        }
        let place = ModulePlace(of: sources)
        guard let name = request.module ?? place.module(in: app) else {
            throw .arguments("--module: is needed for this folder; name what the tests import")
        }
        module = name.moduleName
        guard
            let tests = request.tests.map(Self.plain) ?? app.testFolder(of: module)
                ?? place.tests(of: name)
        else { throw .arguments("--tests: is needed here; name the folder of the tests") }
        (self.sources, root, self.tests) = (sources, place.root, tests)
    }

    /// What makes the new files part of a project, and new tests run where there were none.
    func todos(isPort: Bool) -> [Todo] {
        let projects = Self.projectsThatListFiles.map {
            Todo(place: $0, text: "add the new files to its targets")
        }
        if tests.isFolder { return projects }
        let needed = isPort ? module : "\(module) and RIBLeakTesting"
        return projects + [Todo(place: tests, text: "declare a test target for it, with \(needed)")]
    }

    /// The projects of Xcode's in the current folder that name each file. Since Xcode 16, a project may
    /// have whole folders instead.
    private static var projectsThatListFiles: [String] {
        guard !".".folderNames.contains("Package.swift") else { return [] }
        return ".".folderNames.filter { name in
            guard name.hasSuffix(".xcodeproj"),
                let text = SourceSurvey.text(of: "\(name)/project.pbxproj")
            else { return false }
            return !text.contains("PBXFileSystemSynchronizedRootGroup")
        }
    }

    /// A path without what does not matter.
    private static func plain(_ path: String) -> String {
        let parts = path.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
        return path.hasPrefix("/") ? "/\(parts)" : parts.isEmpty ? "." : parts
    }

    /// The folder of a parent's siblings: the one around the parent's own, or the one that all share.
    private static func siblings(of parent: String?, _ app: SourceSurvey) -> String? {
        guard let parent, let folder = app.folder(of: "\(parent)Router") else { return nil }
        let outer = folder.enclosingFolder
        // A package's target may be called like its first RIB.
        let isOwn =
            folder.hasSuffix("/\(parent)")
            && ModulePlace.package(of: folder) == ModulePlace.package(of: outer)
        return isOwn ? outer : folder.isEmpty ? "." : folder
    }

    private static func onlyFolder(of folder: String) -> String? {
        let folders = folder.folderNames.filter { !$0.hasPrefix(".") }.map { "\(folder)/\($0)" }
            .filter(\.isFolder)
        return folders.count == 1 ? folders[0] : nil
    }
}

/// Where the module of a folder of sources lies, as the manifest above it and the tests tell.
private struct ModulePlace {
    /// The folder of the module's sources.
    let root: String
    /// The folder with `Sources` and `Tests`, with a slash; nil when no folder has that name.
    private let around: String?
    private let parts: [String]
    private let package: String?
    /// The texts of the project to which the folder belongs; nil in a package, and without either.
    private let project: String?

    init(of folder: String) {
        let start = folder.hasPrefix("/") ? "/" : ""
        let parts = folder.split(separator: "/").map(String.init)
        package = Self.package(of: folder)
        project = Self.project(above: folder.fullPath)
        self.parts = parts
        guard let sources = parts.firstIndex(where: { ["Sources", "Source"].contains($0) }) else {
            (root, around) = (start.isEmpty ? parts.first ?? folder : folder, nil)
            return
        }
        around = start + parts[..<sources].map { $0 + "/" }.joined()
        // A package has a folder for each module there, and so has many a project.
        let hasModules =
            sources + 1 < parts.count
            && (project == nil || Self.isNamed(parts[sources + 1], by: project, around))
        root = start + parts[...(sources + (hasModules ? 1 : 0))].joined(separator: "/")
    }

    /// The target of the package or project around a folder.
    static func package(of folder: String) -> String? {
        let file = "\(folder.fullPath)/-.swift"
        return ModuleNames(of: [file])[file]
    }

    private static func project(above folder: String) -> String? {
        var folder = folder
        while folder.count > 1 {
            let names = folder.folderNames
            if names.contains("Package.swift") { return nil }
            let projects =
                names.filter { $0.hasSuffix(".xcodeproj") }.map { "\($0)/project.pbxproj" }
                + names.filter { ["Project.swift", "project.yml"].contains($0) }
            if !projects.isEmpty {
                return projects.map { SourceSurvey.text(of: "\(folder)/\($0)") ?? "" }.joined()
            }
            folder = folder.enclosingFolder
        }
        return nil
    }

    /// Whether a project has a target of a name, or there are tests of it.
    private static func isNamed(_ name: String, by project: String?, _ around: String?) -> Bool {
        let texts = ["productName = \(name);", "\"\(name)\"", " \(name):\n"]
        return texts.contains { project?.contains($0) == true }
            || "\(around ?? "")Tests/\(name)Tests".isFolder || "\(name)Tests".isFolder
    }

    /// The module's name; nil when nothing tells it.
    func module(in app: SourceSurvey) -> String? {
        if let package { return package }
        // `HomeImplementations` of `Home/Implementations`.
        let names = parts.indices.flatMap { first in
            (first..<parts.count).map { parts[first...$0].joined().moduleName }
        }
        let tested = names.filter(app.testedModules.contains).max { $0.count < $1.count }
        if let tested { return tested }
        guard let project else {
            let name = root.split(separator: "/").last.map(String.init) ?? ""
            return ["", ".", "..", "Sources", "Source"].contains(name) ? nil : name
        }
        return parts.last { Self.isNamed($0, by: project, around) }
            ?? (app.testedModules.count == 1 ? app.testedModules.first : nil)
    }

    /// The usual folder of a module's tests.
    func tests(of module: String) -> String? {
        guard let around else {
            return ["\(module)Tests", "Tests/\(module)Tests", "Tests"].first(where: \.isFolder)
        }
        let usual = "\(around)Tests/\(module)Tests"
        let isShared = !around.isEmpty && project != nil && !usual.isFolder
        return isShared && "\(around)Tests".isFolder ? "\(around)Tests" : usual
    }
}

extension String {
    /// The folder of a path; empty for a name without one. Foundation's own stops the process for a name
    /// of one letter.
    var enclosingFolder: String {
        guard let slash = lastIndex(of: "/") else { return "" }
        return slash == startIndex ? "/" : String(self[..<slash])
    }

    fileprivate var fullPath: String {
        hasPrefix("/") ? self : "\(FileManager.default.currentDirectoryPath)/\(self)"
    }

    fileprivate var folderNames: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: self))?.sorted() ?? []
    }

    fileprivate var isFolder: Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: self, isDirectory: &isFolder)
            && isFolder.boolValue
    }
}
