// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import SourceModel

/// What the table knows of an app's RIBs: what may run, and what lives as long as the app.
@Suite struct RIBTreeTests {
    @Test func aRIBIsReachedWhenReachedCodeBuildsIt() {
        let types = app(
            "func openDetail() { attachChild(detailBuilder.build()) }",
            calls: "router?.openDetail()")
        #expect(types.isReached("show", of: "DetailInteractor"))
        #expect(types.isReached("show", of: "DetailRouter"))
    }

    @Test func aRIBIsNotReachedWhenNothingCallsWhatBuildsIt() {
        let types = app("func openDetail() { attachChild(detailBuilder.build()) }", calls: "")
        #expect(!types.isReached("show", of: "DetailInteractor"))
        #expect(!types.isReached("show", of: "DetailRouter"))
        #expect(types.isReached("didBecomeActive", of: "HomeInteractor"))
    }

    @Test func aBuilderThatIsOnlyPassedOnBuildsNothing() {
        let types = app("func openDetail() { other = detailBuilder }", calls: "")
        #expect(!types.isReached("show", of: "DetailRouter"))
    }

    @Test func whatIsHandedToOthersMayBeBuiltThere() {
        let types = app("override func didLoad() { push(detailBuilder) }", calls: "")
        #expect(types.isReached("show", of: "DetailRouter"))
    }

    @Test func aPrivateMethodIsReachedFromItsFileOnly() {
        let types = app("private func show() {}", calls: "other.show()")
        #expect(!types.isReached("show", of: "HomeRouter"))
    }

    @Test(arguments: [
        "@objc func tapped() {}", "override func tapped() {}", "@IBAction func tapped() {}",
    ])
    func theSystemCalls(method: String) {
        let types = app(method, calls: "")
        #expect(types.isReached("tapped", of: "HomeRouter"))
    }

    @Test func aRequirementOfAForeignProtocolIsReached() {
        let types = app("", calls: "", with: "extension HomeRouter: Reactor { func mutate() {} }")
        #expect(types.isReached("mutate", of: "HomeRouter"))
    }

    @Test(arguments: ["", "other.finish()"])
    func aRequirementOfAnOwnProtocolIsNotThatOfAForeignOne(calls: String) {
        let types = app(
            "", calls: calls,
            with: """
                protocol DetailListener: AnyObject { func finish() }
                extension HomeInteractor: Reactor, DetailListener { func finish() {} }
                """)
        #expect(types.isReached("finish", of: "HomeInteractor") == !calls.isEmpty)
    }

    @Test func objectiveCMayMakeWhatItSees() {
        let types = app(
            "", calls: "",
            with:
                "@objcMembers final class Bridge: NSObject { func present() { DetailBuilder().build() } }"
        )
        #expect(types.isReached("show", of: "DetailRouter"))
    }

    @Test func codeOutsideOfTypesIsReached() {
        let types = app("", calls: "", with: "func start() { DetailBuilder().build() }")
        #expect(types.isReached("show", of: "DetailRouter"))
    }

    @Test func aStoryboardMakesViewsOfReachedRIBsOnly() {
        let storyboard =
            "func load() { UIStoryboard() }; final class PlainViewController: UIViewController { override func show() {} }"
        let types = app("", calls: "", with: storyboard)
        #expect(types.isReached("show", of: "PlainViewController"))
        #expect(!types.isReached("viewDidLoad", of: "DetailViewController"))
    }

    @Test func storyboardsMakeTheClassesThatTheyName() {
        let storyboard = """
            <placeholder placeholderIdentifier="IBFilesOwner" customClass="OwnerViewController">
            <viewController id="1" customClass="PlainViewController" customModule="App">
            <viewController id="2" storyboardIdentifier="OtherViewController">
            """
        let types = TypeTable(
            TypeFacts.reading(
                ParsedFile(
                    """
                    final class AppDelegate { func load() { UIStoryboard() } }
                    final class OwnerViewController: UIViewController {}
                    final class PlainViewController: UIViewController {}
                    final class OtherViewController: UIViewController {}
                    """, path: "0.swift")), importsRIBs: true, layouts: [storyboard])
        #expect(types.isReached("init", of: "PlainViewController"))
        #expect(!types.isReached("init", of: "OwnerViewController"))
        #expect(!types.isReached("init", of: "OtherViewController"))
    }

    @Test func withoutTheDelegateNothingIsKnown() {
        let types = table("final class A { private func never() {} }")
        #expect(types.isReached("never", of: "A"))
    }

    @Test(arguments: [
        // Attached, and nothing detaches it.
        ("override func didLoad() { attachChild(detailBuilder.build()) }", true),
        // What another part of the router detaches may be it.
        (
            "override func didLoad() { attachChild(detailBuilder.build()) }; func pop() { detachChild(other) }",
            false
        ),
        // Kept from the beginning, whether it is attached or not.
        (
            """
            private var detail: DetailRouting?
            override func didLoad() { let detail = detailBuilder.build(); self.detail = detail }
            func select(_ tab: DetailRouting) { detachChild(tab); attachChild(tab) }
            """, true
        ),
        // Attached from the constant that has it, and detached by another name.
        (
            """
            private let detail: DetailRouting
            private var current: Routing?
            init(detailBuilder: DetailBuildable) { self.detail = detailBuilder.build() }
            func select() { current = detail; attachChild(detail) }
            func pop() { guard let router = current else { return }; detachChild(router) }
            """, true
        ),
        (
            """
            private var detail: DetailRouting?
            override func didLoad() { let detail = detailBuilder.build(); self.detail = detail }
            func select(_ tab: DetailRouting) { detachChild(tab); attachChild(tab) }
            func leave() { detail = nil }
            """, false
        ),
    ])
    func aChildOfTheFirstRIBLivesAsLongAsTheApp(router: String, livesOn: Bool) {
        let types = app(router, calls: "router?.select(); router?.pop(); router?.leave()")
        #expect(types.isAtRoot("DetailRouter") == livesOn)
        #expect(types.isAtRoot("DetailInteractor") == livesOn)
    }

    @Test(arguments: [
        // Nothing calls what detaches it.
        (open(guarded: true), "taps.sink { router?.open() }", true),
        (open(guarded: true), "taps.sink { router?.open(); router?.close() }", false),
        (open(guarded: true), "taps.sink { router?.open() }; other.close()", false),
        // Each time, the last one goes, as far as others hold it no longer.
        (open(guarded: false), "taps.sink { router?.open() }", false),
        (open(guarded: false), "router?.open()", true),
        // What is never attached says nothing.
        (open(guarded: true), "", false),
    ])
    func whatNothingReachesDetachesNoChild(router: String, calls: String, livesOn: Bool) {
        let types = app(router, calls: calls)
        #expect(types.isAtRoot("DetailInteractor") == livesOn)
    }

    private static func open(guarded: Bool) -> String {
        """
        private var detail: DetailRouting?
        func open() {
            \(guarded ? "if detail != nil { return }" : "")
            let router = detailBuilder.build()
            detail = router
            attachChild(router)
        }
        func close() { guard let router = detail else { return }; detail = nil; detachChild(router) }
        """
    }

    @Test(arguments: [("OtherRouter()", true), ("OtherRouter().open()", false)])
    func aRIBThatOthersAttachInUncalledMethodsOnlyLivesOn(calls: String, livesOn: Bool) {
        let types = app(
            """
            override func didLoad() { open() }
            private func open() { attachChild(detailBuilder.build()) }
            """, calls: calls,
            with: """
                final class OtherRouter: Router<HomeInteractor> {
                    let detailBuilder: DetailBuildable
                    func open() { attachChild(detailBuilder.build()) }
                }
                """)
        #expect(types.livesOn("DetailViewController") == livesOn)
    }

    @Test(arguments: [("", true), ("other.close()", false)])
    func aBuilderMayReturnMoreThanTheRouter(calls: String, livesOn: Bool) {
        let types = app(
            """
            private let pairs: PairBuilder?
            private var page: Routing?
            override func didLoad() {
                guard let pairs = pairs, let pair = pairs.build() else { return }
                page = pair.router
                attachChild(pair.router)
            }
            func close() { guard let child = page else { return }; page = nil; detachChild(child) }
            """, calls: calls,
            with: """
                final class PairBuilder: Builder<Empty> {
                    func build() -> (router: Routing, item: Item)? {
                        let view = storyboard.make() as? PageViewController
                        return (PageRouter(interactor: PageInteractor(view: view)), Item())
                    }
                }
                final class PageInteractor: Interactor {}
                final class PageRouter: ViewableRouter<PageInteractor, PageControllable> {}
                final class OtherRouter: ViewableRouter<PageInteractor, OtherControllable> {}
                final class PageViewController: UIViewController, PageControllable, OtherControllable {}
                """)
        #expect(types.livesOn("PageRouter") == livesOn)
        #expect(types.livesOn("PageViewController") == livesOn)
    }

    @Test func copiesOfAnAppAreToldApart() {
        let copies = ["override func didLoad() { attachChild(builder.build()) }", ""].map { text in
            ParsedFile(
                """
                final class AppDelegate { func application() { HomeBuilder().build() } }
                final class HomeBuilder: Builder<Empty> {
                    func build() -> HomeRouter { HomeRouter(builder: PageBuilder()) }
                }
                final class HomeRouter: LaunchRouter<Interactor, View> {
                    let builder: PageBuilder
                    \(text)
                }
                final class PageBuilder: Builder<Empty> {
                    func build() -> PageRouter { PageRouter(component: PageComponent()) }
                }
                final class PageComponent: Component<Empty> {}
                final class PageRouter: Router<Interactor> {}
                """, path: "\(text.isEmpty)/App.swift")
        }
        let types = TypeTable(copies.flatMap { TypeFacts.reading($0) }, importsRIBs: true)
        #expect(!types.seen(from: copies[1]).livesOn("PageRouter"))
        #expect(types.seen(from: copies[0]).livesOn("PageRouter"))
        #expect(types.seen(from: copies[0]).livesOn("PageComponent"))
    }

    @Test func aViewOfAFirstRIBThatNothingMakesDoesNotLiveOn() {
        let types = app(
            "", calls: "",
            with: """
                final class UnusedBuilder: Builder<Empty> {
                    func build() -> LaunchRouting { UnusedRouter(view: UnusedViewController()) }
                }
                final class UnusedRouter: LaunchRouter<Interactor> {}
                final class UnusedViewController: UIViewController { let page = PageView() }
                final class PageView: UIView {}
                """)
        #expect(!types.isReached("page", of: "PageView"))
        #expect(!types.isAtRoot("PageView"))
    }

    @Test(arguments: [("router?.finish()", true), ("", false)])
    func aMethodOfAProtocolIsReachedWhenItIsCalled(calls: String, isReached: Bool) {
        let types = app(
            "", calls: calls,
            with: """
                protocol Finishing {}
                extension Finishing { func finish() {} }
                extension HomeRouter: Finishing {}
                """)
        #expect(types.isReached("finish", of: "HomeRouter") == isReached)
    }

    @Test func aPreviewIsNoPartOfTheApp() {
        let preview = "#Preview(\"all\") { let view = DetailBuilder().build(); return view }"
        for text in [preview, "@available(iOS 17, *)\n\(preview)", "#if DEBUG\n\(preview)\n#endif"]
        {
            let types = app("", calls: "", with: text)
            #expect(!types.isReached("show", of: "DetailRouter"))
        }
    }

    // Home is there as long as the app: what it makes comes and goes if it is made again.
    @Test(arguments: [
        ("let pages = [PageView()]", false),
        ("lazy var page: PageView = { PageView() }()", false),
        ("override func loadView() { view = PageView.make() }", false),
        ("init() { PageView() }", false),
        ("override func viewDidLoad() { setUp() }; func setUp() { PageView() }", false),
        ("override func viewDidLoad() { other.refresh() }; func refresh() { PageView() }", false),
        ("@objc func tapped() { other.refresh() }; func refresh() { PageView() }", true),
        ("override func viewDidLoad() { add(PageViewController()) }", false),
        (
            "override func viewDidLoad() { setUp() }; func setUp() { add(PageViewController()) }",
            false
        ),
        ("lazy var page = PageViewController()", false),
        ("var page: UIViewController { PageViewController() }", true),
        ("@objc func tapped() { present(PageViewController()) }", true),
        // Its first name is that of a property.
        (
            """
            override func viewDidLoad() { tableView.reloadData() }
            override func tableView(_ view: UIView, didSelectRowAt row: Int) { PageViewController() }
            """, true
        ),
    ])
    func whatIsMadeAgainComesAndGoes(make: String, mayGo: Bool) {
        let types = app(
            "", calls: "", view: "HomeViewController()",
            with: """
                final class HomeViewController: UIViewController { \(make) }
                final class PageView: UIView { let label = PageLabel() }
                final class PageLabel: UIView {}
                final class PageViewController: BaseViewController { let view = PageView() }
                class BaseViewController: UIViewController {}
                final class PageCell: UITableViewCell {}
                """)
        #expect(types.mayGo("PageLabel") == mayGo)
        #expect(types.mayGo("BaseViewController") == (mayGo && make.contains("Controller()")))
        #expect(types.mayGo("PageCell"))
    }

    @Test(arguments: [
        (open(guarded: true), "taps.sink { router?.open() }", false),
        (open(guarded: true), "taps.sink { router?.open(); router?.close() }", true),
        (open(guarded: false), "taps.sink { router?.open() }", true),
        (open(guarded: false), "router?.open()", false),
        // Nothing attaches it.
        (open(guarded: false), "", false),
        (show(detaching: "current"), "router?.open()", true),
        (show(detaching: "other"), "router?.open()", true),
        (show(detaching: ""), "router?.open()", false),
    ])
    func whatIsDetachedComesAndGoes(router: String, calls: String, mayGo: Bool) {
        let types = app(router, calls: calls)
        for part in ["DetailInteractor", "DetailRouter", "DetailViewController"] {
            #expect(types.mayGo(part) == mayGo)
        }
        #expect(!types.mayGo("HomeInteractor"))
    }

    @Test func allMayGoWhereTheSourcesAreNotAnApp() {
        #expect(table("final class PageView: UIView {}").mayGo("PageView"))
    }

    /// What attaches a child by a helper, which takes any.
    private static func show(detaching child: String) -> String {
        """
        private var current: Routing?
        func open() { show(detailBuilder.build()) }
        func show(_ child: Routing) {
            \(child.isEmpty ? "" : "detachChild(\(child))")
            current = child
            attachChild(child)
        }
        """
    }

    @Test func aDetachOfAllRoutersIsNotThatOfAChild() {
        let types = app(
            "override func didLoad() { attachChild(detailBuilder.build()) }", calls: "detach()",
            with: "extension Routing { func detach(child: Routing) { detachChild(child) } }")
        #expect(types.isAtRoot("DetailInteractor"))
    }

    @Test func aChildThatIsKeptForLaterMayBeAttachedAgain() {
        let types = app(
            """
            private var detail: DetailRouting?
            func open() { let detail = detailBuilder.build(); self.detail = detail }
            func close(_ tab: Routing) { detachChild(tab) }
            """, calls: "taps.sink { router?.open(); router?.close(tab) }")
        #expect(types.fate(ofInteractor: "DetailInteractor") == .unknown)
    }

    /// An app whose first RIB has a builder of another one.
    ///
    /// - Parameters:
    ///   - router: Members of the first router.
    ///   - calls: What its interactor calls.
    ///   - view: What makes its view.
    private func app(
        _ router: String, calls: String, view: String = "", with more: String = ""
    ) -> TypeTable {
        table(
            "final class AppDelegate { func application() { HomeBuilder().build() } }",
            """
            final class HomeBuilder: Builder<Empty> {
                func build() -> LaunchRouting {
                    let detailBuilder = DetailBuilder()
                    return HomeRouter(interactor: HomeInteractor(\(view)), detailBuilder: detailBuilder)
                }
            }
            """,
            "final class HomeInteractor: Interactor { override func didBecomeActive() { \(calls) } }",
            """
            final class HomeRouter: LaunchRouter<HomeInteractor> {
                private let detailBuilder: DetailBuildable
                init(interactor: HomeInteractor, detailBuilder: DetailBuildable) {
                    self.detailBuilder = detailBuilder
                }
                \(router)
            }
            """,
            "protocol DetailBuildable: Buildable { func build() -> DetailRouting }",
            "protocol DetailRouting: Routing {}",
            """
            final class DetailBuilder: Builder<Empty>, DetailBuildable {
                func build() -> DetailRouting {
                    DetailRouter(interactor: DetailInteractor(view: DetailViewController()))
                }
            }
            """,
            "final class DetailInteractor: Interactor { override func show() {} }",
            "final class DetailRouter: Router<DetailInteractor>, DetailRouting { override func show() {} }",
            "final class DetailViewController: UIViewController { override func viewDidLoad() {} }",
            more)
    }

    /// Each text in a file of its own.
    private func table(_ texts: String...) -> TypeTable {
        TypeTable(
            texts.enumerated().flatMap { index, text in
                TypeFacts.reading(ParsedFile(text, path: "\(index).swift"))
            }, importsRIBs: true)
    }
}
