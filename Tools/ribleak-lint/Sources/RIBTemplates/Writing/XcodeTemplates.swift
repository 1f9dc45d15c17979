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
    ///   - libraries: What the files use.
    ///   - templates: The templates of the files.
    package init(in folder: String, _ libraries: NewRIB.Libraries, _ templates: Templates) {
        var files: [FileChanges.New] = []
        var order = 0
        func add(
            _ title: String, _ summary: String, asking options: [String], _ new: NewRIB,
            _ parts: [(file: String, template: Templates.Name)]
        ) {
            order += 1
            let path = "\(folder)/\(title).xctemplate"
            let list = Self.propertyList(summary, order, options, main: parts[0].file)
            files.append(FileChanges.New(path: "\(path)/TemplateInfo.plist", text: list))
            files += parts.map { file, template in
                FileChanges.New(
                    path: "\(path)/\(file).swift",
                    text: "//___FILEHEADER___\n\n" + templates.text(template, new.values))
            }
        }
        func new(_ kind: NewRIB.Kind, _ view: NewRIB.View) -> NewRIB {
            var libraries = libraries
            libraries.view = view
            let parent = "___VARIABLE_parentName___"
            return NewRIB(
                name: RIBName(
                    unchecked: "___VARIABLE_productName___",
                    variable: "___VARIABLE_variableName___"),
                kind: kind, libraries: libraries, module: "___VARIABLE_moduleName___",
                parent: RIBName(unchecked: parent, variable: parent))
        }
        func parts(_ kind: NewRIB.Kind, ofTests: Bool) -> [(String, Templates.Name)] {
            kind.parts.filter { $0.isTest == ofTests }
                .map { ("___FILEBASENAME___\($0.name)", $0.template) }
        }
        for (title, kind, view) in Self.kinds {
            let variable = kind == .worker || kind == .workflow ? [] : ["variableName"]
            add(title, kind.summary, asking: variable, new(kind, view), parts(kind, ofTests: false))
        }
        add(
            "Component Extension", "What a parent provides to a child with a view.",
            asking: ["parentName"], new(.viewable, .uikit),
            [("___VARIABLE_parentName___Component+___VARIABLE_productName___", .componentExtension)]
        )
        for (title, kind, view) in Self.kinds where view != .swiftui {
            let summary = "Tests of a \(title), with doubles and a check for leaks."
            let variable = kind == .viewless ? ["variableName"] : []
            add(
                "\(title) Tests", summary, asking: variable + ["moduleName"], new(kind, view),
                parts(kind, ofTests: true))
        }
        changes = FileChanges(new: files)
    }

    private static let kinds: [(title: String, kind: NewRIB.Kind, view: NewRIB.View)] = [
        ("RIB", .viewable, .uikit), ("SwiftUI RIB", .viewable, .swiftui),
        ("Viewless RIB", .viewless, .uikit), ("Launch RIB", .launch, .uikit),
        ("Plain RIB", .plainRIB, .uikit), ("RIB Worker", .worker, .uikit),
        ("RIB Workflow", .workflow, .uikit),
    ]

    /// What Xcode shows and asks. The keys are those of the templates that come with Xcode.
    private static func propertyList(
        _ summary: String, _ order: Int, _ options: [String], main: String
    ) -> String {
        let list: [String: Any] = [
            "Kind": "Xcode.IDEFoundation.TextSubstitutionFileTemplateKind",
            "Summary": summary, "Description": summary, "SortOrder": "\(order)",
            "AllowedTypes": ["public.swift-source"], "DefaultCompletionName": "RIB",
            "MainTemplateFile": "\(main).swift",
            "Options": (["productName"] + options).map { option in
                let (title, help) = asked[option] ?? ("", "")
                return [
                    "Identifier": option, "Required": true, "Type": "text", "NotPersisted": true,
                    "Name": title, "Description": help,
                ] as [String: Any]
            },
        ]
        // Texts and truth values can always be written.
        let data = try? PropertyListSerialization.data(
            fromPropertyList: list, format: .xml, options: 0)
        return String(decoding: data ?? Data(), as: UTF8.self)
    }

    private static let asked = [
        "productName": ("Name:", "The name, such as Profile"),
        "variableName": ("Name of variables:", "The same with a small letter, such as profile"),
        "parentName": ("Parent:", "The name of the RIB above it"),
        "moduleName": ("Module:", "What the tests import, such as App"),
    ]
}
