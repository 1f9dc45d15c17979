// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftParser
import SwiftSyntax
import Testing

@testable import LintRules

/// All examples compile against the RIBs that people use, so that they say something of real code.
@Suite struct ExampleCompilationTests {
    /// With publishers, as the root package is built.
    private static let root = Build(".build/debug")
    /// With RxSwift, which not every machine can resolve: see Tools/test-rxswift.
    private static let rx = Build("Tools/RxSwiftChecks/.build/debug")

    @Test(.enabled(if: root.hasRIBs, "the root package is not built"))
    func examplesCompileWithPublishers() throws {
        try Self.check([.any, .combine], with: Self.root)
    }

    @Test(.enabled(if: rx.hasRIBs, "RxSwift is not built here"))
    func examplesCompileWithRxSwift() throws {
        try Self.check([.any, .rx], with: Self.rx)
    }

    private static func check(_ flavours: Set<Example.Flavour>, with build: Build) throws {
        var source = ExampleSource(flavours.contains(.rx) ? build.rxImports : build.combineImports)
        for rule in Rules.all {
            let description = rule.description
            for (index, example) in (description.good + description.bad).enumerated()
            where flavours.contains(example.flavour) {
                source.add(example.text, as: "\(rule)Example\(index)")
                if let fixed = example.fixed {
                    source.add(fixed, as: "\(rule)Fixed\(index)")
                }
            }
        }
        let errors = try build.errors(in: source.text)
        #expect(errors == "")
    }
}

/// One source with many examples, each in a namespace of its own.
private struct ExampleSource {
    private(set) var text: String

    init(_ imports: [String]) { text = imports.map { "import \($0)\n" }.joined() }

    /// Adds an example. Its extensions move out of the namespace, where Swift wants them.
    mutating func add(_ example: String, as name: String) {
        let source = example.filter { $0 != "↓" }
        var inside = ""
        var outside = ""
        let statements = Parser.parse(source: source).statements
        let own = Set(
            statements.compactMap { $0.item.asProtocol((any NamedDeclSyntax).self)?.name.text })
        for statement in statements {
            if let found = statement.item.as(ExtensionDeclSyntax.self) {
                let text = found.trimmedDescription
                let type = found.extendedType.trimmedDescription
                let path = own.contains(type) ? "\(name).\(type)" : type
                outside += text.replacing(
                    "extension \(type)", with: "extension \(path)", maxReplacements: 1)
                outside += "\n"
            } else {
                inside += statement.description + "\n"
            }
        }
        text += "enum \(name) {\n\(inside)}\n\(outside)"
    }
}

/// A folder of built modules.
private struct Build {
    let combineImports = [
        "Foundation", "OpenCombine", "OpenCombineDispatch", "OpenCombineFoundation", "RIBs",
    ]
    let rxImports = ["Foundation", "RIBs", "RxCocoa", "RxRelay", "RxSwift"]

    private let folder: URL

    init(_ path: String) {
        // This file is Tools/ribleak-lint/Tests/LintRulesTests/ExampleCompilationTests.swift.
        let package = (1...5).reduce(URL(fileURLWithPath: #filePath)) { url, _ in
            url.deletingLastPathComponent()
        }
        folder = package.appendingPathComponent(path).resolvingSymlinksInPath()
    }

    var hasRIBs: Bool {
        FileManager.default.fileExists(
            atPath: folder.appendingPathComponent("Modules/RIBs.swiftmodule").path)
    }

    /// What the compiler says about a source; empty if nothing is wrong.
    func errors(in source: String) throws -> String {
        let work = FileManager.default.temporaryDirectory
            .appendingPathComponent("examples-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: work, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: work) }
        let file = work.appendingPathComponent("Examples.swift")
        try Data(source.utf8).write(to: file)
        let compiler = Process()
        compiler.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        compiler.arguments =
            [
                "swiftc", "-typecheck", "-swift-version", "5", "-parse-as-library",
                "-suppress-warnings", "-module-cache-path",
                folder.appendingPathComponent("ModuleCache").path, "-I",
                folder.appendingPathComponent("Modules").path,
            ] + moduleMaps + [file.path]
        let output = work.appendingPathComponent("output")
        try Data().write(to: output)
        compiler.standardError = try FileHandle(forWritingTo: output)
        try compiler.run()
        compiler.waitUntilExit()
        let said = try String(contentsOf: output, encoding: .utf8)
        return compiler.terminationStatus == 0 ? "" : said
    }

    private var moduleMaps: [String] {
        ["CLibunwind", "CRIBShims", "COpenCombineHelpers", "RxCocoaRuntime"].flatMap { name in
            let map = folder.appendingPathComponent("\(name).build/module.modulemap").path
            return FileManager.default.fileExists(atPath: map)
                ? ["-Xcc", "-fmodule-map-file=\(map)"] : []
        }
    }
}
