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
            "import X\nprotocol BListener {}\nprotocol CListener { func c(x: X.Y) }\nprotocol DListener {}"
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

    @Test("Imports are those that the protocols need, and what is asked for")
    func imports() throws {
        try folder.write(
            "import Zebra\nimport App\nprotocol FooListener { func see(_ zebra: Stripes) }",
            "A.swift")
        try folder.write("import Unneeded\nprotocol Other { func see(_ thing: Thing) }", "B.swift")
        try folder.write("import Whole\nprotocol BarListener { func see(_ count: Int) }", "C.swift")
        var options = TestDoubles.Options()
        (options.imports, options.testableImports) = (["Extra"], ["App"])
        let doubles = TestDoubles(of: FoundSources(below: [folder.path]), options)
        #expect(
            doubles.text.contains("\n@testable import App\nimport Extra\nimport Zebra\n\n// MARK"))
        #expect(!doubles.text.contains("Unneeded"))
    }

    @Test(
        "An import whose module can have no type of the protocols is left out",
        arguments: [
            ("func see(_ view: UIView)", "import UIKit\n"),
            ("func see(_ routing: Routing)", "import RIBs\n"),
            ("func see(_ own: Own)", ""),
            ("func see(_ date: Date)", "import Foundation\n"),
            ("func see(_ count: Int)", ""),
            ("func see<T: Sequence>(_ all: T) where T.Element == Int", ""),
            // These may come from every module that is not well known.
            ("func see(_ unknown: Unknown)", "import Foundation\nimport Kit\n"),
            ("func see(_ error: NSManagedObject)", "import Foundation\nimport Kit\nimport UIKit\n"),
            ("func see(_ thing: SnapKit.Thing)", "import SnapKit\n"),
        ])
    func needed(requirement: String, imports: String) {
        let text = DoublesOfText(
            """
            import Foundation
            import Kit
            import RIBs
            import SnapKit
            import UIKit
            // class Unknown
            struct Own {}
            protocol FooListener { \(requirement) }
            """
        ).all.text
        let head = text.components(separatedBy: "\n// MARK")[0]
        let lines = head.split(separator: "\n").filter { $0.hasPrefix("import ") }
        #expect(lines.map { $0 + "\n" }.joined() == imports)
    }

    @Test("The sources of other modules say which of them is needed, and their own is imported")
    func modules() throws {
        let package = try Package()
        #expect(try package.doubles().contains("\n@testable import App\nimport Models\n\n// MARK"))
    }

    @Test("Without a package, the module is the one that the other tests import")
    func testedModule() throws {
        let package = try Package(hasManifest: false)
        try package.folder.write("@testable import Shop", "Tests/AppTests/ShopTests.swift")
        #expect(try package.doubles().contains("\n@testable import Shop\n"))
    }

    @Test("What the tests have already is not made again, and is used")
    func present() throws {
        let package = try Package()
        try package.folder.write(
            """
            @testable import App
            final class FooListenerMock: FooListener {}
            final class FooRoutingMock: FooRouting { init(a: Int) {} }
            private final class FooDependencyMock {}
            """, "Tests/AppTests/Foo/FooMocks.swift")
        // Other tests are another module.
        try package.folder.write("class FooBuildableMock {}", "Tests/OtherTests/Mocks.swift")
        let text = try package.doubles()
        #expect(!text.contains("class FooListenerMock") && !text.contains("class FooRoutingMock"))
        #expect(text.contains("class FooBuildableMock") && text.contains("class FooDependencyMock"))
        #expect(text.contains("listener: FooListener = FooListenerMock()"))
        #expect(text.contains("routing: FooRouting) {"))
        #expect(try package.doubles() == text)
    }

    @Test("Parents are found in other files")
    func acrossFiles() throws {
        try folder.write("protocol FooListener: Base {}", "A.swift")
        try folder.write("import Other\nprotocol Base { func base(_ one: Other.One) }", "B.swift")
        let doubles = TestDoubles(of: FoundSources(below: [folder.path]))
        #expect(doubles.problems == [])
        #expect(doubles.text.contains("import Other"))
        #expect(doubles.text.contains("var baseCallCount"))
    }
}

/// A package with two modules and tests, and what is made for these.
private struct Package {
    let folder: Folder

    init(hasManifest: Bool = true) throws {
        folder = try Folder()
        if hasManifest {
            try folder.write(
                """
                let package = Package(targets: [
                    .target(name: "App"), .target(name: "Models"), .target(name: "Unneeded"),
                    .testTarget(name: "AppTests"),
                ])
                """, "Package.swift")
        }
        try folder.write("public struct Model {}", "Sources/Models/Model.swift")
        try folder.write("public struct Other {}", "Sources/Unneeded/Other.swift")
        try folder.write(
            """
            import Models
            import Unneeded
            protocol FooListener: AnyObject {}
            protocol FooRouting: AnyObject {}
            protocol FooBuildable: AnyObject { func build(_ model: Model) }
            protocol FooDependency: AnyObject {
                var listener: FooListener { get }
                var routing: FooRouting { get }
            }
            """, "Sources/App/Foo.swift")
    }

    func doubles() throws -> String {
        var options = TestDoubles.Options()
        options.output = folder.path("Tests/AppTests/Doubles.swift")
        let sources = FoundSources(below: [folder.path("Sources")])
        let text = TestDoubles(of: sources, options).text
        try folder.write(text, "Tests/AppTests/Doubles.swift")
        return text
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
        let file = URL(fileURLWithPath: path(name))
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    }
}
