// SPDX-License-Identifier: Apache-2.0

import Foundation
import SourceModel

/// The test doubles of some sources, as one file.
package struct TestDoubles: Sendable {
    /// What the file is to have besides the doubles.
    package struct Options: Sendable {
        /// Modules to import.
        package var imports: [String] = []
        /// Modules to import with `@testable`.
        package var testableImports: [String] = []
        /// The stream library of the runtime; if nothing is said, what the sources import.
        package var flavor: StreamFlavor?
        /// The file of the doubles: what the tests around it have already is not made again, and what
        /// they import with `@testable` is imported unless the sources' package tells their module.
        package var output: String?

        package init() {}
    }

    /// The whole file.
    package let text: String
    /// What was left out and why, and what could not be read.
    package let problems: [Problem]
    /// How many doubles there are.
    package let count: Int
    /// How many more the tests have already.
    package let presentCount: Int

    /// Makes the doubles of sources.
    ///
    /// A protocol gets one when its name ends as those of a RIB's parts do, or when it is marked
    /// `/// @mockable`. The same sources give the same text.
    package init(of sources: FoundSources, _ options: Options = Options()) {
        var problems = sources.problems
        let results = zip(sources.files, Self.read(sources.files))
        let files = results.compactMap { path, result -> ProtocolFile? in
            if case .failure(let error) = result {
                problems.append(Problem(file: path, message: error.description))
            }
            return try? result.get()
        }
        var tests: [ProtocolFile] = []
        if let output = options.output {
            let own = Self.place(of: output)
            let paths = FoundSources(below: [Self.testFolder(of: output)]).files
            tests = Self.read(paths.filter { Self.place(of: $0) != own }, forItsTypes: true)
                .compactMap { try? $0.get() }.filter(\.isTest)
        }
        self.init(of: files, tests: tests, problems: problems, options)
    }

    /// Makes the doubles of one text, for tests.
    package init(
        ofText text: String, path: String = "Sources.swift", _ options: Options = Options()
    ) {
        self.init(of: [ProtocolFile(text, path: path)], tests: [], problems: [], options)
    }

    private static func read(
        _ paths: [String], forItsTypes: Bool = false
    ) -> [Result<ProtocolFile, SourceError>] {
        SourceModule.inParallel(paths) { path in
            Result { () throws(SourceError) in
                let text = try SourceText(of: path).text
                return ProtocolFile(text, path: path, forItsTypes: forItsTypes)
            }
        }
    }

    private static func place(of path: String) -> String {
        URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    }

    /// The folder of the tests that a file belongs to.
    private static func testFolder(of file: String) -> String {
        var folders = file.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        let last = folders.lastIndex { $0.hasSuffix("Tests") }
        if let last { folders = folders[...last] }
        return folders.isEmpty ? "." : folders.joined(separator: "/")
    }

    private init(
        of files: [ProtocolFile], tests: [ProtocolFile], problems: [Problem], _ options: Options
    ) {
        let modules = Set(files.flatMap(\.imports).map(\.module))
        let usesRx = !modules.isDisjoint(with: ["RxSwift", "RxCocoa", "RxRelay"])
        let flavor = options.flavor ?? (usesRx ? .rx : .combine)
        let table = ProtocolTable(files.flatMap(\.protocols), flavor: flavor)
        let present = tests.map(\.types).reduce(into: [:]) { $0.merge($1) { $0 && $1 } }
        let selection = DoubleSelection(of: files, table: table, present: present)
        let damaged = files.filter(\.isDamaged).map {
            Problem(file: $0.path, message: "parts of the file are not Swift, and are skipped")
        }
        var sections = selection.plans.map { plan in
            let writer = ClassWriter(plan, defaults: selection.defaults(for: plan), table: table)
            return DoublesFile.section(plan.declaration.qualifiedDoubleName, writer.text)
        }
        func use(_ names: String...) -> Bool {
            sections.contains { text in names.contains { text.contains($0 + "<") } }
        }
        var imports = ImportList(
            for: selection.plans.flatMap(\.family.protocols), of: files, tests: tests, options)
        if use("Observable", "PublishSubject") { imports.add("RxSwift") }
        if use("AnyPublisher") { imports.add("Combine", where: "canImport(Combine)") }
        if use(ClassWriter.box) {
            imports.add("Foundation")
            sections.append(DoublesFile.section(ClassWriter.box, ClassWriter.boxDeclaration))
        }
        let parts = [DoublesFile.header, imports.text] + sections
        text = parts.filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
        self.problems = (problems + damaged + selection.problems).sorted {
            ($0.file, $0.message) < ($1.file, $1.message)
        }
        count = selection.plans.filter { !ProtocolTable.isOfRuntime($0.declaration) }.count
        presentCount = selection.presentCount
    }
}
