// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The Swift sources below some paths.
package struct FoundSources: Sendable {
    /// Files as they are shown: from the current directory where they lie below it. Sorted, each once.
    package private(set) var files: [String] = []
    /// Those of them that lie in a folder of tests, such as `AppTests`, which nobody named.
    package private(set) var tests: Set<String> = []
    /// Storyboards and the like, which make views.
    package private(set) var layouts: [String] = []
    /// Paths that do not exist, and folders that cannot be read.
    package private(set) var problems: [Problem] = []

    /// Folders whose sources somebody else wrote or a program makes. Hidden ones are left out too.
    private static let foreignFolders: Set = [
        "Pods", "Carthage", "DerivedData", "SourcePackages", "node_modules", "fastlane", "Vendor",
        "vendor", "ThirdParty", "Generated",
    ]

    private var seen: Set<String> = []
    private let excluded: [PathPattern]

    /// Looks for sources.
    ///
    /// Symbolic links are followed; each file and folder is visited once, so that links in a circle
    /// end.
    ///
    /// - Parameters:
    ///   - paths: Files and folders, taken whatever their name is. Of a folder, all `.swift` files are
    ///     taken, without those of foreign folders in it.
    ///   - excluded: Patterns of files to leave out.
    package init(below paths: [String], excluding excluded: [String] = []) {
        self.excluded = excluded.map(PathPattern.init)
        for path in paths { add(path) }
        files.sort()
        problems.sort { $0.file < $1.file }
    }

    private mutating func add(_ path: String) {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            problems.append(Problem(file: path, message: "no such file or folder"))
            return
        }
        if isFolder.boolValue { addFolder(path) } else { addFile(path, isTest: false) }
    }

    private mutating func addFile(_ path: String, isTest: Bool) {
        guard !excluded.contains(where: { $0.matches(path) }), isNew(path) else { return }
        files.append(Self.shown(path))
        if isTest { tests.insert(Self.shown(path)) }
    }

    /// Walks a folder without recursion, so that no depth overflows the stack.
    private mutating func addFolder(_ path: String) {
        var folders = [(path: path, isTest: false)]
        while let (folder, isTest) = folders.popLast() {
            guard isNew(folder) else { continue }
            let names: [String]
            do {
                names = try FileManager.default.contentsOfDirectory(atPath: folder)
            } catch {
                problems.append(
                    Problem(file: Self.shown(folder), message: "the folder cannot be read"))
                continue
            }
            // A template of Xcode is not Swift yet.
            for name in names where !name.hasPrefix(".") && !name.hasSuffix(".xctemplate") {
                let child = folder == "." ? name : folder + "/" + name
                if Self.foreignFolders.contains(name), !Self.isRIB(name, in: child) { continue }
                var isFolder: ObjCBool = false
                let exists = FileManager.default.fileExists(
                    atPath: child, isDirectory: &isFolder)
                if exists, isFolder.boolValue {
                    folders.append((child, isTest || name.hasSuffix("Tests")))
                } else if name.hasSuffix(".storyboard") || name.hasSuffix(".xib") {
                    layouts.append(child)
                } else if name.hasSuffix(".swift") {
                    if exists {
                        addFile(child, isTest: isTest)
                    } else {
                        problems.append(
                            Problem(file: Self.shown(child), message: "the link leads nowhere"))
                    }
                }
            }
        }
    }

    /// Whether a folder is that of a RIB: an app for sellers may have one named `Vendor`.
    private static func isRIB(_ name: String, in folder: String) -> Bool {
        ["Builder", "Router", "Interactor"].contains {
            FileManager.default.fileExists(atPath: "\(folder)/\(name)\($0).swift")
        }
    }

    /// Whether a file or folder was not visited before, by any path.
    private mutating func isNew(_ path: String) -> Bool {
        guard let resolved = realpath(path, nil) else { return true }
        defer { free(resolved) }
        return seen.insert(String(cString: resolved)).inserted
    }

    private static func shown(_ path: String) -> String {
        let current = FileManager.default.currentDirectoryPath
        var path = path
        while path.hasPrefix("./") { path.removeFirst(2) }
        if current != "/", path.hasPrefix(current + "/") {
            path.removeFirst(current.count + 1)
        }
        return path
    }
}

/// A pattern of paths: `*` stands for characters of one name, `**` for any.
struct PathPattern: Sendable {
    private let pattern: String

    init(_ pattern: String) {
        self.pattern = pattern.hasPrefix("/") || pattern.hasPrefix("**") ? pattern : "**/" + pattern
    }

    /// Whether a path, or a folder above it, fits.
    func matches(_ path: String) -> Bool {
        let path = path.hasPrefix("/") ? path : "/" + path
        return fnmatch(plain, path, 0) == 0 || fnmatch(plain + "/*", path, 0) == 0
    }

    // Without FNM_PATHNAME, `*` takes slashes too, which `**` says.
    private var plain: String { pattern.replacingOccurrences(of: "**/", with: "*/") }
}
