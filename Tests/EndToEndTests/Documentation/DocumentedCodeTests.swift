// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import Foundation
    import RIBAnalysis
    import Testing
    import TraceFixtures

    @testable import RIBSetup

    /// The Swift code on the pages that users copy from compiles.
    @Suite(.enabled(if: SwiftCompiler.isInstalled, "there is no swiftc beside swift"))
    struct DocumentedCodeTests {
        /// Their blocks name what they import.
        private static let pages = [
            "README.md", "Sources/RIBs/RIBs.docc/GettingStarted.md",
            "Sources/RIBLeakTesting/RIBLeakTesting.docc/Asserting.md",
        ]

        private let compiler: SwiftCompiler

        init() throws {
            compiler = try SwiftCompiler()
            try compiler.makeModule("App", of: Self.app)
        }

        @Test func theCodeOfEachPageCompiles() throws {
            var sources: [String] = []
            for page in Self.pages {
                let blocks = try CodeBlock.all(on: page).filter { !$0.isManifest }
                #expect(!blocks.isEmpty, "\(page)")
                for block in blocks {
                    let name = "Block\(sources.count)"
                    sources.append(try compiler.write(block.source(as: name), as: name))
                }
            }
            let said = try compiler.compile("Documented", sources)
            #expect(said == "")
            #expect(compiler.hasModule("Documented"))
        }

        /// The examples of mistakes, and their mended twins. Some mistakes compile in Swift 5 mode only.
        @Test func theCodeOfEachFindingCompiles() throws {
            try compiler.makeModule("Home", of: Self.home)
            var sources: [String] = []
            for kind in FindingKind.allCases {
                let page = "\(FindingPageTests.folder)/Findings/\(kind.rawValue).md"
                let blocks = try CodeBlock.all(on: page)
                #expect(blocks.count >= 2, "\(page)")
                for block in blocks {
                    let name = "Block\(sources.count)"
                    let source = block.source(as: name, importing: ["Foundation", "Home", "RIBs"])
                    sources.append(try compiler.write(source, as: name))
                }
            }
            let said = try compiler.compile("Documented", sources, languageMode: 5)
            #expect(said == "")
        }

        /// It knows nothing of the app that it is written into.
        @Test func theTestThatASetUpWritesCompiles() throws {
            for isOnMainActor in [false, true] {
                for framework in [PackageSurvey.TestFramework.xcTest, .swiftTesting] {
                    let text = SetupTexts.firstTest(framework, isOnMainActor: isOnMainActor)
                    let source = try compiler.write(text, as: "RIBLeakTests")
                    let said = try compiler.compile("Documented", [source])
                    #expect(said == "")
                }
            }
        }

        /// The error of a block has the page and the line on it.
        @Test func aBlockThatDoesNotCompileIsNamed() throws {
            let lines = ["import RIBs", "let a: B? = nil"]
            let block = CodeBlock(page: "Page.md", line: 7, lines: lines)
            let source = try compiler.write(block.source(as: "Block"), as: "Block")
            let said = try compiler.compile("Documented", [source])
            #expect(said.contains("Page.md:8:8: error: cannot find type 'B' in scope"))
        }

        /// `import RIBs` is enough for an app to follow an object of its own.
        @Test func theRecorderIsReachedThroughTheRuntime() throws {
            let blocks = try CodeBlock.all(on: "Sources/RIBs/RIBs.docc/GettingStarted.md")
            let block = try #require(blocks.first { "\($0.lines)".contains("Recorder.shared") })
            #expect(block.lines.filter { $0.hasPrefix("import ") } == ["import RIBs"])
            let source = try compiler.write(block.source(as: "Block"), as: "Block")
            let said = try compiler.compile("Documented", [source])
            #expect(said == "")
        }

        @Test func theManifestNamesProductsThatThereAre() throws {
            let blocks = try Self.pages.flatMap(CodeBlock.all).filter(\.isManifest)
            #expect(blocks.count == 2)
            let ours = try CodeBlock.lines(of: "Package.swift").joined()
            for block in blocks {
                let folder = try TemporaryFolder()
                try (block.lines + [""]).joined(separator: "\n").write(
                    toFile: folder.file("Package.swift"), atomically: true, encoding: .utf8)
                let dump = try FinishedProcess(
                    path: "/usr/bin/env", ["swift", "package", "dump-package"], in: folder.path)
                #expect(dump.code == 0, "\(dump.errors)")
                let names = block.lines.joined().matches(of: /product\(name: "(\w+)"/).map(\.1)
                #expect(names == ["RIBs", "RIBLeakTesting"])
                for name in names {
                    #expect(ours.contains(".library(name: \"\(name)\""), "\(name)")
                }
            }
        }

        /// What the examples of mistakes leave out: the parts of a RIB, and one below it.
        private static let home = """
            import RIBs

            public protocol HomeDependency: Dependency {}
            public protocol HomeActionableItem: AnyObject {}
            public final class HomeInteractor: Interactor {}
            public final class HomeView: ViewControllable { public init() {} }
            public final class HomePresenter: Presenter<HomeView> {}
            public final class ProfileInteractor: Interactor {}
            public final class ProfileRouter: Router<ProfileInteractor> {}
            """

        /// What the pages' code is about: an app with a RIB that can be left.
        private static let app = """
            import RIBs

            public protocol RootDependency: Dependency {}
            public final class AppComponent: EmptyComponent, RootDependency {}

            public final class RootInteractor: Interactor {}
            public final class LoggedInInteractor: Interactor {}
            public final class LoggedInRouter: Router<LoggedInInteractor> {}

            public final class RootRouter: Router<RootInteractor> {
                private var loggedIn: LoggedInRouter?

                public func logIn() {
                    let router = LoggedInRouter(interactor: LoggedInInteractor())
                    loggedIn = router
                    attachChild(router)
                }

                public func logOut() {
                    loggedIn.map(detachChild)
                    loggedIn = nil
                }
            }

            public final class RootBuilder: Builder<RootDependency> {
                public func build() -> RootRouter { RootRouter(interactor: RootInteractor()) }
            }
            """
    }
#endif
