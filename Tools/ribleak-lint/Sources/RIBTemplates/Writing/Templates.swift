// SPDX-License-Identifier: Apache-2.0

import Foundation
import Mustache

/// The templates of all files that are made, in the language of Mustache.
///
/// Those of this package are in the binary. A team's own files replace them by name.
package struct Templates {
    /// One template; its file is called like it, with the ending `mustache`.
    enum Name: String, CaseIterable {
        case builder, interactor, router, viewController, componentExtension, worker, workflow
        case actionableItem, plainRIB, plainBuilder
        case interactorTests, routerTests, mocks, workerTests, workflowTests, plainRIBTests

        /// The name as templates say it, such as `Builder`.
        var text: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
        var file: String { "\(text).mustache" }
    }

    /// Where a team keeps its own.
    package static let usualFolder = ".ribleak/templates"
    private static let mostBytes = 1 << 18

    private var library = MustacheLibrary()
    private var outline = TemplateOutline()

    /// Reads the templates.
    ///
    /// - Parameter folder: A team's own templates; the folder may be missing.
    /// - Throws: `NewError` for a file there that cannot be read, has no template's name, is not a
    ///   template, or would fill itself in without end.
    package init(replacedBy folder: String? = nil) throws(NewError) {
        for name in Name.allCases {
            try register(String(decoding: name.bytes, as: UTF8.self), as: name, from: name.file)
        }
        guard let folder, FileManager.default.fileExists(atPath: folder) else { return }
        guard let files = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
            throw .files("\(folder): cannot be read; make it a folder that you may read")
        }
        for file in files.sorted() where file.hasSuffix(".mustache") {
            try replace(by: file, in: folder)
        }
        for name in Name.allCases { try outline.measure(name.text, at: name.text) }
    }

    private mutating func replace(by file: String, in folder: String) throws(NewError) {
        let path = "\(folder)/\(file)"
        guard let name = Name.allCases.first(where: { $0.file == file }) else {
            let names = Name.allCases.map(\.text).joined(separator: ", ")
            throw .files("\(path): replaces no template; name it as one of \(names)")
        }
        // What a template has is written into sources, and a link may lead to any file of the person
        // who calls.
        let places = [path, folder].map {
            URL(fileURLWithPath: $0).resolvingSymlinksInPath().path
        }
        guard places[0].hasPrefix("\(places[1])/") else {
            throw .files("\(path): is a link out of its folder; put the file itself there")
        }
        guard let text = SourceSurvey.text(of: places[0]), text.utf8.count <= Self.mostBytes else {
            throw .files("\(path): is not UTF-8 text of at most \(Self.mostBytes >> 10) kB")
        }
        try register(text, as: name, from: path)
    }

    private mutating func register(
        _ text: String, as name: Name, from path: String
    ) throws(NewError) {
        try outline.read(text, of: name.text, from: path)
        do {
            // Swift is no HTML: nothing is escaped.
            try library.register("{{% CONTENT_TYPE:TEXT}}\n" + text, named: name.text)
        } catch let error as MustacheTemplate.ParserError {
            // The first line is the one above.
            let line = error.context.lineNumber - 1
            throw .files("\(path):\(line): is not a template (\(error.error)); mend it there")
        } catch {
            throw .files("\(path): is not a template (\(error)); mend it")
        }
    }

    /// Fills a template.
    func text(_ name: Name, _ values: [String: Any]) -> String {
        // Registered in `init`, so it is there.
        library.render(values, withTemplate: name.text) ?? ""
    }
}

extension Templates.Name {
    /// The package's own template.
    fileprivate var bytes: [UInt8] {
        switch self {
        case .builder: PackageResources.Builder_mustache
        case .interactor: PackageResources.Interactor_mustache
        case .router: PackageResources.Router_mustache
        case .viewController: PackageResources.ViewController_mustache
        case .componentExtension: PackageResources.ComponentExtension_mustache
        case .worker: PackageResources.Worker_mustache
        case .workflow: PackageResources.Workflow_mustache
        case .actionableItem: PackageResources.ActionableItem_mustache
        case .plainRIB: PackageResources.PlainRIB_mustache
        case .plainBuilder: PackageResources.PlainBuilder_mustache
        case .interactorTests: PackageResources.InteractorTests_mustache
        case .routerTests: PackageResources.RouterTests_mustache
        case .mocks: PackageResources.Mocks_mustache
        case .workerTests: PackageResources.WorkerTests_mustache
        case .workflowTests: PackageResources.WorkflowTests_mustache
        case .plainRIBTests: PackageResources.PlainRIBTests_mustache
        }
    }
}
