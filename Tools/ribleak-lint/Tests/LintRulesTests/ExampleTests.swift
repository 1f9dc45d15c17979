// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftParser
import SwiftSyntax
import Testing

@testable import LintRules
@testable import SourceModel

/// The examples of each rule, which are its documentation.
@Suite struct ExampleTests {
    private static let examples = Rules.all.flatMap { rule in
        rule.description.bad.enumerated().map { CheckedExample(rule, $1, "bad \($0 + 1)") }
            + rule.description.good.enumerated().map { CheckedExample(rule, $1, "good \($0 + 1)") }
    }

    @Test(arguments: Rules.all.map(CheckedRule.init))
    func aRuleHasEightExamplesOfEach(rule: CheckedRule) {
        #expect(rule.rule.description.good.count >= 8)
        #expect(rule.rule.description.bad.count >= 8)
    }

    @Test(arguments: Self.examples)
    func theRuleFindsWhatIsMarked(example: CheckedExample) {
        #expect(example.found == example.marked, "\(example.text)")
    }

    @Test(arguments: Self.examples.filter { $0.example.fixed != nil })
    func theFixLeavesWhatTheExampleSays(example: CheckedExample) {
        #expect(example.mended ?? example.text == example.example.fixed)
    }

    @Test func allBadExamplesHaveAMark() {
        for rule in Rules.all {
            for example in rule.description.bad { #expect(example.text.contains("↓")) }
            for example in rule.description.good { #expect(!example.text.contains("↓")) }
        }
    }
}

/// A rule, named in test output.
struct CheckedRule: CustomTestStringConvertible, Sendable {
    let rule: any Rule.Type
    var testDescription: String { rule.description.id }
}

/// An example with the places that it marks.
struct CheckedExample: CustomTestStringConvertible, Sendable {
    let rule: any Rule.Type
    let example: Example
    /// The source without the marks.
    let text: String
    /// `line:column` of each mark.
    let marked: [String]
    let testDescription: String

    init(_ rule: any Rule.Type, _ example: Example, _ name: String) {
        (self.rule, self.example) = (rule, example)
        testDescription = "\(rule.description.id), \(name)"
        var text = ""
        var marked: [String] = []
        for (index, line) in example.text.split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated()
        {
            if index > 0 { text += "\n" }
            var column = 1
            for character in line {
                if character == "↓" {
                    marked.append("\(index + 1):\(column)")
                } else {
                    column += character.utf8.count
                    text.append(character)
                }
            }
        }
        (self.text, self.marked) = (text, marked)
    }

    /// `line:column` of each finding.
    var found: [String] { findings.map { "\($0.line):\($0.column)" } }

    /// The source after `--fix`.
    var mended: String? {
        LintRun.mended(source, rules: [rule]).map { String($0.dropLast(imports.count)) }
    }

    /// The source with each patch of a fix, on its own.
    var patched: [String] {
        get throws {
            let sources = ["Example.swift": source, "Package.swift": "// ribleak\n"]
            let folder = try FixFolder(sources)
            let run = try folder.run(folder.lint(rule.description.id))
            return try run.fixes.map { fix in
                let copy = try FixFolder(sources)
                try copy.apply(fix.patch)
                return String(
                    decoding: try copy.data("Example.swift").dropLast(imports.utf8.count),
                    as: UTF8.self)
            }
        }
    }

    private var findings: [LintFinding] { LintRun.findings(in: source, rules: [rule]) }

    private var source: String { text + imports }

    /// What a file of the flavour imports, at the end, so that places stay.
    private var imports: String {
        switch example.flavour {
        case .any: "\nimport RIBs\n"
        case .combine: "\nimport Combine\nimport RIBs\n"
        case .rx: "\nimport RIBs\nimport RxSwift\n"
        }
    }
}

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
                let checked = CheckedExample(rule, example, "")
                for (number, patched) in try checked.patched.enumerated() {
                    source.add(patched, as: "\(rule)Patched\(index)No\(number)")
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
        // This file is Tools/ribleak-lint/Tests/LintRulesTests/ExampleTests.swift.
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

/// Sources in a folder of their own, and what fixes make of them.
final class FixFolder {
    let url = FileManager.default.temporaryDirectory
        .appendingPathComponent("ribleak-fix-\(UUID().uuidString)")

    init(_ sources: [String: String]) throws {
        for (name, text) in sources { try write(Data(text.utf8), name) }
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func write(_ data: Data, _ name: String) throws {
        let file = url.appendingPathComponent(name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try data.write(to: file)
    }

    func data(_ name: String) throws -> Data {
        try Data(contentsOf: url.appendingPathComponent(name))
    }

    /// The fixes of a document's findings.
    func run(_ json: [String: Any], only: [String] = []) throws -> FixRun {
        let document = try FixDocument(JSONSerialization.data(withJSONObject: json))
        return try #require(FixRun(of: document, below: url.path, only: only))
    }

    /// A document of lint.
    func lint(_ rule: String? = nil) throws -> [String: Any] {
        let findings = LintRun(FoundSources(below: [url.path])).findings
            .filter { rule == nil || $0.rule == rule }
        let data = try JSONEncoder().encode(findings)
        return [
            "version": 1, "rules": [String](),
            "findings": try JSONSerialization.jsonObject(with: data),
        ]
    }

    /// The source after the first fix of a rule's findings, without imports; or why there is none.
    func fixed(_ rule: String) throws -> String {
        let run = try run(lint(rule))
        guard let fix = run.fixes.first else { return run.refused.first?.reason ?? "nothing found" }
        try apply(fix.patch)
        return try String(decoding: data("Home.swift"), as: UTF8.self)
            .components(separatedBy: "\nimport ")[0]
    }

    /// Applies a patch as people do.
    func apply(_ patch: String) throws {
        let git = Process()
        git.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        git.arguments = ["git", "-c", "core.autocrlf=false", "apply", "-"]
        git.currentDirectoryURL = url
        let (input, output) = (Pipe(), Pipe())
        (git.standardInput, git.standardError) = (input, output)
        try git.run()
        try input.fileHandleForWriting.write(contentsOf: Data(patch.utf8))
        try input.fileHandleForWriting.close()
        let errors = try output.fileHandleForReading.readToEnd() ?? Data()
        git.waitUntilExit()
        #expect(git.terminationStatus == 0, "\(String(decoding: errors, as: UTF8.self))\n\(patch)")
    }
}
