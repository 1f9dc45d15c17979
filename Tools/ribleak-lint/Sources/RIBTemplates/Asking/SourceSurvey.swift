// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftSyntax

/// The Swift sources around a new RIB: what they import, and those that name a RIB.
package struct SourceSurvey {
    /// A file and its text.
    struct File {
        let path: String
        let text: String
    }

    private let files: [File]

    private static let foreignFolders: Set = [
        "Pods", "Carthage", "DerivedData", "SourcePackages", "node_modules",
    ]
    private static let mostBytes = 4 << 20

    /// Reads the sources below a folder. Links are not followed, and what is no UTF-8 is left out.
    ///
    /// - Parameter folder: `.` for the current one.
    package init(below folder: String) {
        self.init(files: Self.paths(below: folder).sorted().compactMap(Self.file))
    }

    init(files: [File]) { self.files = files }

    private static func paths(below folder: String) -> [String] {
        guard let found = FileManager.default.enumerator(atPath: folder) else { return [] }
        var paths: [String] = []
        for case let path as String in found {
            let name = path.split(separator: "/").last.map(String.init) ?? ""
            if name.hasPrefix(".") || foreignFolders.contains(name) {
                found.skipDescendants()
            } else if name.hasSuffix(".swift") {
                paths.append(folder == "." ? path : "\(folder)/\(path)")
            }
        }
        return paths
    }

    private static func file(_ path: String) -> File? {
        text(of: path).map { File(path: path, text: $0) }
    }

    /// Reads a text; nil for anything but UTF-8 of a usual size.
    static func text(of path: String) -> String? {
        guard let facts = try? FileManager.default.attributesOfItem(atPath: path),
            facts[.type] as? FileAttributeType == .typeRegular,
            (facts[.size] as? NSNumber)?.intValue ?? 0 <= mostBytes,
            let data = FileManager.default.contents(atPath: path)
        else { return nil }
        return String(validating: data, as: UTF8.self)
    }

    /// The library of streams that they use: RxSwift, where a file imports it.
    package var streams: NewRIB.Streams { imports("RxSwift") ? .rx : .combine }

    /// What shows their RIBs.
    package var view: NewRIB.View {
        imports("UIKit") ? .uikit : imports("SwiftUI") ? .swiftui : .plain
    }

    private func imports(_ module: String) -> Bool {
        files.contains { file in
            file.text.contains("import \(module)")
                && file.text.split(whereSeparator: \.isNewline).contains {
                    $0 == "import \(module)"
                }
        }
    }

    /// The sources whose text has one of some words.
    func parsed(naming words: [String]) -> [EditableSource] {
        files.filter { file in words.contains { file.text.contains($0) } }
            .map { EditableSource($0.text, path: $0.path) }
    }

    /// The same without the files of others.
    func without(_ others: SourceSurvey) -> SourceSurvey {
        let paths = Set(others.files.map(\.path))
        return SourceSurvey(files: files.filter { !paths.contains($0.path) })
    }

    /// Where a class is first declared, as `FILE:LINE`.
    func place(of type: String) -> String? { declarations(of: type).first?.place }

    /// The folder of the only file that declares a class; empty for the current one.
    func folder(of type: String) -> String? {
        let found = declarations(of: type)
        guard found.count == 1 else { return nil }
        return found[0].path.enclosingFolder
    }

    private func declarations(of type: String) -> [(path: String, place: String)] {
        parsed(naming: ["class \(type)"]).flatMap { source in
            source.tree.statements.compactMap { $0.item.as(ClassDeclSyntax.self) }
                .filter { $0.name.text == type }
                .map { (source.path, source.place(of: $0.name)) }
        }
    }
}
