// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftParser
import SwiftSyntax

/// The modules of files, as far as the packages that they lie in tell.
package struct ModuleNames: Sendable {
    private let modules: [String: String]

    /// Reads the manifests of the folders above files.
    package init(of files: [String]) {
        var packages: [String: [(path: String, module: String)]] = [:]
        var modules: [String: String] = [:]
        for file in files {
            var folders = file.split(separator: "/", omittingEmptySubsequences: false).dropLast()
            while true {
                let folder = folders.joined(separator: "/")
                let targets = packages[folder] ?? Self.targets(inPackage: folder)
                packages[folder] = targets
                if let target = targets.first(where: { file.hasPrefix($0.path) }) {
                    modules[file] = target.module
                }
                if !targets.isEmpty || folders.isEmpty { break }
                folders.removeLast()
            }
        }
        self.modules = modules
    }

    /// The module of a file; nil when no manifest tells it.
    package subscript(file: String) -> String? { modules[file] }

    /// The folders of a package's targets, inner ones first; none without a manifest.
    private static func targets(inPackage folder: String) -> [(path: String, module: String)] {
        let start = folder.isEmpty ? "" : folder + "/"
        guard let manifest = try? SourceText(of: start + "Package.swift").text else { return [] }
        let finder = TargetFinder(viewMode: .sourceAccurate)
        finder.walk(Parser.parse(source: manifest))
        return finder.found.flatMap { name, path in
            let folders = path.map { [$0] } ?? usualFolders.map { "\($0)/\(name)" }
            return folders.map { (path: "\(start)\($0)/", module: name) }
        }.sorted { $0.path.count > $1.path.count }
    }

    /// Where a package looks for a target that has no path.
    private static let usualFolders = ["Sources", "Source", "src", "srcs", "Tests"]

    /// Finds targets, whose names may also be constants of the manifest: those are left out.
    private final class TargetFinder: SyntaxVisitor {
        private(set) var found: [(name: String, path: String?)] = []

        private static let kinds: Set = [
            "target", "executableTarget", "testTarget", "macro", "plugin",
        ]

        override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
            if Self.kinds.contains(node.functionName ?? ""),
                let name = node.argument("name")?.as(StringLiteralExprSyntax.self)?
                    .representedLiteralValue
            {
                let path = node.argument("path")?.as(StringLiteralExprSyntax.self)
                found.append((name, path?.representedLiteralValue))
            }
            return .visitChildren
        }
    }
}
