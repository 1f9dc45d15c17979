// SPDX-License-Identifier: Apache-2.0

import Foundation
import SourceModel
import SwiftSyntax

/// The Swift sources around a new RIB: what they import, and those that name a RIB.
package struct SourceSurvey {
    /// A file and what it imports.
    private struct File {
        let path: String
        let text: String
        let imports: Set<String>
        /// The modules that it tests.
        let tested: Set<String>

        /// Whether it belongs to tests, whose types are none of the app's.
        var isTest: Bool {
            !tested.isEmpty || !imports.isDisjoint(with: ["XCTest", "Testing", "Quick", "Nimble"])
                || path.split(separator: "/").dropLast().contains { $0.hasSuffix("Tests") }
        }
    }

    private var app: [File] = []
    private var tests: [File] = []

    /// Reads the sources below folders. What is not UTF-8 is left out.
    ///
    /// - Parameter folders: Each `.` for the current one.
    package init(below folders: String...) {
        for path in FoundSources(below: folders).files {
            guard let text = Self.text(of: path) else { continue }
            let file = File(
                path: path, text: text, imports: Self.modules(in: text, after: "import "),
                tested: Self.modules(in: text, after: "@testable import "))
            if file.isTest { tests.append(file) } else { app.append(file) }
        }
    }

    private static func modules(in text: String, after start: String) -> Set<String> {
        let lines = text.utf8.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
        return Set(
            lines.filter { $0.starts(with: start.utf8) }.map {
                String(decoding: $0.dropFirst(start.utf8.count), as: UTF8.self)
            })
    }

    /// Reads a text; nil for anything but UTF-8 of a usual size.
    static func text(of path: String) -> String? {
        guard let facts = try? FileManager.default.attributesOfItem(atPath: path),
            facts[.type] as? FileAttributeType == .typeRegular,
            (facts[.size] as? NSNumber)?.intValue ?? 0 <= SourceText.mostBytes,
            let data = FileManager.default.contents(atPath: path)
        else { return nil }
        return String(validating: data, as: UTF8.self)
    }

    // MARK: - Modules

    /// The module of the runtime that most of the app's sources import, if any does.
    private var runtime: String? {
        let modules = app.flatMap(\.imports).filter(ParsedFile.isRIBs)
        let counts = Dictionary(modules.map { ($0, 1) }, uniquingKeysWith: +)
        return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    }

    var usesRIBs: Bool { runtime != nil }

    /// What the app uses.
    package var libraries: NewRIB.Libraries {
        func uses(_ module: String) -> Bool { app.contains { $0.imports.contains(module) } }
        var libraries = NewRIB.Libraries()
        libraries.runtime = runtime ?? libraries.runtime
        if uses("RxSwift") { libraries.streams = .rx }
        // The ports are made for UIKit.
        let usual: NewRIB.View = libraries.isPort ? .uikit : .plain
        libraries.view = uses("UIKit") ? .uikit : uses("SwiftUI") ? .swiftui : usual
        return libraries
    }

    /// The modules that tests import to test them.
    var testedModules: Set<String> { Set(tests.flatMap(\.tested)) }

    /// The folder of a module's tests, such as `AppTests`.
    func testFolder(of module: String) -> String? {
        tests.lazy.filter { $0.tested.contains(module) }.compactMap { file in
            var folder = file.path.enclosingFolder
            while folder.count > 1, !folder.hasSuffix("Tests") { folder = folder.enclosingFolder }
            return folder.count > 1 ? folder : nil
        }.first
    }

    // MARK: - Declarations

    /// The sources of the app, or of its tests, whose text has one of some words.
    func sources(naming words: [String], ofTests: Bool = false) -> [EditableSource] {
        (ofTests ? tests : app).filter { file in words.contains { file.text.contains($0) } }
            .map { EditableSource($0.text, path: $0.path) }
    }

    /// Where a class of the app is first declared, as `FILE:LINE`.
    func place(of type: String) -> String? { declarations(of: type).first?.place }

    /// The folder of the only file of the app that declares a class; empty for the current one.
    func folder(of type: String) -> String? {
        let found = declarations(of: type)
        return found.count == 1 ? found[0].path.enclosingFolder : nil
    }

    private func declarations(of type: String) -> [(path: String, place: String)] {
        sources(naming: ["class \(type)"]).flatMap { source in
            source.tree.statements.compactMap { $0.item.as(ClassDeclSyntax.self) }
                .filter { $0.name.text == type }
                .map { (source.path, source.place(of: $0.name)) }
        }
    }
}
