// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TraceFixtures

@testable import RIBAnalysis

@Suite struct SourceDeclarationTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// The line that declares a property.
    private func line(
        of property: String = "listener", in type: String? = "Menu", _ text: String
    ) throws -> Int? {
        try text.write(toFile: folder.file("Menu.swift"), atomically: true, encoding: .utf8)
        return SourceDeclarations(in: folder.path)
            .place(of: SourceDeclaration(property: property, of: type))?.line
    }

    @Test(arguments: [
        "var listener: MenuListener?", "weak var listener: MenuListener?",
        "public private(set) final var listener: MenuListener?", "let listener: MenuListener",
        "@Published var listener = 1", "@Wrapped(key: \"a)\") var listener = 1",
        "lazy var listener = make()", "static let listener = 1", "class var listener: Int { 1 }",
        "unowned(unsafe) let listener: MenuListener", "var `listener` = 1",
    ]) func aPropertyIsAtTheLineThatDeclaresIt(declaration: String) throws {
        #expect(try line("final class Menu {\n    let first = 1\n    \(declaration)\n}\n") == 3)
    }

    @Test func theWordsOfItsLineAreKnownToo() throws {
        let text = "final class Menu {\n    lazy var listener = make()  // weak\n}\n"
        try text.write(toFile: folder.file("Menu.swift"), atomically: true, encoding: .utf8)
        let sources = SourceDeclarations(in: folder.path)
        let declaration = SourceDeclaration(property: "listener", of: "Menu")
        #expect(sources.find(declaration)?.place.line == 2)
        #expect(sources.find(declaration)?.words == ["lazy", "var", "listener", "=", "make()"])
    }

    @Test(arguments: [
        "func f() { var listener = 1 }", "// var listener", "/* \n var listener */",
        "let text = \"var listener\"", "let text = \"\"\"\n var listener\n\"\"\"",
        "struct Inner { var listener = 1 }", "func f(_ listener: Int) {}",
        "lazy var other: Int = {\n let listener = 1\n return listener\n}()",
        "func f() { if let listener = other {} }", "let text = #\"\"var listener\"#",
    ]) func anythingElseDeclaresNone(member: String) throws {
        #expect(try line("final class Menu {\n\(member)\n}\n") == nil)
    }

    @Test(arguments: [
        "class Other { let text = \"\\(f(\"}\"))\" }\n", "/* { /* { */ */\n",
        "let pattern = #\"{\\\"#\n", "enum Other { case a; func f() {} }\n",
        "import class Foundation.Menu\n", "extension Menu {\n    class Inner { }\n}\n",
    ]) func whatComesBeforeDoesNotMatter(before: String) throws {
        let lines = before.split(separator: "\n").count
        #expect(
            try line(before + "final class Menu: Router<Int> {\n    var listener = 1\n}\n") == lines
                + 2)
    }

    /// Xcode runs tests in no folder of the project.
    @Test func theProjectOfACodeFileIsTakenWhereTheProcessRunsInNone() throws {
        let menu = SourceDeclaration(property: "listener", of: "Menu")
        for folder in ["App/.git", "App/Sources"] {
            try FileManager.default.createDirectory(
                atPath: self.folder.file(folder), withIntermediateDirectories: true)
        }
        let file = folder.file("App/Sources/Menu.swift")
        try "class Menu {\n    var listener = 1\n}\n"
            .write(toFile: file, atomically: true, encoding: .utf8)
        let sources = SourceDeclarations(in: nil)
        sources.findRoot(from: ["Relative.swift"])
        #expect(sources.place(of: menu) == nil)
        sources.findRoot(from: [file])
        sources.findRoot(from: [folder.file("Other.swift")])
        #expect(sources.place(of: menu) == SourcePlace(file, 2))
    }

    @Test func aGlobalVariableIsInNoType() throws {
        let text = "class Menu { let cache = 1 }\n\nlet cache = Cache()\n"
        #expect(try line(of: "cache", in: nil, text) == 3)
    }

    @Test func twoDeclarationsOfTheNamesLeaveItUnknown() throws {
        #expect(
            try line("class Menu { var listener = 1 }\nenum A { class Menu { var listener = 2 } }")
                == nil)
    }

    @Test func namesMayHaveMoreThanTheTypeDeclares() throws {
        try "class Box<Value> {\n    var value: Value?\n}\n".write(
            toFile: folder.file("Box.swift"), atomically: true, encoding: .utf8)
        let sources = SourceDeclarations(in: folder.path)
        for type in ["Box<Int>", "App.Box<App.Menu>", "Box"] {
            let place = sources.place(of: SourceDeclaration(property: "value", of: type))
            #expect(place == SourcePlace("Box.swift", 2))
        }
    }

    @Test func aNameMayBeginLateInTheFileOrAtItsEnd() throws {
        #expect(try line("MeMenu M\nclass Me {}\nclass Menu { var listener = 1 }") == 3)
        #expect(try line(of: "i", in: "A", "class A { var b = 1; var i") == 1)
        #expect(try line("class Menu { var listene") == nil)
        #expect(try line("") == nil)
    }

    @Test func aFileThatNestsWithoutEndIsReadInTime() throws {
        let deep = String(repeating: "{", count: 100_000) + "\nclass Menu { var listener = 1 }\n"
        #expect(try line(deep) == nil)
        let strings = "class Menu {\nlet a = \"" + String(repeating: "\\(\"", count: 100_000)
        #expect(try line(strings + "\nvar listener = 1 }\n") == nil)
    }
}
