// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RIBTemplates

/// What changes in a parent that is laid out as most RIBs are, and what does not.
struct ParentWiringTests {
    @Test func theRouterKeepsTheChildWhileItIsAttached() throws {
        let changed = try #require(Parent().wired()["Router.swift"])
        #expect(
            changed == """
                // Comment.
                protocol HomeInteractable: Interactable, ProfileListener {
                    var router: HomeRouting? { get set }
                }

                protocol HomeViewControllable: ViewControllable {}

                final class HomeRouter: ViewableRouter<HomeInteractable, HomeViewControllable>, HomeRouting {
                    private let profileBuilder: ProfileBuildable
                    private var profile: ProfileRouting?

                    // TODO: Constructor inject child builder protocols to allow building children.
                    init(
                        interactor: HomeInteractable, viewController: HomeViewControllable,
                        profileBuilder: ProfileBuildable
                    ) {
                        self.profileBuilder = profileBuilder
                        super.init(interactor: interactor, viewController: viewController)
                        interactor.router = self
                    }

                    func attachProfile() {
                        guard profile == nil else { return }
                        let profile = profileBuilder.build(withListener: interactor)
                        self.profile = profile
                        attachChild(profile)
                    }

                    func detachProfile() {
                        guard let profile else { return }
                        detachChild(profile)
                        self.profile = nil
                    }
                }

                """)
    }

    @Test func theBuilderPassesTheChildsBuilder() throws {
        let changed = try #require(Parent().wired()["Builder.swift"])
        #expect(
            changed.contains(
                """
                        return HomeRouter(
                            interactor: interactor, viewController: viewController,
                            profileBuilder: ProfileBuilder(dependency: component))
                """))
        #expect(
            changed.split(separator: "\n").count == Parent.builder.split(separator: "\n").count + 2)
    }

    @Test(arguments: [
        (
            "menuBuildable: MenuBuildable", "menuRouting: Routing?", "profileBuildable",
            "profileRouting"
        ),
        (
            "menuBuilder: MenuBuildable", "menuRouter: MenuRouting?", "profileBuilder",
            "profileRouter"
        ),
        ("menuBuilder: any MenuBuildable", "menu: (any MenuRouting)?", "profileBuilder", "profile"),
    ])
    func theRouterNamesItsPropertiesAsTheOthers(
        builder: String, child: String, named: String, kept: String
    ) throws {
        var parent = Parent()
        parent.replace(
            "HomeRouting {\n", by: "HomeRouting {\n    let \(builder)\n    var \(child)\n",
            in: "Router.swift")
        let changed = try #require(parent.wired()["Router.swift"])
        #expect(changed.contains("    private let \(named): ProfileBuildable\n"))
        #expect(changed.contains("    private var \(kept): ProfileRouting?\n"))
        #expect(changed.contains("= \(named).build(withListener: interactor)\n"))
        #expect(changed.contains("        self.\(kept) = nil\n"))
        let builders = try #require(parent.wired()["Builder.swift"])
        #expect(builders.contains("\(named): ProfileBuilder(dependency: component)"))
    }

    @Test(arguments: [
        (
            "private func detachCurrentChild() { detachChild(currentChild!) }",
            "detachCurrentChild()"
        ),
        (
            "",
            """
            if let currentChild {
                        detachChild(currentChild)
                        viewController.dismiss(currentChild.viewControllable)
                    }
            """
        ),
    ])
    func aRouterWithOneChildAtATimeKeepsThisOneThere(method: String, detaching: String) throws {
        var parent = Parent()
        parent.replace(
            "protocol HomeViewControllable: ViewControllable {}",
            by: """
                protocol HomeViewControllable: ViewControllable {
                    func present(_ view: ViewControllable)
                    func dismiss(_ view: ViewControllable)
                }
                """, in: "Router.swift")
        parent.replace(
            "HomeRouting {\n",
            by: "HomeRouting {\n    private var currentChild: ViewableRouting?\n    \(method)\n",
            in: "Router.swift")
        let changed = try #require(parent.wired()["Router.swift"])
        #expect(
            changed.contains(
                """
                    func attachProfile() {
                        guard !(currentChild is ProfileRouting) else { return }
                        \(detaching)
                        let profile = profileBuilder.build(withListener: interactor)
                        self.currentChild = profile
                        viewController.present(profile.viewControllable)
                        attachChild(profile)
                    }

                    func detachProfile() {
                        guard let profile = currentChild as? ProfileRouting else { return }
                        detachChild(profile)
                        viewController.dismiss(profile.viewControllable)
                        self.currentChild = nil
                    }
                """))
        #expect(!changed.contains("var profile"))
        // Such a property cannot keep a child without a view.
        #expect(
            parent.wired(.plainRIB)["Router.swift"]?.contains("var profile: ProfileRIB?") == true)
    }

    @Test func aBuilderWithVariablesForItsBuildersGetsOneMore() throws {
        var parent = Parent()
        let menu = "        let menuBuilder = MenuBuilder(dependency: component)\n"
        parent.replace(
            "        return HomeRouter", by: menu + "        return HomeRouter", in: "Builder.swift"
        )
        let changed = try #require(parent.wired()["Builder.swift"])
        #expect(
            changed.contains(
                menu + "        let profileBuilder = ProfileBuilder(dependency: component)\n"))
        #expect(changed.contains(", profileBuilder: profileBuilder)\n"))
    }

    @Test func theProtocolOfTheRouterIsTheOneThatTheInteractorNames() throws {
        var parent = Parent()
        for file in ["Interactor.swift", "Router.swift", "Builder.swift"] {
            parent.replace("HomeRouting", by: "HomeRouterProtocol", in: file)
        }
        let changed = try #require(parent.wired()["Interactor.swift"])
        #expect(changed.contains("    func attachProfile()\n    func detachProfile()\n}\n"))
    }

    @Test func typesThatTestsDeclareAreNotTheParents() {
        var parent = Parent()
        parent.tests["Tests.swift"] = """
            class HomeRouter {}
            protocol HomeRouting {}
            class HomeRoutingMock: HomeRouting {}
            let router = HomeRouter()
            """
        #expect(parent.wired()["Tests.swift"] == nil)
        #expect(parent.wiring().todos.map(\.place) == ["Router.swift:8"])
    }

    @Test func theInteractorMayAskForTheChild() throws {
        let changed = try #require(Parent().wired()["Interactor.swift"])
        #expect(
            changed.hasPrefix(
                """
                protocol HomeRouting: ViewableRouting {
                    // TODO: Declare methods the interactor can invoke.
                    func attachProfile()
                    func detachProfile()
                }
                """))
    }

    @Test func aRouterThatInheritsItsInitialiserGetsOne() throws {
        var parent = Parent()
        parent.files["Router.swift"] = """
            protocol HomeInteractable: Interactable {}
            final class HomeRouter: Router<HomeInteractable> {}
            """
        let changed = try #require(parent.wired()["Router.swift"])
        #expect(
            changed.contains(
                """
                    private var profile: ProfileRouting?

                    init(interactor: HomeInteractable, profileBuilder: ProfileBuildable) {
                        self.profileBuilder = profileBuilder
                        super.init(interactor: interactor)
                    }

                    func attachProfile() {
                """))
    }

    @Test func anotherStyleOfLinesIsKept() throws {
        var parent = Parent()
        parent.files = parent.files.mapValues {
            $0.replacing("    ", with: "\t").replacing("\n", with: "\r\n")
        }
        let changed = try #require(parent.wired()["Router.swift"])
        #expect(!changed.replacing("\r\n", with: "").contains("\n"))
        #expect(changed.contains("\r\n\tfunc attachProfile() {\r\n\t\tguard profile"))
    }

    @Test func aViewThatPresentsOthersPresentsTheChild() throws {
        var parent = Parent()
        parent.replace(
            "protocol HomeViewControllable: ViewControllable {}",
            by: """
                protocol HomeViewControllable: ViewControllable {
                    func present(viewController: ViewControllable)
                    func dismiss(_ viewController: any ViewControllable)
                }
                """, in: "Router.swift")
        let wiring = parent.wiring()
        let changed = try #require(parent.wired()["Router.swift"])
        #expect(
            changed.contains("viewController.present(viewController: profile.viewControllable)"))
        #expect(changed.contains("viewController.dismiss(profile.viewControllable)"))
        #expect(wiring.todos == [])
    }

    @Test(arguments: [
        (
            "",
            "show profile.viewControllable in attachProfile(), and take it off the screen in "
                + "detachProfile() and cleanupViews()"
        ),
        (
            "func present(_ view: ViewControllable); func dismiss(_ view: ViewControllable)",
            "take profile.viewControllable off the screen in cleanupViews(), too"
        ),
    ])
    func aParentWithoutAViewLeavesNoViewOfItsChildBehind(methods: String, todo: String) {
        var parent = Parent()
        parent.files["Router.swift"] = """
            protocol HomeInteractable: Interactable {}
            protocol HomeViewControllable: ViewControllable { \(methods) }
            final class HomeRouter: Router<HomeInteractable>, HomeRouting {
                private let viewController: HomeViewControllable
                init(interactor: HomeInteractable, viewController: HomeViewControllable) {
                    self.viewController = viewController
                    super.init(interactor: interactor)
                }
                func cleanupViews() {}
            }
            """
        #expect(parent.wiring().todos == [.init(place: "Router.swift:3", text: todo)])
    }

    @Test func aLineThatIsTooLongAlreadyStaysOneLine() throws {
        var parent = Parent()
        let long = "protocol HomeInteractable: Interactable, " + String(repeating: "A", count: 60)
        parent.replace("protocol HomeInteractable: Interactable", by: long, in: "Router.swift")
        let changed = try #require(parent.wired()["Router.swift"])
        #expect(changed.contains("\n\(long), ProfileListener {\n"))
    }

    @Test func whatOnlyAPersonKnowsIsLeftToThem() {
        var parent = Parent()
        parent.tests["Tests.swift"] =
            "\nlet router = HomeRouter(interactor: i, viewController: v)\n"
        #expect(
            parent.wiring().todos == [
                .init(place: "Tests.swift:2", text: "pass profileBuilder to HomeRouter"),
                .init(
                    place: "Router.swift:8",
                    text: "show profile.viewControllable in attachProfile(), and take it off the "
                        + "screen in detachProfile()"),
            ])
    }

    @Test func theDoublesOfTheRouterCanDoAsMuch() throws {
        var parent = Parent()
        parent.tests["Mocks.swift"] =
            "final class HomeRoutingMock: HomeRouting {\n    func load() {}\n}\n"
        #expect(
            try #require(parent.wired()["Mocks.swift"]) == """
                final class HomeRoutingMock: HomeRouting {
                    func load() {}

                    private(set) var attachProfileCallCount = 0

                    func attachProfile() { attachProfileCallCount += 1 }

                    private(set) var detachProfileCallCount = 0

                    func detachProfile() { detachProfileCallCount += 1 }
                }

                """)
    }

    @Test func aChildWithoutAViewUsesTheViewThatTheBuilderMade() throws {
        let wiring = Parent().wiring(.viewless)
        #expect(wiring.values["hostView"] as? String == "homeViewController")
        let changed = try #require(wiring.changes.first { $0.path == "Builder.swift" }).after
        #expect(changed.contains("var homeViewController: HomeViewController {\n        shared {"))
        #expect(changed.contains("let viewController = component.homeViewController\n"))
    }

    @Test(arguments: [("", true), ("private ", false), ("private(set) ", true)])
    func aViewThatTheComponentKeepsIsUsedUnlessItIsPrivate(access: String, isUsed: Bool) {
        var parent = Parent()
        parent.replace(
            "Component<HomeDependency> {",
            by:
                "Component<HomeDependency> {\n    \(access)var homeViewController: HomeViewController",
            in: "Builder.swift")
        #expect(parent.wiring(.viewless).changes.isEmpty != isUsed)
        #expect(parent.wiring(.viewless).extensionFolder == (isUsed ? "" : nil))
    }

    @Test func aBuilderThatMakesNoComponentIsLeftToAPerson() {
        var parent = Parent()
        parent.replace(
            "        let component = HomeComponent(dependency: dependency)\n", by: "",
            in: "Builder.swift")
        let todo = Todo(
            place: "Builder.swift:7",
            text: "pass profileBuilder: ProfileBuilder(dependency: component) to HomeRouter")
        #expect(parent.wiring().changes.isEmpty)
        #expect(parent.wiring().todos.contains(todo))
        parent.replace(
            "final class HomeComponent: Component<HomeDependency> {\n}\n\n", by: "",
            in: "Builder.swift")
        #expect(
            parent.wiring().todos.first
                == Todo(
                    place: "HomeComponent, which was not found",
                    text: "conform it to ProfileDependency"))
        #expect(parent.wiring().extensionFolder == nil)
    }

    @Test func doublesThatAProgramWritesAreLeftToIt() {
        var parent = Parent()
        parent.tests["Mocks.swift"] = "/// @Generated by Mockolo\nclass Mock: HomeRouting {}\n"
        #expect(parent.wired()["Mocks.swift"] == nil)
        #expect(
            parent.wiring().todos.first
                == .init(place: "Mocks.swift", text: "have the doubles written anew"))
    }

    @Test func whatNeedsChangesOfAParentIsNotWrittenWithoutThem() {
        var parent = Parent()
        parent.replace("ViewableRouter<", by: "OwnRouter<", in: "Router.swift")
        #expect(parent.wiring(.viewless).extensionFolder == nil)
        #expect(parent.wiring().extensionFolder == "")
    }

    @Test func aWorkerStartsWithItsInteractor() throws {
        let wiring = Parent().wiring(.worker)
        let changed = try #require(wiring.changes.first).after
        #expect(wiring.changes.map(\.path) == ["Interactor.swift"])
        #expect(
            changed.contains(
                "init(presenter: HomePresentable, profileWorker: ProfileWorking = ProfileWorker()) {"
            ))
        #expect(changed.contains("super.didBecomeActive()\n        profileWorker.start(self)\n"))
    }

    // MARK: - Parents that stay as they are

    @Test(arguments: [
        // Two of a name.
        ("Other.swift", "", "final class HomeRouter: Router<HomeInteractable> {}"),
        // None.
        ("Builder.swift", "final class HomeBuilder", "final class OtherBuilder"),
        // Unusual.
        ("Router.swift", "ViewableRouter<", "OwnRouter<"),
        ("Router.swift", "    override init", "    convenience init() {}\n    override init"),
        ("Router.swift", "super.init(", "if true {}; super.init("),
        ("Router.swift", "HomeRouting {\n", "HomeRouting {\n    var profile = 1\n"),
        ("Builder.swift", "let component = ", "let component = make() as "),
        ("Interactor.swift", "weak var router", "weak var = router"),
    ])
    func aParentThatCannotBeWiredSafelyStaysAsItIs(file: String, old: String, new: String) {
        var parent = Parent()
        if old.isEmpty { parent.files[file] = new } else { parent.replace(old, by: new, in: file) }
        let wiring = parent.wiring()
        #expect(wiring.changes.isEmpty)
        #expect(wiring.todos.count >= 4)
    }

    @Test func aParentThatIsMissingIsToldStepByStep() {
        var parent = Parent()
        parent.files = [:]
        #expect(
            parent.wiring(.workflow).todos == [
                .init(
                    place: "HomeInteractor, which was not found",
                    text: "conform it to ProfileActionableItem")
            ])
    }
}

/// A parent as the templates of most projects make it, with the name Home.
private struct Parent {
    var files = ["Builder.swift": builder, "Interactor.swift": interactor, "Router.swift": router]
    var tests: [String: String] = [:]

    mutating func replace(_ old: String, by new: String, in file: String) {
        files[file] = files[file]?.replacing(old, with: new)
    }

    func wiring(_ kind: NewRIB.Kind = .viewable) -> ParentWiring {
        func sources(_ texts: [String: String]) -> [EditableSource] {
            texts.sorted { $0.key < $1.key }.map { EditableSource($0.value, path: $0.key) }
        }
        let home = RIBName(unchecked: "Home", variable: "home")
        let child = NewRIB(
            name: RIBName(unchecked: "Profile", variable: "profile"), kind: kind,
            libraries: NewRIB.Libraries(), module: "App", parent: home)
        return ParentWiring(child, below: home, in: sources(files), tests: sources(tests))
    }

    func wired(_ kind: NewRIB.Kind = .viewable) -> [String: String] {
        Dictionary(uniqueKeysWithValues: wiring(kind).changes.map { ($0.path, $0.after) })
    }

    static let builder = """
        protocol HomeDependency: Dependency {
        }

        final class HomeComponent: Component<HomeDependency> {
        }

        final class HomeBuilder: Builder<HomeDependency>, HomeBuildable {
            func build(withListener listener: HomeListener) -> HomeRouting {
                let component = HomeComponent(dependency: dependency)
                let viewController = HomeViewController()
                let interactor = HomeInteractor(presenter: viewController)
                interactor.listener = listener
                return HomeRouter(interactor: interactor, viewController: viewController)
            }
        }

        final class HomeViewController: HomePresentable, HomeViewControllable {
        }

        """

    static let interactor = """
        protocol HomeRouting: ViewableRouting {
            // TODO: Declare methods the interactor can invoke.
        }

        final class HomeInteractor: PresentableInteractor<HomePresentable>, HomeInteractable {
            weak var router: HomeRouting?

            override init(presenter: HomePresentable) {
                super.init(presenter: presenter)
            }

            override func didBecomeActive() {
                super.didBecomeActive()
                // TODO: Implement business logic here.
            }
        }

        """

    static let router = """
        // Comment.
        protocol HomeInteractable: Interactable {
            var router: HomeRouting? { get set }
        }

        protocol HomeViewControllable: ViewControllable {}

        final class HomeRouter: ViewableRouter<HomeInteractable, HomeViewControllable>, HomeRouting {

            // TODO: Constructor inject child builder protocols to allow building children.
            override init(interactor: HomeInteractable, viewController: HomeViewControllable) {
                super.init(interactor: interactor, viewController: viewController)
                interactor.router = self
            }
        }

        """
}
