// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftParser
import Testing

@testable import RIBTemplates

struct TemplatesTests {
    /// Those of UIKit, SwiftUI and RxSwift cannot be compiled everywhere.
    @Test(arguments: [NewRIB.Streams.combine, .rx], ["RIBs", "ModernRIBs"])
    func allFilesOfAllKindsAreSwift(streams: NewRIB.Streams, runtime: String) throws {
        let kinds: [NewRIB.Kind] = [
            .viewable, .launch, .viewless, .plainRIB, .worker, .workflow,
        ]
        let templates = try Templates()
        for (kind, view) in kinds.flatMap({ kind in NewRIB.View.allCases.map { (kind, $0) } }) {
            let new = NewRIB(
                name: try RIBName("Profile", at: "x"), kind: kind,
                libraries: NewRIB.Libraries(runtime: runtime, streams: streams, view: view),
                module: "App", parent: try RIBName("Home", at: "x"))
            for (part, name, _) in kind.parts {
                let text = templates.text(name, new.values)
                #expect(!Parser.parse(source: text).hasError, "\(kind) \(part): \(text)")
                #expect(
                    !text.contains("{{") && !text.contains("\n\n\n"), "\(kind) \(part): \(text)")
                #expect(!text.contains("{\n}"), "\(kind) \(part): \(text)")
                #expect(text.hasPrefix("import "), "\(kind) \(part): \(text)")
                #expect(text.contains("import \(runtime)\n"), "\(kind) \(part): \(text)")
                #expect(
                    text.contains("LeakChecked") == (part.hasSuffix("Tests") && runtime == "RIBs"),
                    "\(kind) \(part): \(text)")
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

    @Test(arguments: [
        ("{{>Router}}", "includes itself (Router > Router); take out one of these includes"),
        (
            "{{#launch}}\n{{! {{>Worker}} }}{{=<% %>=}}<%>Router%><%={{ }}=%>{{/launch}}",
            "includes itself (Router > Router); take out one of these includes"
        ),
        (
            "\n{{<Builder}}{{$a}}{{$b}}{{/b}}{{/a}}{{$b}}{{$a}}{{/a}}{{/b}}{{/Builder}}",
            "includes itself ($a > $b > $a); take out one of these includes"
        ),
        ("\n{{>*name}}", "a value names the template to include; write its name"),
        (
            "\n{{" + String(repeating: "a(", count: 50_000) + "b"
                + String(repeating: ")", count: 50_000) + "}}",
            "has a name of more than 200 characters; shorten it"
        ),
        (
            "\n" + String(repeating: "{{#a}}", count: 2_000),
            "nests more than 40 sections and includes; take some of them apart"
        ),
        (
            "\n" + String(repeating: "{{^a}}{{#b}}", count: 21)
                + String(repeating: "{{/b}}{{/a}}", count: 21),
            "nests more than 40 sections and includes; take some of them apart"
        ),
    ])
    func aTemplateWithoutAnEndIsRefused(text: String, reason: String) throws {
        let folder = try WorkFolder()
        try folder.write(text, to: "Router.mustache")
        let error = #expect(throws: NewError.self) { try Templates(replacedBy: folder.path) }
        let line = text.contains("\n") ? 2 : 1
        #expect(error?.description == "\(folder.path)/Router.mustache:\(line): \(reason)")
    }

    @Test func templatesThatIncludeEachOtherInACircleAreRefused() throws {
        let folder = try WorkFolder()
        try folder.write("a\n{{>Interactor}}\n", to: "Builder.mustache")
        try folder.write("{{^a}}{{>Router}}{{/a}}\n", to: "Interactor.mustache")
        try folder.write("a\nb\n  {{> Builder }}\n", to: "Router.mustache")
        let error = #expect(throws: NewError.self) { try Templates(replacedBy: folder.path) }
        let line =
            "\(folder.path)/Router.mustache:3: includes itself (Builder > Interactor > Router > "
            + "Builder); take out one of these includes"
        #expect(error?.description == line)
    }

    @Test func templatesThatMultiplyEachOtherAreRefused() throws {
        let folder = try WorkFolder()
        let chain = ["Builder", "Interactor", "Mocks", "Router", "Worker"]
        for (name, next) in zip(chain, chain.dropFirst()) {
            let text = String(repeating: "{{>\(next)}}\n", count: 100)
            try folder.write(text, to: "\(name).mustache")
        }
        try folder.write("a", to: "Worker.mustache")
        let error = #expect(throws: NewError.self) { try Templates(replacedBy: folder.path) }
        let reason = "makes more than 1 MB with all that it includes; include less"
        #expect(error?.description.hasSuffix(reason) == true, "\(error?.description ?? "")")
    }

    @Test func deepAndSharedTemplatesAreFilled() throws {
        let folder = try WorkFolder()
        let deep =
            String(repeating: "{{#a}}", count: 30) + "{{name}}"
            + String(repeating: "{{/a}}", count: 30)
        try folder.write(deep + "{{>Worker}}{{>Worker}}{{>None}}", to: "Router.mustache")
        try folder.write("<{{$x}}{{name}}{{/x}}>", to: "Worker.mustache")
        try folder.write("{{<Worker}}{{$x}}{{>PlainRIB}}{{/x}}{{/Worker}}", to: "Builder.mustache")
        try folder.write("b{{! {{>PlainRIB}}", to: "PlainRIB.mustache")
        let templates = try Templates(replacedBy: folder.path)
        #expect(templates.text(.router, ["name": "A", "a": true]) == "A<A><A>")
        #expect(templates.text(.builder, ["name": "A"]) == "<b>")
    }

    @Test func aLinkOutOfTheFolderIsNotRead() throws {
        let (folder, other) = (try WorkFolder(), try WorkFolder())
        try other.write("secret", to: "Router.mustache")
        try FileManager.default.createSymbolicLink(
            atPath: "\(folder.path)/Router.mustache",
            withDestinationPath: "\(other.path)/Router.mustache")
        let error = #expect(throws: NewError.self) { try Templates(replacedBy: folder.path) }
        let line =
            "\(folder.path)/Router.mustache: is a link out of its folder; put the file itself there"
        #expect(error?.description == line)
    }

    @Test func aLinkToATemplateBesideItIsRead() throws {
        let (folder, other) = (try WorkFolder(), try WorkFolder())
        try folder.write("{{name}}", to: "Router.mustache")
        try FileManager.default.createSymbolicLink(
            atPath: "\(folder.path)/Worker.mustache", withDestinationPath: "Router.mustache")
        // A team may link to the whole folder.
        try FileManager.default.createSymbolicLink(
            atPath: "\(other.path)/templates", withDestinationPath: folder.path)
        for path in [folder.path, "\(other.path)/templates"] {
            #expect(try Templates(replacedBy: path).text(.worker, ["name": "A"]) == "A")
        }
    }

    @Test func aPipeIsNotRead() throws {
        let folder = try WorkFolder()
        try #require(mkfifo("\(folder.path)/Router.mustache", 0o600) == 0)
        let error = #expect(throws: NewError.self) { try Templates(replacedBy: folder.path) }
        let line = "\(folder.path)/Router.mustache: is not UTF-8 text of at most 256 kB"
        #expect(error?.description == line)
    }

    @Test func xcodeGetsAPropertyListAndSourcesForEachKind() throws {
        let changes = XcodeTemplates(
            in: "X", NewRIB.Libraries(streams: .rx), try Templates()
        ).changes
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
