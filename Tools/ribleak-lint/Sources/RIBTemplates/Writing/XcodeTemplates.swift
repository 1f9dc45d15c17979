// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The same files as templates of Xcode's, one folder for each kind.
package struct XcodeTemplates {
    /// The folders with all their files, below a folder of Xcode's.
    package let changes: FileChanges

    /// Where Xcode looks for a person's own templates, from the home folder on.
    package static let usualFolder = "Library/Developer/Xcode/Templates/File Templates/ribleak"

    /// - Parameters:
    ///   - folder: Where they go.
    ///   - streams: The library of streams that the files use.
    ///   - templates: The templates of the files.
    package init(in folder: String, _ streams: NewRIB.Streams, _ templates: Templates) {
        let name = RIBName(
            unchecked: "___VARIABLE_productName___", variable: "___VARIABLE_variableName___")
        let parent = RIBName(
            unchecked: "___VARIABLE_parentName___", variable: "___VARIABLE_parentName___")
        var files: [FileChanges.New] = []
        for (index, folderOfKind) in Folder.all.enumerated() {
            let path = "\(folder)/\(folderOfKind.title).xctemplate"
            let new = NewRIB(
                name, folderOfKind.kind, streams, module: "___VARIABLE_moduleName___",
                parent: parent)
            files.append(
                FileChanges.New(
                    path: "\(path)/TemplateInfo.plist",
                    text: folderOfKind.propertyList(order: index + 1)))
            files += folderOfKind.files.map { file, template in
                FileChanges.New(
                    path: "\(path)/\(file).swift",
                    text: "//___FILEHEADER___\n\n" + templates.text(template, new.values))
            }
        }
        changes = FileChanges(new: files)
    }

    /// One template of Xcode's.
    private struct Folder {
        let title: String
        let summary: String
        let kind: NewRIB.Kind
        let options: [Option]
        let files: [(String, Templates.Name)]

        /// The sources of a kind of RIB.
        init(_ title: String, _ summary: String, _ kind: NewRIB.Kind) {
            (self.title, self.summary, self.kind) = (title, summary, kind)
            let parts = NewFiles.parts(of: kind).filter { !$0.2 }
            files = parts.map { ("___FILEBASENAME___\($0.0)", $0.1) }
            options = kind == .worker || kind == .workflow ? [.name] : [.name, .variable]
        }

        /// The tests of a kind of RIB.
        init(testsOf title: String, _ kind: NewRIB.Kind) {
            (self.title, self.kind) = ("\(title) Tests", kind)
            summary = "Tests of a \(title), with doubles and a check for leaks."
            let parts = NewFiles.parts(of: kind).filter { $0.2 }
            files = parts.map { ("___FILEBASENAME___\($0.0)", $0.1) }
            options = kind == .viewless ? [.name, .variable, .module] : [.name, .module]
        }

        private init(
            _ title: String, _ summary: String, _ options: [Option],
            _ files: [(String, Templates.Name)]
        ) {
            (self.title, self.summary, self.options) = (title, summary, options)
            (self.files, kind) = (files, .viewable(.uikit))
        }

        static let all: [Folder] = [
            Folder("RIB", "A RIB with a view of UIKit.", .viewable(.uikit)),
            Folder("SwiftUI RIB", "A RIB with a view of SwiftUI.", .viewable(.swiftui)),
            Folder("Viewless RIB", "A RIB without a view of its own.", .viewless),
            Folder("Launch RIB", "The root of an app.", .launch(.uikit)),
            Folder("Plain RIB", "A RIB without base classes.", .plainRIB),
            Folder("RIB Worker", "Work that goes on while an interactor is active.", .worker),
            Folder("RIB Workflow", "A way through the tree of RIBs, step by step.", .workflow),
            Folder(
                "Component Extension", "What a parent provides to a child with a view.",
                [.name, .parent],
                [
                    (
                        "___VARIABLE_parentName___Component+___VARIABLE_productName___",
                        .componentExtension
                    )
                ]
            ),
            Folder(testsOf: "RIB", .viewable(.uikit)),
            Folder(testsOf: "Viewless RIB", .viewless),
            Folder(testsOf: "Launch RIB", .launch(.uikit)),
            Folder(testsOf: "Plain RIB", .plainRIB),
            Folder(testsOf: "RIB Worker", .worker),
            Folder(testsOf: "RIB Workflow", .workflow),
        ]

        /// What Xcode shows and asks. The format is the one of the templates that come with Xcode.
        func propertyList(order: Int) -> String {
            let asked = options.map(\.propertyList).joined(separator: "\n")
            return """
                <?xml version="1.0" encoding="UTF-8"?>
                <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
                "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
                <plist version="1.0">
                <dict>
                    <key>Kind</key>
                    <string>Xcode.IDEFoundation.TextSubstitutionFileTemplateKind</string>
                    <key>Summary</key>
                    <string>\(summary)</string>
                    <key>Description</key>
                    <string>\(summary)</string>
                    <key>SortOrder</key>
                    <string>\(order)</string>
                    <key>AllowedTypes</key>
                    <array>
                        <string>public.swift-source</string>
                    </array>
                    <key>DefaultCompletionName</key>
                    <string>RIB</string>
                    <key>MainTemplateFile</key>
                    <string>\(files[0].0).swift</string>
                    <key>Options</key>
                    <array>
                \(asked)
                    </array>
                </dict>
                </plist>

                """
        }
    }

    /// A text that Xcode asks for.
    private struct Option {
        let identifier: String
        let title: String
        let help: String

        static let name = Option(
            identifier: "productName", title: "Name:", help: "The name, such as Profile")
        static let variable = Option(
            identifier: "variableName", title: "Name of variables:",
            help: "The same with a small letter, such as profile")
        static let parent = Option(
            identifier: "parentName", title: "Parent:", help: "The name of the RIB above it")
        static let module = Option(
            identifier: "moduleName", title: "Module:", help: "What the tests import, such as App")

        var propertyList: String {
            """
                    <dict>
                        <key>Identifier</key>
                        <string>\(identifier)</string>
                        <key>Required</key>
                        <true/>
                        <key>Name</key>
                        <string>\(title)</string>
                        <key>Description</key>
                        <string>\(help)</string>
                        <key>Type</key>
                        <string>text</string>
                        <key>NotPersisted</key>
                        <true/>
                    </dict>
            """
        }
    }
}
