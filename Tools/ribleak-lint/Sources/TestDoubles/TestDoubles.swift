// SPDX-License-Identifier: Apache-2.0

import SourceModel

/// The test doubles of some sources, as one file.
package struct TestDoubles: Sendable {
    /// What the file is to have besides the doubles.
    package struct Options: Sendable {
        /// Modules to import.
        package var imports: [String] = []
        /// Modules to import with `@testable`.
        package var testableImports: [String] = []
        /// The stream library of the runtime; if nothing is said, what the sources import tells.
        package var flavor: StreamFlavor?

        package init() {}
    }

    /// The whole file.
    package let text: String
    /// What was left out and why, and what could not be read.
    package let problems: [Problem]
    /// How many doubles there are.
    package let count: Int

    /// Makes the doubles of sources.
    ///
    /// A protocol gets one when its name ends as those of a RIB's parts do, or when it is marked
    /// `/// @mockable`. The same sources give the same text.
    package init(of sources: FoundSources, _ options: Options = Options()) {
        let results = SourceModule.inParallel(sources.files) {
            path -> Result<ProtocolFile, SourceError> in
            do throws(SourceError) {
                return .success(try ProtocolFile(readingFrom: path))
            } catch {
                return .failure(error)
            }
        }
        var problems = sources.problems
        var files: [ProtocolFile] = []
        for (path, result) in zip(sources.files, results) {
            switch result {
            case .success(let file): files.append(file)
            case .failure(let error):
                problems.append(Problem(file: path, message: error.description))
            }
        }
        self.init(of: files, problems: problems, options)
    }

    /// Makes the doubles of one text, for tests.
    package init(
        ofText text: String, path: String = "Sources.swift", _ options: Options = Options()
    ) {
        self.init(of: [ProtocolFile(text, path: path)], problems: [], options)
    }

    private init(of files: [ProtocolFile], problems: [Problem], _ options: Options) {
        let flavor = options.flavor ?? Self.flavor(of: files)
        let table = ProtocolTable(files.flatMap(\.protocols), flavor: flavor)
        let selection = DoubleSelection(of: files, table: table)
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
        var imports = ImportList(selection.files(in: files), options)
        if use("Observable", "PublishSubject") { imports.add("RxSwift") }
        if use("AnyPublisher") { imports.add("Combine", where: "canImport(Combine)") }
        if use(DoubleStyle.box) {
            imports.add("Foundation")
            sections.append(DoublesFile.section(DoubleStyle.box, DoubleStyle.boxDeclaration))
        }
        let parts = [DoublesFile.header, imports.text] + sections
        text = parts.filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
        self.problems = (problems + damaged + selection.problems).sorted {
            ($0.file, $0.message) < ($1.file, $1.message)
        }
        count = selection.plans.filter { !ProtocolTable.isOfRuntime($0.declaration) }.count
    }

    private static func flavor(of files: [ProtocolFile]) -> StreamFlavor {
        let modules = files.lazy.flatMap(\.imports).map(\.module)
        return modules.contains { ["RxSwift", "RxCocoa", "RxRelay"].contains($0) } ? .rx : .combine
    }
}
