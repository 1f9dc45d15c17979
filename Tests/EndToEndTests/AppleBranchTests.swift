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
            try compiler.makeModule("Combine", of: Self.combine)
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

        @Test func theSearchCompilesWhereThereIsObjectiveC() throws {
            try compiler.makeModule("ObjectiveC", of: "")
            let said = try compiler.compile("RIBHeap", SourceFiles.swift(below: "Sources/RIBHeap"))
            #expect(said == "")
        }

        @Test func errorsAreTheCompilersOwn() throws {
            let source = try compiler.write("func wrong() { _ = UIWindow() }", as: "Wrong")
            let said = try compiler.compile("Wrong", [source])
            #expect(said.contains("error: cannot find 'UIWindow' in scope"))
        }

        /// The names that OpenCombine has too, and the publishers that only Apple's Combine has.
        private static let combine: String = {
            let ofUpstreams =
                ["CombineLatest", "Merge"].flatMap { name in
                    (2...(name == "Merge" ? 8 : 4)).map { ($0 == 2 ? name : "\(name)\($0)", $0) }
                } + [("CollectByTime", 1), ("MergeMany", 1)]
            let publishers = ofUpstreams.map { name, count in
                let names = (0..<count).map { "U\($0)" }
                let parameters = names.map { "\($0): Publisher" }.joined(separator: ", ")
                return publisher("struct \(name)<\(parameters)>", of: "U0.Output", "U0.Failure")
            }
            return """
                @_exported import OpenCombine
                import Foundation
                import FoundationNetworking

                extension Publishers { \(publishers.joined(separator: "\n")) }
                extension NotificationCenter {
                    \(publisher("struct Publisher", of: "Notification", "Never"))
                }
                extension Timer { \(publisher("final class TimerPublisher", of: "Date", "Never")) }
                extension URLSession {
                    \(publisher("struct DataTaskPublisher", of: "Data", "URLError"))
                }
                extension NSObject {
                    \(publisher("struct KeyValueObservingPublisher<O, V>", of: "V", "Never"))
                }
                """
        }()

        private static func publisher(
            _ declaration: String, of output: String, _ failure: String
        ) -> String {
            """
            public \(declaration): OpenCombine.Publisher {
                public typealias Output = \(output)
                public typealias Failure = \(failure)
                public func receive<S: Subscriber>(subscriber: S)
                where S.Input == Output, S.Failure == Failure {}
            }
            """
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
