// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import Testing
    import TraceFixtures

    /// The branches of the runtime for Apple's platforms compile against modules with the names of
    /// Apple's.
    @Suite(.enabled(if: SwiftCompiler.isInstalled, "there is no swiftc beside swift"))
    struct AppleBranchTests {
        private let compiler: SwiftCompiler

        init() throws {
            compiler = try SwiftCompiler()
            // The names are the same; what only Apple's Combine has is not seen here.
            try compiler.makeModule("Combine", of: "@_exported import OpenCombine")
        }

        @Test(arguments: [(6, []), (5, ["-DMainActor"])])
        func theRuntimeCompilesWithUIKitAndAnAppFromUberOnTopOfIt(
            languageMode: Int, trait: [String]
        ) throws {
            try compiler.makeModule("UIKit", of: Self.uiKit)
            try compiler.makeModule("ObjectiveC", of: "")
            try compiler.makeModule("SwiftUI", of: Self.swiftUI)
            let said = try compiler.compile(
                "RIBs", SourceFiles.swift(below: "Sources/RIBs"), languageMode: languageMode, trait)
            #expect(said == "")
            let app = SourceFiles.swift(below: "Tests/RIBsTests/FromUber").filter {
                $0.hasSuffix("/UberUIKitApp.swift")
            }
            #expect(app.count == 1)
            let saidOfApp = try compiler.compile("App", app)
            #expect(saidOfApp == "")
        }

        @Test func theRuntimeCompilesWithCombineAlone() throws {
            let said = try compiler.compile("RIBs", SourceFiles.swift(below: "Sources/RIBs"))
            #expect(said == "")
            #expect(compiler.hasModule("RIBs"))
        }

        @Test func errorsAreTheCompilersOwn() throws {
            let source = try compiler.write("func wrong() { _ = UIWindow() }", as: "Wrong")
            let said = try compiler.compile("Wrong", [source])
            #expect(said.contains("error: cannot find 'UIWindow' in scope"))
        }

        /// As much of SwiftUI.
        private static let swiftUI = """
            @_exported import Foundation
            @_exported import UIKit

            @MainActor public protocol View {}

            @MainActor open class UIHostingController<Content: View>: UIViewController {
                public init(rootView: Content) { super.init() }
                public required init?(coder: NSCoder) { nil }
            }
            """

        /// As much of UIKit as the runtime and its table of names speak of.
        private static let uiKit = """
            @MainActor open class UIResponder {
                public init() {}
            }

            @MainActor open class UIView: UIResponder {
                public var window: UIWindow? { nil }
            }

            @MainActor open class UIWindow: UIView {
                public var rootViewController: UIViewController?
                public func makeKeyAndVisible() {}
            }

            @MainActor open class UIViewController: UIResponder {
                public var isViewLoaded: Bool { false }
                public var view: UIView! { nil }
                public var parent: UIViewController? { nil }
                public var children: [UIViewController] { [] }
                public var presentedViewController: UIViewController? { nil }
                public var presentingViewController: UIViewController? { nil }
                public var isBeingDismissed: Bool { false }
            }

            @MainActor open class UINavigationController: UIViewController {}
            """
    }
#endif
