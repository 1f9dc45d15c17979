// SPDX-License-Identifier: Apache-2.0

import Foundation
import SourceModel
import Testing

@testable import TestDoubles

@Suite("The file of doubles")
struct DoublesFileTests {
    private let folder: Folder
    private var path: String { folder.path("Doubles.swift") }

    init() throws { folder = try Folder() }

    private func text(_ source: String) -> String { DoublesOfText(source).all.text }

    @Test("It is written once, and again only when it changes")
    func written() throws {
        let file = DoublesFile(path)
        #expect(try file.write(text("protocol FooListener {}")))
        #expect(try !file.write(text("protocol FooListener {}")))
        #expect(try file.write(text("protocol BarListener {}")))
        #expect(try folder.names() == ["Doubles.swift"])
    }

    @Test("What differs is said by the names of the doubles")
    func differences() throws {
        let file = DoublesFile(path)
        let old = "protocol AListener {}\nprotocol BListener {}\nprotocol CListener {}"
        let new =
            "import X\nprotocol BListener {}\nprotocol CListener { func c() }\nprotocol DListener {}"
        #expect(try file.differences(from: text(old)) == ["the file does not exist"])
        _ = try file.write(text(old))
        #expect(try file.differences(from: text(old)) == [])
        #expect(
            try file.differences(from: text(new)) == [
                "the imports have changed", "AListenerMock is no longer needed",
                "CListenerMock has changed", "DListenerMock is missing",
            ])
    }

    @Test("A file that somebody else wrote is not overwritten")
    func foreign() throws {
        try Data("class Mine {}\n".utf8).write(to: URL(fileURLWithPath: path))
        #expect(throws: DoublesFile.Failure.self) { try DoublesFile(path).write(text("")) }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "class Mine {}\n")
    }

    @Test("A link is not followed")
    func link() throws {
        let target = folder.path("Target.swift")
        try FileManager.default.createSymbolicLink(
            atPath: path, withDestinationPath: target)
        #expect(throws: DoublesFile.Failure.self) { try DoublesFile(path).write(text("")) }
        #expect(!FileManager.default.fileExists(atPath: target))
    }

    @Test("Imports are those of the sources with a double, and what is asked for")
    func imports() throws {
        try folder.write("import Zebra\nimport App\nprotocol FooListener {}", "A.swift")
        try folder.write("import Unneeded\nprotocol Other {}", "B.swift")
        var options = TestDoubles.Options()
        (options.imports, options.testableImports) = (["Extra"], ["App"])
        let doubles = TestDoubles(of: FoundSources(below: [folder.path]), options)
        #expect(
            doubles.text.contains("\n@testable import App\nimport Extra\nimport Zebra\n\n// MARK"))
        #expect(!doubles.text.contains("Unneeded"))
    }

    @Test("Parents are found in other files")
    func acrossFiles() throws {
        try folder.write("protocol FooListener: Base {}", "A.swift")
        try folder.write("import Other\nprotocol Base { func base() }", "B.swift")
        let doubles = TestDoubles(of: FoundSources(below: [folder.path]))
        #expect(doubles.problems == [])
        #expect(doubles.text.contains("import Other"))
        #expect(doubles.text.contains("var baseCallCount"))
    }
}

/// A folder that is gone after its test.
final class Folder: Sendable {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.path + "/doubles-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func path(_ name: String) -> String { path + "/" + name }

    func write(_ text: String, _ name: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path(name)))
    }

    func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    }
}
