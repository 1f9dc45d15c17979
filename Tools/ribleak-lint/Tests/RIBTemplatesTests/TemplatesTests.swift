// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftParser
import Testing

@testable import RIBTemplates

struct TemplatesTests {
    /// Those of UIKit, SwiftUI and RxSwift cannot be compiled everywhere.
    @Test(arguments: [NewRIB.Streams.combine, .rx])
    func allFilesOfAllKindsAreSwift(streams: NewRIB.Streams) throws {
        let views = NewRIB.View.allCases
        let kinds: [NewRIB.Kind] =
            views.map { .viewable($0) } + views.map { .launch($0) }
            + [.viewless, .plainRIB, .worker, .workflow]
        let templates = try Templates()
        for kind in kinds {
            let new = NewRIB(
                try RIBName("Profile", at: "x"), kind, streams, module: "App",
                parent: try RIBName("Home", at: "x"))
            for (part, name, _) in NewFiles.parts(of: kind) {
                let text = templates.text(name, new.values)
                #expect(!Parser.parse(source: text).hasError, "\(kind) \(part): \(text)")
                #expect(
                    !text.contains("{{") && !text.contains("\n\n\n"), "\(kind) \(part): \(text)")
                #expect(!text.contains("{\n}"), "\(kind) \(part): \(text)")
                #expect(text.hasPrefix("import RIB"), "\(kind) \(part): \(text)")
            }
        }
    }

    @Test func aTeamsOwnTemplateReplacesOursByName() throws {
        let folder = try WorkFolder()
        try folder.write("// {{name}} <{{parent}}>\n", to: "Router.mustache")
        let templates = try Templates(replacedBy: folder.path)
        #expect(templates.text(.router, ["name": "A", "parent": "B"]) == "// A <B>\n")
        #expect(templates.text(.worker, ["name": "A"]).contains("final class AWorker"))
    }

    @Test func withoutAFolderThereAreOurs() throws {
        #expect(throws: Never.self) { try Templates(replacedBy: "/nowhere/at/all") }
    }

    @Test func aTemplateThatReplacesNoneIsNamed() throws {
        let folder = try WorkFolder()
        try folder.write("", to: "Ruoter.mustache")
        let error = #expect(throws: NewError.self) { try Templates(replacedBy: folder.path) }
        #expect(
            error?.description.hasPrefix(
                "\(folder.path)/Ruoter.mustache: replaces no template; name it as one of Builder, ")
                == true)
    }

    @Test func aMistakeInATemplateHasItsLine() throws {
        let folder = try WorkFolder()
        try folder.write("a\nb {{#open}}\n", to: "Router.mustache")
        let error = #expect(throws: NewError.self) { try Templates(replacedBy: folder.path) }
        let line =
            "\(folder.path)/Router.mustache:3: is not a template (expectedSectionEnd); mend it there"
        #expect(error?.description == line)
    }

    @Test func xcodeGetsAPropertyListAndSourcesForEachKind() throws {
        let changes = XcodeTemplates(in: "X", .rx, try Templates()).changes
        let lists = changes.new.filter { $0.path.hasSuffix("/TemplateInfo.plist") }
        #expect(lists.count == 14)
        for file in lists {
            let list = try #require(
                try PropertyListSerialization.propertyList(from: Data(file.text.utf8), format: nil)
                    as? [String: Any])
            let main = try #require(list["MainTemplateFile"] as? String)
            let path = file.path.enclosingFolder + "/" + main
            #expect(changes.new.contains { $0.path == path }, "\(path)")
        }
        for file in changes.new where file.path.hasSuffix(".swift") {
            #expect(!Parser.parse(source: file.text).hasError, "\(file.path)")
            #expect(file.text.hasPrefix("//___FILEHEADER___\n\nimport RIB"), "\(file.path)")
        }
    }
}
