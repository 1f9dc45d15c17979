// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import Foundation
    import Testing
    import TraceFixtures

    /// A RIB as uber's template for Xcode writes it compiles with a view of the main actor, and code that is of no
    /// actor compiles as it is.
    @Suite(.enabled(if: SwiftCompiler.isInstalled, "there is no swiftc beside swift"))
    struct IsolationTests {
        private let compiler: SwiftCompiler

        init() throws { compiler = try SwiftCompiler() }

        private static func removeRuntime() {
            if let folder = try? runtime.get().folder.path {
                try? FileManager.default.removeItem(atPath: folder)
            }
        }

        /// The runtime with the trait, compiled once, and what the compiler said of it.
        private static let runtime = Result {
            let compiler = try SwiftCompiler()
            let said = try compiler.compile(
                "RIBs", SourceFiles.swift(below: "Sources/RIBs"), languageMode: 5, ["-DMainActor"])
            // Static values are never freed.
            atexit { IsolationTests.removeRuntime() }
            return (folder: compiler.folder, said: said)
        }

        /// The compiler's output for an app with the trait `MainActor`.
        private func said(
            of app: String, languageMode: Int, _ options: [String] = []
        ) throws -> String {
            let runtime = try Self.runtime.get()
            #expect(runtime.said == "")
            let source = try compiler.write(app, as: "Home")
            return try compiler.compile(
                "App", [source], languageMode: languageMode, ["-I", runtime.folder.path] + options)
        }

        @Test(arguments: [5, 6])
        func aRIBOfUbersTemplateCompilesWithTheTrait(languageMode: Int) throws {
            let said = try said(of: Self.template, languageMode: languageMode)
            #expect(said == "")
            #expect(compiler.hasModule("App"))
        }

        @Test func aModuleWhoseDefaultIsTheMainActorNeedsNothingElse() throws {
            let app = Self.template.replacing("@MainActor ", with: "")
            let options = ["-default-isolation", "MainActor"]
            let said = try said(of: app, languageMode: 6, options)
            #expect(said == "")
            #expect(compiler.hasModule("App"))
        }

        @Test(arguments: [5, 6])
        func aRIBOfNoActorCompilesWithoutTheTrait(languageMode: Int) throws {
            let app =
                Self.template.replacing("@MainActor ", with: "") + """

                    func test(_ listener: HomeListener) async -> Bool {
                        let builder = HomeBuilder(dependency: RootComponent())
                        let home = builder.build(withListener: listener)
                        home.interactable.activate()
                        return home.interactable.isActive
                    }

                    final class RootComponent: EmptyComponent, HomeDependency {}
                    """
            let source = try compiler.write(app, as: "Home")
            let said = try compiler.compile("App", [source], languageMode: languageMode)
            #expect(said == "")
            #expect(compiler.hasModule("App"))
        }

        /// The template's files in one, with something to do for each part.
        private static let template = """
            import RIBs

            protocol HomeDependency: Dependency {}

            final class HomeComponent: Component<HomeDependency> {}

            protocol HomeBuildable: Buildable {
                func build(withListener listener: HomeListener) -> HomeRouting
            }

            final class HomeBuilder: Builder<HomeDependency>, HomeBuildable {
                override init(dependency: HomeDependency) {
                    super.init(dependency: dependency)
                }

                func build(withListener listener: HomeListener) -> HomeRouting {
                    _ = HomeComponent(dependency: dependency)
                    let viewController = HomeViewController()
                    let interactor = HomeInteractor(presenter: viewController)
                    interactor.listener = listener
                    return HomeRouter(interactor: interactor, viewController: viewController)
                }
            }

            protocol HomeRouting: ViewableRouting {
                func routeToMenu()
            }

            protocol HomePresentable: Presentable {
                var listener: HomePresentableListener? { get set }
                func show(_ text: String)
            }

            @MainActor protocol HomeListener: AnyObject {
                func homeDidEnd()
            }

            final class HomeInteractor: PresentableInteractor<HomePresentable>, HomeInteractable,
                HomePresentableListener
            {
                weak var router: HomeRouting?
                weak var listener: HomeListener?

                override init(presenter: HomePresentable) {
                    super.init(presenter: presenter)
                    presenter.listener = self
                }

                override func didBecomeActive() {
                    super.didBecomeActive()
                    presenter.show("Hello")
                    router?.routeToMenu()
                }

                override func willResignActive() {
                    super.willResignActive()
                }

                func didTapEnd() { listener?.homeDidEnd() }
            }

            protocol HomeInteractable: Interactable {
                var router: HomeRouting? { get set }
                var listener: HomeListener? { get set }
            }

            protocol HomeViewControllable: ViewControllable {
                func embed(_ view: ViewControllable)
            }

            final class HomeRouter: ViewableRouter<HomeInteractable, HomeViewControllable>, HomeRouting {
                override init(interactor: HomeInteractable, viewController: HomeViewControllable) {
                    super.init(interactor: interactor, viewController: viewController)
                    interactor.router = self
                }

                func routeToMenu() { viewController.embed(viewControllable) }
            }

            @MainActor protocol HomePresentableListener: AnyObject {
                func didTapEnd()
            }

            @MainActor class ViewController {
                init() {}
            }

            final class HomeViewController: ViewController, HomePresentable, HomeViewControllable {
                weak var listener: HomePresentableListener?
                func show(_ text: String) { listener?.didTapEnd() }
                func embed(_ view: ViewControllable) {}
            }
            """
    }
#endif
