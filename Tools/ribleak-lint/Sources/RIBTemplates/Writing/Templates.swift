// SPDX-License-Identifier: Apache-2.0

import Foundation
import Mustache

/// The templates of all files that are made, in the language of Mustache.
///
/// Those of this package are in the binary. A team's own files replace them by name.
package struct Templates {
    /// One template; its file is called like it, with the ending `mustache`.
    enum Name: String, CaseIterable {
        case builder = "Builder"
        case interactor = "Interactor"
        case router = "Router"
        case viewController = "ViewController"
        case componentExtension = "ComponentExtension"
        case worker = "Worker"
        case workflow = "Workflow"
        case actionableItem = "ActionableItem"
        case plainRIB = "PlainRIB"
        case plainBuilder = "PlainBuilder"
        case interactorTests = "InteractorTests"
        case routerTests = "RouterTests"
        case mocks = "Mocks"
        case workerTests = "WorkerTests"
        case workflowTests = "WorkflowTests"
        case plainRIBTests = "PlainRIBTests"

        var file: String { "\(rawValue).mustache" }
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
        for file in try Self.files(in: folder) { try replace(by: file, in: folder) }
        for name in Name.allCases { try outline.check(name.rawValue) }
    }

    private static func files(in folder: String) throws(NewError) -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder)
                .filter { $0.hasSuffix(".mustache") }.sorted()
        } catch {
            throw .files("\(folder): cannot be read; make it a folder that you may read")
        }
    }

    private mutating func replace(by file: String, in folder: String) throws(NewError) {
        let path = "\(folder)/\(file)"
        guard let name = Name.allCases.first(where: { $0.file == file }) else {
            let names = Name.allCases.map(\.rawValue).joined(separator: ", ")
            throw .files("\(path): replaces no template; name it as one of \(names)")
        }
        try Self.checkIsOwnFile(path, of: folder)
        guard let data = FileManager.default.contents(atPath: path) else {
            throw .files("\(path): cannot be read; allow it, or remove the file")
        }
        guard data.count <= Self.mostBytes, let text = String(validating: data, as: UTF8.self)
        else { throw Self.notText(path) }
        try register(text, as: name, from: path)
    }

    /// Checks what a file is before it is read: what it has is written into sources. A link may lead to
    /// any file of the person who calls, and reading a pipe would not end.
    private static func checkIsOwnFile(_ path: String, of folder: String) throws(NewError) {
        guard let real = realpath(path, nil), let root = realpath(folder, nil) else {
            throw .files("\(path): cannot be read; allow it, or remove the file")
        }
        defer {
            free(real)
            free(root)
        }
        guard String(cString: real).hasPrefix("\(String(cString: root))/") else {
            throw .files("\(path): is a link out of its folder; put the file itself there")
        }
        var facts = stat()
        guard stat(real, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG,
            facts.st_size <= mostBytes
        else { throw notText(path) }
    }

    private static func notText(_ path: String) -> NewError {
        .files("\(path): is not UTF-8 text of at most \(mostBytes >> 10) kB")
    }

    private mutating func register(
        _ text: String, as name: Name, from path: String
    ) throws(NewError) {
        try outline.read(text, of: name.rawValue, from: path)
        do {
            // Swift is no HTML: nothing is escaped.
            try library.register("{{% CONTENT_TYPE:TEXT}}\n" + text, named: name.rawValue)
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
        library.render(values, withTemplate: name.rawValue) ?? ""
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
