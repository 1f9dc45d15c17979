// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// An app of nothing but what the command makes: all kinds that can be compiled here, below each other.
///
/// It is built where the samples of the root package are, so that little has to be compiled. No other
/// build may use that folder at the same time.
@Suite(.serialized) struct MadeAppTests {
    @Test func allThatIsMadeCompilesPassesItsTestsAndLeaksNothing() throws {
        let app = try MadeApp()
        try app.make()
        #expect(try app.run("swift", "format", "lint", "--strict", "-r", "Sources", "Tests") == "")
        #expect(try app.run(command, "check", "Sources", "Tests") == "")
        // Those that are made already must not be there twice.
        let doubles = try app.run(
            command, "doubles", "Sources", "-o", "Tests/AppTests/Doubles.swift")
        #expect(doubles == "Tests/AppTests/Doubles.swift: 17 doubles; the tests have 29 more\n")
        let build = try app.swift("build", "--build-tests")
        try #require(build.code == 0, "\(build.output.suffix(4_000))\(build.errors.suffix(2_000))")
        let tests = try app.swift("test", "--skip-build")
        #expect(tests.code == 0, "\(tests.output.suffix(8_000))")
        #expect(tests.output.contains("Executed 20 tests, with 0 failures"))

        // A child that its parent keeps would have failed them.
        try app.keepChild()
        #expect(try app.swift("build", "--build-tests").code == 0)
        let leaky = try app.swift("test", "--skip-build", "--filter", "ChainTests")
        #expect(leaky.code == 1)
        #expect(
            leaky.output.contains("ProfileRouter was kept until LoggedIn was detached"),
            "\(leaky.output.suffix(8_000))")
    }
}

/// The same with what cannot be compiled here.
struct MadeSourcesTests {
    @Test(arguments: ["--rx --view uikit", "--combine --view swiftui"])
    func allThatIsMadeLintsClean(options: String) throws {
        let app = try MadeApp()
        try app.make(options)
        #expect(try app.run("swift", "format", "lint", "--strict", "-r", "Sources", "Tests") == "")
        #expect(try app.run(command, "check", "Sources", "Tests") == "")
    }
}

/// The package of that app.
private struct MadeApp {
    private let folder: WorkFolder
    private static let root = (1...5).reduce(URL(fileURLWithPath: #filePath)) { url, _ in
        url.deletingLastPathComponent()
    }.path

    init() throws {
        folder = try WorkFolder()
        for name in [".swift-format", "Package.resolved"] {
            try? FileManager.default.copyItem(
                atPath: "\(Self.root)/\(name)", toPath: "\(folder.path)/\(name)")
        }
        try folder.write(Self.manifest, to: "Package.swift")
        try folder.write(Self.chain, to: "Tests/AppTests/ChainTests.swift")
        try FileManager.default.createDirectory(
            atPath: "\(folder.path)/Sources/App", withIntermediateDirectories: true)
    }

    /// - Parameter options: Those of each RIB; a view only for those that have one.
    func make(_ options: String = "--view plain") throws {
        let streams = options.split(separator: " ").prefix { $0 != "--view" }.joined(separator: " ")
        for call in Self.calls {
            let hasView = !["--viewless", "--plain-rib", "--work"].contains { call.contains($0) }
            let line = "\(call) \(hasView ? options : streams)"
            let words = [command, "new", "rib"] + line.split(separator: " ").map(String.init)
            let made = try folder.output(of: words)
            try #require(made.code == 0, "\(line): \(made.errors)")
        }
    }

    func keepChild() throws {
        let router = "Sources/App/LoggedIn/LoggedInRouter.swift"
        let text = try #require(folder.files[router])
        let changed = text.replacing("        self.profile = nil\n", with: "")
        try #require(changed != text)
        try folder.write(changed, to: router)
    }

    /// - Returns: What the program wrote.
    func run(_ words: String...) throws -> String {
        let run = try folder.output(of: words)
        return run.output + run.errors
    }

    func swift(_ words: String...) throws -> (code: Int32, output: String, errors: String) {
        let options = ProcessInfo.processInfo.environment["RIBLEAK_BUILD_OPTIONS"] ?? ""
        let scratch = ["--scratch-path", "\(Self.root)/.build/sample-package"]
        let building = words[0] == "build" ? options.split(separator: " ").map(String.init) : []
        return try folder.output(
            of: ["nice", "swift", words[0]] + scratch + words.dropFirst() + building)
    }

    private static let calls = [
        "Root --launch",
        "LoggedIn --parent Root",
        "Profile --parent LoggedIn",
        "Menu --parent Root --viewless",
        "Item --parent Menu --viewless",
        "Detail --parent Item",
        "Help --parent Item --plain-rib",
        "Heart --parent LoggedIn --worker",
        "Pulse --parent Menu --worker",
        "Link --parent LoggedIn --workflow",
        "Alone --workflow",
        "Lonely --worker",
    ]

    private static let manifest = """
        // swift-tools-version: 6.2
        import PackageDescription

        let package = Package(
            name: "App",
            platforms: [.macOS(.v13)],
            dependencies: [.package(name: "ribleak", path: "\(root)")],
            targets: [
                .target(
                    name: "App", dependencies: [.product(name: "RIBs", package: "ribleak")],
                    swiftSettings: [.treatAllWarnings(as: .error)]),
                .testTarget(
                    name: "AppTests",
                    dependencies: ["App", .product(name: "RIBLeakTesting", package: "ribleak")],
                    swiftSettings: [.treatAllWarnings(as: .error)]),
            ]
        )

        """

    /// All RIBs come and go, by the methods that their parents got.
    private static let chain = """
        import RIBLeakTesting
        import RIBs
        import XCTest

        @testable import App

        final class ChainTests: LeakCheckedTestCase {
            func testAllComeAndGo() throws {
                let root = try launchedRoot()
                root.attachLoggedIn()
                root.attachMenu()
                let menu = try XCTUnwrap(root.children.last as? MenuRouter)
                menu.attachItem()
                let item = try XCTUnwrap(menu.children.first as? ItemRouter)
                item.attachDetail()
                item.attachHelp()
                item.detachHelp()
                item.detachDetail()
                menu.detachItem()
                root.detachMenu()
                root.detachLoggedIn()
                XCTAssertTrue(root.children.isEmpty)
            }

            func testAChildLeavesAParentThatStays() throws {
                let root = try launchedRoot()
                root.attachLoggedIn()
                let loggedIn = try XCTUnwrap(root.children.first as? LoggedInRouter)
                loggedIn.attachProfile()
                loggedIn.attachProfile()
                XCTAssertEqual(loggedIn.children.count, 1)
                loggedIn.detachProfile()
                XCTAssertTrue(loggedIn.children.isEmpty)
            }

            private func launchedRoot() throws -> RootRouter {
                let root = RootBuilder(dependency: RootDependencyMock()).build()
                root.interactable.activate()
                root.load()
                return try XCTUnwrap(root as? RootRouter)
            }
        }

        """
}
