// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import LintRules

/// How bad a finding is, by the harm that it can do.
@Suite struct SeverityTests {
    @Test(arguments: [
        // A view that holds itself for as long as a stream lives.
        ("viewModel.state.subscribe(onNext: { self.show($0) })", "HomeViewController", "error"),
        // What a request answers ends most likely.
        (
            "viewModel.fetchState().subscribe(onNext: { self.show($0) })", "HomeViewController",
            "warning"
        ),
    ])
    func aClosureThatItsOwnerKeeps(subscription: String, type: String, severity: String) {
        #expect(severities(view(subscription, type)) == [severity])
    }

    @Test func nothingInAViewThatIsThereAsLongAsTheApp() {
        let text = view(
            "viewModel.state.subscribe(onNext: { self.show($0) })", "HomeViewController")
        #expect(severities(text + app(makesHome: true)) == ["note"])
    }

    // An error of these needs a RIB that comes and goes.
    @Test(arguments: [("detachChild(current)", "error"), ("", "warning")])
    func whatKeepsARIBThatMayStay(detach: String, severity: String) {
        let text = """
            import Combine
            import RIBs
            final class AppDelegate { func application() { RootBuilder().build() } }
            final class RootBuilder: Builder<Empty> {
                func build() -> LaunchRouting { RootRouter(homeBuilder: HomeBuilder()) }
            }
            final class RootRouter: LaunchRouter<Interactor, View> {
                private let homeBuilder: HomeBuilder
                private var current: Routing?
                override func didLoad() { show(homeBuilder.build()) }
                private func show(_ child: Routing) {
                    \(detach)
                    current = child
                    attachChild(child)
                }
            }
            final class HomeBuilder: Builder<Empty> {
                private var router: HomeRouter?
                func build() -> Routing {
                    let component = HomeComponent(dependency: dependency)
                    let interactor = HomeInteractor(presenter: HomeViewController())
                    let router = HomeRouter(interactor: interactor, builder: component.builder)
                    self.router = router
                    return router
                }
            }
            final class HomeComponent: Component<Empty> {
                lazy var builder = DetailBuilder(dependency: self)
            }
            final class DetailBuilder: Builder<HomeComponent> {}
            final class HomeRouter: Router<HomeInteractor> {}
            final class HomeInteractor: PresentableInteractor<HomeViewController>, HomePresentableListener {
                override func didBecomeActive() {
                    Homes.all.append(self)
                    Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in print("") }
                }
            }
            protocol HomePresentableListener: AnyObject {}
            final class HomeViewController: UIViewController {
                var listener: HomePresentableListener?
                private var onChange: (() -> Void)?
                override func viewDidLoad() { onChange = { self.viewDidLoad() } }
            }
            enum Homes { static var all: [AnyObject] = [] }
            """
        let rules: [any Rule.Type] = [
            BuilderKeepsProduct.self, ComponentCycle.self, KeptByOther.self, StrongListener.self,
            StrongSelfInStoredClosure.self, TimerOrObserverKept.self,
        ]
        let found = LintRun.findings(in: text, rules: rules)
        #expect(Set(found.map(\.rule)) == Set(rules.map { $0.description.id }))
        #expect(Set(found.map(\.severity.rawValue)) == [severity])
    }

    @Test(arguments: [
        ("names", "warning", "only its stream can end"),
        ("PublishSubject<Int>()", "error", "nothing can end"),
        ("names.asObservable()", "warning", "only its stream can end"),
        ("service.names", "error", "only its stream can end"),
    ])
    func whoGivesAStreamMayEndIt(stream: String, severity: String, end: String) {
        let text = """
            import RIBs
            import RxSwift
            final class Names {
                let service: Service
                func follow(_ names: Observable<Int>) { _ = \(stream).bind(onNext: { print($0) }) }
            }
            """
        let found = LintRun.findings(in: text, rules: [UndisposedSubscription.self])
        #expect(found.map(\.severity.rawValue) == [severity])
        #expect(found.first?.message.contains(end) == true)
    }

    @Test func whatNothingReachesIsOneStepLess() {
        let text = view(
            "viewModel.state.subscribe(onNext: { self.show($0) })", "HomeViewController")
        #expect(severities(text + app(makesHome: false)) == ["warning"])
    }

    @Test(arguments: [
        ("router?.leave(); listener?.closeFlow()", "warning"), ("router?.leave()", "error"),
        ("router?.leave(); listener?.show(user)", "error"),
    ])
    func aRouterThatHoldsADetachedChildUntilItGoes(calls: String, severity: String) {
        let text = """
            protocol FlowRouting: Routing { func leave() }
            final class FlowRouter: Router<Interactor>, FlowRouting {
                private var child: Routing?
                func leave() { if let child { detachChild(child) } }
            }
            final class FlowInteractor: Interactor {
                var router: FlowRouting?
                func done() { \(calls) }
            }
            """
        let found = LintRun.findings(in: text, rules: [ChildNotReleased.self])
        #expect(found.map(\.severity.rawValue) == [severity])
    }

    @Test(arguments: [
        // One of them, once.
        (
            "override func didBecomeActive() { if isNew { router?.a() } else { router?.b() } }",
            "warning"
        ),
        ("func tapped() { if isNew { router?.a() } else { router?.b() } }", "error"),
    ])
    func aChildThatAnotherOneHides(calls: String, severity: String) {
        let method = """
            () {
                let child = builder.build()
                attachChild(child)
                viewController.set([child.viewControllable])
            }
            """
        let text = """
            protocol FlowRouting: Routing { func a(); func b() }
            final class FlowRouter: ViewableRouter<Interactor, View>, FlowRouting {
                let builder: ChildBuildable
                func a\(method)
                func b\(method)
            }
            final class FlowInteractor: Interactor { \(calls) }
            """
        let found = LintRun.findings(in: text, rules: [UnbalancedAttach.self])
        #expect(Set(found.map(\.severity.rawValue)) == [severity])
    }

    @Test(arguments: [
        ("rx.text.drive(with: self, onNext: { $0.show($1) })", 0),
        ("rx.text.drive(onNext: { self.show($0) })", 1), ("state.drive(onNext: { _ in })", 1),
        // What takes a key path, or a closure for the whole stream, may return no token.
        ("state.bind(\\Props.error, to: label)", 0), ("state.bind(to: { show($0) })", 0),
        ("state.bind(to: label)", 1),
    ])
    func onlyWhatNothingElseEndsIsFound(subscription: String, findings: Int) {
        let text = """
            import RxSwift
            import RIBs
            final class Field: UITextField { func follow() { \(subscription) } }
            """
        let found = LintRun.findings(in: text, rules: [UndisposedSubscription.self])
        #expect(found.count == findings)
    }

    @Test(arguments: [
        ("names.map { $0 }", "{ _ in }", false), ("names.map { $0 }", "nil", true),
        ("bar.rx.text.map { $0 }", "{ _ in }", true), ("rx.tap", "{ _ in }", true),
        ("provider.rx.request(.names)", "{ _ in }", false),
    ])
    func aStreamWhoseEndIsHandledMayEnd(stream: String, end: String, isFound: Bool) {
        let subscription = "\(stream).subscribe(onNext: { self.show($0) }, onCompleted: \(end))"
        #expect(severities(view(subscription, "HomeViewController")) == (isFound ? ["error"] : []))
    }

    // Selectors do not compile where the examples of the rules do.
    @Test(arguments: [("removeObserver(self)", 0), ("post(name: .left, object: nil)", 1)])
    func anObserverIsRemovedWithTheActivity(end: String, findings: Int) {
        let text = """
            final class LikesInteractor: Interactor {
                override func didBecomeActive() {
                    center.addObserver(self, selector: #selector(count), name: .liked, object: nil)
                }
                override func willResignActive() { center.\(end) }
                @objc private func count() {}
            }
            """
        #expect(LintRun.findings(in: text, rules: [TimerOrObserverKept.self]).count == findings)
    }

    // A permanent interactor is deactivated by its router only.
    @Test(arguments: [("", "warning"), ("func pause() { interactable.deactivate() }", "error")])
    func anObserverOfAnInteractorThatIsThereAsLongAsTheApp(router: String, severity: String) {
        let text = """
            final class HomeRouter: LaunchRouter<HomeInteractor, View> { \(router) }
            final class HomeInteractor: Interactor {
                override func didBecomeActive() {
                    center.addObserver(forName: .liked, object: nil, queue: nil) { _ in print("") }
                }
            }
            """
        let found = LintRun.findings(in: text, rules: [TimerOrObserverKept.self])
        #expect(found.map(\.severity.rawValue) == [severity])
    }

    @Test(arguments: [
        // Another method shows the view of the same child again.
        (
            "guard child == nil else { return }", "viewController.add(child.viewControllable)",
            "warning"
        ),
        ("", "viewController.add(child.viewControllable)", "error"),
        (
            "guard child == nil else { return }", "viewController.add(other.viewControllable)",
            "error"
        ),
        (
            "guard child == nil else { return }", "viewController.pop(child.viewControllable)",
            "error"
        ),
        (
            "guard child == nil else { return }",
            "viewController.add(child.viewControllable); self.child = nil", "error"
        ),
    ])
    func aChildWhoseViewIsHidden(check: String, shows: String, severity: String) {
        let text = """
            protocol FlowRouting: Routing { func open(); func removeView(); func addView() }
            final class FlowRouter: ViewableRouter<Interactor, View>, FlowRouting {
                private var child: ViewableRouting?
                private let other: ViewableRouting
                func open() {
                    \(check)
                    let router = builder.build()
                    child = router
                    attachChild(router)
                }
                func removeView() {
                    guard let router = child else { return }
                    viewController.remove(router.viewControllable)
                }
                func addView() { guard let child = child else { return }; \(shows) }
                func close() { detachChild(other) }
            }
            final class FlowInteractor: Interactor {
                weak var router: FlowRouting?
                func search() { router?.open(); router?.removeView(); router?.addView() }
            }
            """
        let found = LintRun.findings(in: text, rules: [UnbalancedAttach.self])
            .filter { $0.member == "removeView()" }
        #expect(found.map(\.severity.rawValue) == [severity])
    }

    // The disposables of RxSwift's subjects hold them weakly: those keep the closures.
    @Test(arguments: [
        ("subject.subscribe(onNext: { self.show($0) })", false),
        ("subject.asObservable().subscribe(onNext: self.show)", false),
        ("view.rx.didTap.bind(onNext: { self.show($0) })", false),
        ("viewModel.state().subscribe(onNext: { self.show($0) })", false),
        ("subject.map { $0 }.subscribe(onNext: { self.show($0) })", true),
        ("Observable.merge(subject, other).subscribe(onNext: { self.show($0) })", true),
        ("viewModel.title.drive(onNext: { self.show($0) })", true),
    ])
    func aBagIsSaidToKeepAClosureWhereItDoes(subscription: String, isKept: Bool) {
        let text = view(subscription, "HomeViewController").replacing(
            "override",
            with: "let subject = PublishSubject<Int>(); func show(_ value: Int) {}\n    override")
        let more = "struct ViewModel { func state() -> Observable<Int> {} }"
        let found = LintRun.findings(in: text + more, rules: [StrongSelfInStoredClosure.self])
        let saysSo = found.map {
            !$0.message.contains("`bag` of `HomeViewController` keeps the subscription")
        }
        #expect(saysSo == [isKept])
    }

    // Nothing says that another object comes and goes.
    @Test(arguments: [
        ("Home: Interactor", "error"), ("Home: UIControl", "error"), ("HomeCell: Base", "error"),
        ("Home: BaseView", "error"), ("Home: HomePresentable", "error"), ("Home", "warning"),
        ("HomeProvider: Providing", "warning"),
    ])
    func whatMayLiveAsLongAsTheApp(type: String, severity: String) {
        let text = """
            protocol HomePresentable: Presentable {}
            final class \(type) {
                var onChange: (() -> Void)?
                func begin() { onChange = { self.begin() } }
                func join() { Homes.all.append(self) }
            }
            enum Homes { static var all: [AnyObject] = [] }
            """
        let found = LintRun.findings(
            in: text, rules: [StrongSelfInStoredClosure.self, KeptByOther.self])
        #expect(found.map(\.severity.rawValue) == [severity, severity])
        let unused = LintRun.findings(
            in: text + "final class AppDelegate {}",
            rules: [StrongSelfInStoredClosure.self, KeptByOther.self])
        #expect(unused.map(\.severity.rawValue) == ["warning", "warning"])
    }

    // What makes it is of no type, and keeps nothing.
    @Test(arguments: [
        ("lazy var setup: Void = service.state", "error"),
        ("lazy var setup: () = service.state", "error"),
        ("lazy var setup = service.state", "error"),
        ("lazy var setup: Void = service.answer()", "warning"),
        ("lazy var setup: Void = service.state.take(1)", "warning"),
    ])
    func aLazyPropertyThatSubscribes(setup: String, severity: String) {
        let text = """
            import RIBs
            import RxSwift
            protocol Service { var state: Observable<Int> { get }; func answer() -> Single<Int> }
            final class HomeViewController: UIViewController {
                private let bag = DisposeBag()
                let service: Service
                \(setup).asObservable().map { self.text($0) }.show(on: label).disposed(by: bag)
                func text(_ value: Int) -> String { "" }
            }
            """
        let found = LintRun.findings(in: text, rules: [StrongSelfInStoredClosure.self])
        #expect(found.map(\.severity.rawValue) == [severity])
        #expect(found.first?.message.hasPrefix("`bag` of") == true)
    }

    @Test(arguments: [
        ("let kit: Kit", 0), ("let view: FlowViewController", 1), ("let other: Flow", 1),
        ("var all: [Any]", 1),
        ("let run: () -> Void", 1), ("weak var view: FlowViewController?", 0),
        ("let kit: Kit; func make() { FlowViewController() }", 1),
    ])
    func aListenerThatHoldsNothingOfTheRIB(holds: String, findings: Int) {
        let text = """
            protocol FlowListener: AnyObject {}
            final class FlowViewController: UIViewController { var listener: FlowListener? }
            final class Flow { let view: FlowViewController }
            final class Kit { let name: String }
            final class FlowEnd: FlowListener { \(holds) }
            """
        let found = { LintRun.findings(in: text + $0, rules: [StrongListener.self]).count }
        #expect(found("final class AppDelegate {}") == findings)
        #expect(found("") == 1)
        #expect(found("final class AppDelegate {}; extension Foreign: FlowListener {}") == 1)
        #expect(
            found(
                "final class AppDelegate {}; protocol FlowInteractable: Interactable, FlowListener {}; "
                    + "final class FlowInteractor: Interactor, FlowInteractable {}") == 1)
    }

    // What the view's property gets says more than who may be a listener.
    @Test(arguments: [
        ("weak var view: FlowView?", "let end = FlowEnd(); view.listener = end", 0),
        ("var view: FlowView?", "let end = FlowEnd(); view.listener = end", 1),
        ("weak var view: FlowView?", "view.listener = FlowEnd()", 0),
        ("weak var view: FlowView?", "view.listener = listener", 1),
        ("weak var view: FlowView?", "view.listener = FlowEnd(); other.listener = self", 1),
        ("weak var view: FlowView?; let parts: [Part]", "view.listener = FlowEnd()", 0),
        ("weak var view: FlowView?; let parts: [Kind]", "view.listener = FlowEnd()", 1),
        ("weak var view: FlowView?; let box: Box", "view.listener = FlowEnd()", 1),
        ("weak var view: FlowView?; let store: Store", "view.listener = FlowEnd()", 0),
    ])
    func aListenerThatTheCodeGives(holds: String, gives: String, findings: Int) {
        let text = """
            import RIBs
            final class AppDelegate {}
            protocol FlowListener: AnyObject {}
            protocol FlowView: AnyObject {}
            final class FlowViewController: UIViewController, FlowView { var listener: FlowListener? }
            protocol Kind: AnyObject {}
            final class A: Kind { let name: String }
            final class B: Kind { let view: FlowView }
            struct Part { let name: String }
            protocol Store: AnyObject {}
            final class Disk: Store { static let one: Store = Disk(); var all: [AnyObject] = [] }
            struct Box { let view: FlowView }
            final class FlowEnd: FlowListener { \(holds) }
            final class FlowListenerMock: FlowListener { var onEnd: () -> Void = {} }
            final class FlowInteractor: Interactor, FlowListener {
                func make(_ view: FlowViewController, _ listener: FlowListener) { \(gives) }
            }
            """
        let found = LintRun.findings(in: text, rules: [StrongListener.self])
        #expect(found.count == findings)
    }

    @Test(arguments: [
        ("router?.open(); router?.close(); router?.dismiss()", "error"),
        ("router?.close(); router?.dismiss()", "warning"), ("router?.open()", "warning"),
        ("", "warning"),
    ])
    func aChildThatIsNeverThere(calls: String, severity: String) {
        let text = """
            protocol FlowRouting: Routing { func open(); func close(); func dismiss() }
            final class FlowRouter: ViewableRouter<Interactor, View>, FlowRouting {
                private var child: Routing?
                private var other: ViewableRouting?
                func open() {
                    let child = builder.build()
                    self.child = child
                    attachChild(child)
                    let other = otherBuilder.build()
                    self.other = other
                    attachChild(other)
                }
                func close() { if let child { detachChild(child) } }
                func dismiss() {
                    guard let other else { return }
                    viewController.dismiss(other.viewControllable)
                }
            }
            final class HomeViewController {
                override func viewDidLoad() { FlowRouter(); \(calls) }
            }
            """
        let found = LintRun.findings(
            in: app(makesHome: true) + text, rules: [ChildNotReleased.self, UnbalancedAttach.self])
        #expect(found.map(\.severity.rawValue) == [severity, severity])
    }

    @Test(arguments: [("router?.open()", "error"), ("", "warning")])
    func aViewThatIsTakenAwayWhereNothingAttachesAChild(calls: String, severity: String) {
        let text = """
            final class FlowRouter: ViewableRouter<Interactor, View> {
                private var child: Routing?
                func open() { let child = builder.build(); self.child = child; attachChild(child) }
                func clean() { if let child { viewController.dismiss(child.viewControllable) } }
            }
            final class HomeViewController {
                override func viewDidLoad() { FlowRouter(); router?.clean(); \(calls) }
            }
            """
        let found = LintRun.findings(
            in: app(makesHome: true) + text, rules: [UnbalancedAttach.self])
        #expect(found.map(\.severity.rawValue) == [severity])
    }

    @Test(arguments: [("open()", "error"), ("", "warning")])
    func aFirstRIBThatAttachesAChildWhenAsked(begin: String, severity: String) {
        let text = """
            protocol FlowRouting: Routing { func open() }
            final class FlowRouter: LaunchRouter<Interactor, View>, FlowRouting {
                override func didLoad() { \(begin) }
                func open() {
                    let child = builder.build(); attachChild(child)
                    viewController.push(child.viewControllable)
                }
            }
            final class FlowInteractor: Interactor { func show() { router?.open() } }
            """
        let found = LintRun.findings(in: text, rules: [UnbalancedAttach.self])
        #expect(found.map(\.severity.rawValue) == [severity])
    }

    private func severities(_ text: String) -> [String] {
        LintRun.findings(in: text, rules: [StrongSelfInStoredClosure.self]).map(\.severity.rawValue)
    }

    private func view(_ subscription: String, _ type: String) -> String {
        """
        import RIBs
        import RxSwift
        final class \(type): UIViewController {
            private let bag = DisposeBag()
            let viewModel: ViewModel
            override func viewDidLoad() {
                \(subscription).disposed(by: bag)
            }
        }

        """
    }

    /// An app with that view, in its first RIB or in none that is made.
    private func app(makesHome: Bool) -> String {
        """
        final class AppDelegate {
            func application() { \(makesHome ? "HomeBuilder().build().launch(from: window)" : "") }
        }
        final class HomeBuilder: Builder<Empty> {
            func build() -> LaunchRouting {
                HomeRouter(interactor: Interactor(), viewController: HomeViewController())
            }
        }
        final class HomeRouter: \(makesHome ? "Launch" : "Viewable")Router<Interactor, HomeViewController> {}
        """
    }
}
