// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftParser
import SwiftSyntax

/// The modules of files, as far as the packages and projects that they lie in tell.
package struct ModuleNames: Sendable {
    private var modules: [String: String] = [:]

    /// Reads the manifests and Xcode projects of the folders above files.
    package init(of files: [String]) {
        var known: [String: [String: String]?] = [:]
        for folder in Set(files.map(Self.folder(of:))) {
            var around = [folder]
            while let inner = around.last, !inner.isEmpty { around.append(Self.folder(of: inner)) }
            // The working directory, which is above none of these.
            if folder.hasPrefix("/") || folder.hasPrefix("..") { around.removeLast() }
            for place in around {
                let targets = known[place] ?? Self.targets(in: place)
                known[place] = .some(targets)
                guard let targets else { continue }
                modules[folder] = around.lazy.compactMap { targets[$0] }.first
                break
            }
        }
    }

    /// The module of a file; nil when nothing tells it.
    package subscript(file: String) -> String? { modules[Self.folder(of: file)] }

    private static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    }

    /// The modules by the folders of the targets that are declared in a folder; nil where nothing
    /// declares any.
    private static func targets(in place: String) -> [String: String]? {
        let names = try? FileManager.default.contentsOfDirectory(
            atPath: place.isEmpty ? "." : place)
        let start = place.isEmpty ? [] : [place]
        var found: [Target]?
        for name in ["Package", "Project"] where names?.contains("\(name).swift") == true {
            let file = (start + ["\(name).swift"]).joined(separator: "/")
            guard let text = try? SourceText(of: file).text else { continue }
            let finder = TargetFinder(viewMode: .sourceAccurate)
            finder.walk(Parser.parse(source: text))
            // An app may have a type of its own that is called so.
            if !finder.targets.isEmpty || text.contains("\(name)Description") {
                found = (found ?? []) + finder.targets
            }
        }
        let projects = names?.filter { $0.hasSuffix(".xcodeproj") } ?? []
        for project in projects {
            let file = (start + [project, "project.pbxproj"]).joined(separator: "/")
            let targets = xcodeTargets(in: file)
            found = (found ?? []) + targets
            // The one that is called like the project, where there is no other project, has the rest.
            if projects.count == 1, targets.contains(where: { "\($0.name).xcodeproj" == project }) {
                found?.append(("", String(project.dropLast(".xcodeproj".count))))
            }
        }
        return found.map { found in
            let modules = found.map { folder, name in
                let parts = folder.split(separator: "/").filter { $0 != "." }.map(String.init)
                return ((start + parts).joined(separator: "/"), name.moduleName)
            }
            return Dictionary(modules) { first, _ in first }
        }
    }

    private typealias Target = (folder: String, name: String)

    /// Finds targets, whose names may also be constants of the manifest: those are left out.
    private final class TargetFinder: SyntaxVisitor {
        private var found: [Target] = []
        private var project: String?

        /// Where packages and projects look for a target that names no folder.
        private static let usualFolders = [
            "", "Sources/", "Source/", "src/", "srcs/", "Tests/", "Targets/",
        ]
        /// The targets that helpers of Tuist make of one name, besides that of the name.
        private static let usualTargets = [
            "Interface", "Interfaces", "Testing", "Tests", "Demo", "DemoApp", "Example",
        ]

        var targets: [Target] {
            guard found.isEmpty, let project else { return found }
            return [("", project)] + Self.usualTargets.map { ($0, project + $0) }
        }

        override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
            guard let kind = node.functionName?.lowercased(),
                let name = node.argument("name").flatMap(Self.literal), !name.isEmpty
            else { return .visitChildren }
            if kind.hasSuffix("target") || ["macro", "plugin"].contains(kind) {
                // `["Feature/Sources/**"]`, with or without brackets.
                let globs = node.argument("sources")?.description.split(separator: "\"") ?? []
                let folders =
                    node.argument("path").flatMap(Self.literal).map { [$0] }
                    ?? globs.filter { $0.contains("*") }.map {
                        ModuleNames.folder(of: String($0.prefix { $0 != "*" }))
                    }
                let usual = Self.usualFolders.map { $0 + name }
                found += (folders.isEmpty ? usual : folders).map { ($0, name) }
            } else if project == nil, node.calledExpression.trimmedDescription.hasPrefix("Project")
            {
                project = name
            }
            return .visitChildren
        }

        private static func literal(_ expression: ExprSyntax) -> String? {
            expression.as(StringLiteralExprSyntax.self)?.representedLiteralValue
        }
    }

    /// The targets of an Xcode project: each has the folder of its name, and those that Xcode follows.
    private static func xcodeTargets(in file: String) -> [Target] {
        // A project of 30,000 files has about 20 MB.
        guard (try? SourceText.checkSize(of: file, atMost: 64 << 20)) != nil,
            let text = FileManager.default.contents(atPath: file)
        else { return [] }
        var (id, kind, name) = (Substring(), "", "")
        var (groups, isInGroups): ([Substring], Bool) = ([], false)
        var targets: [(name: String, groups: [Substring])] = []
        var paths: [Substring: String] = [:]
        for bytes in text.split(separator: UInt8(ascii: "\n")) {
            let line = String(decoding: bytes, as: UTF8.self)
                .trimmingCharacters(in: .whitespacesAndNewlines)
            let word = line.prefix { !$0.isWhitespace && $0 != "," }
            var value: String {
                line.dropFirst(word.count + " = ".count).trimmingCharacters(in: ["\"", ";"])
            }
            if line.hasSuffix("= {") {
                (id, kind, name, groups) = (word, "", "", [])
            } else if word == "fileSystemSynchronizedGroups" {
                isInGroups = true
            } else if word.hasPrefix(")") {
                isInGroups = false
            } else if isInGroups {
                groups.append(word)
            } else if word == "isa" {
                kind = value
            } else if word == "name" {
                name = value
            } else if word == "path", kind == "PBXFileSystemSynchronizedRootGroup" {
                paths[id] = value
            } else if word.hasPrefix("}"), kind == "PBXNativeTarget",
                name.contains(where: \.isLetter)
            {
                targets.append((name, groups))
                kind = ""
            }
        }
        return targets.flatMap { name, groups in
            ([name] + groups.compactMap { paths[$0] }).map { ($0, name) }
        }
    }
}

extension String {
    /// A name as Swift has it for a module.
    package var moduleName: String {
        String(map { $0.isLetter || $0.isNumber ? $0 : "_" })
    }
}
