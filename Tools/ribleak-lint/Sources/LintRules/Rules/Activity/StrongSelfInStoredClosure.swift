// SPDX-License-Identifier: Apache-2.0

import SourceModel
import SwiftSyntax

/// A closure that holds `self`, and that `self` holds.
package enum StrongSelfInStoredClosure: Rule {
    package static let description = RuleDescription(
        id: "strong-self-in-stored-closure", severity: .error,
        summary: "A closure that `self` keeps holds `self` strongly.",
        reason: "The two keep each other alive, so that neither is ever freed.",
        fix: "Capture `[weak self]`, or let the subscription end with the activity.",
        good: good, bad: bad)

    package static func check(_ file: CheckedFile) -> [Violation] {
        let stored = file.kept.flatMap { violations($0, file) }
        let subscriptions = file.subscriptions.flatMap { violations($0, file.types) }
        return (subscriptions + stored).uniqueByPlace
    }

    /// Closures and methods that a property keeps, or an object that a property keeps.
    private static func violations(_ kept: KeptValue, _ file: CheckedFile) -> [Violation] {
        guard let keeper = kept.keeperOfOwner(file.types), keeper.root == .owner,
            kept.subscription(in: file) == nil, !isOfSubscription(kept, file),
            let property = keeper.links.first?.property
        else { return [] }
        return kept.partsHoldingOwner(file.types).compactMap { part in
            switch part {
            case .closure(let closure, let capture):
                Violation(
                    at: closure,
                    message(
                        capture,
                        "`\(property)` of `\(kept.type)` keeps this closure, which holds `self` "
                            + "strongly."), fix: fix(capture), subject: property)
            case .method(let value, let method):
                Violation(
                    at: value,
                    "`\(method)` holds `self` strongly, and `\(property)` of `\(kept.type)` keeps it.",
                    fix: "Assign a closure with `[weak self]` that calls `\(method)`.",
                    subject: property)
            case .owner: nil
            }
        }
    }

    /// Whether a stream keeps a closure only as long as the token of the subscription says.
    private static func isOfSubscription(_ kept: KeptValue, _ file: CheckedFile) -> Bool {
        file.subscriptions.contains { subscription in
            kept.values.contains { value in
                subscription.call.arguments.contains { $0.expression.id == value.id }
                    || subscription.call.trailingClosure.map(ExprSyntax.init)?.id == value.id
            }
        }
    }

    private static func violations(
        _ subscription: Subscription, _ types: TypeTable
    ) -> [Violation] {
        guard let type = subscription.place.type, !subscription.place.isStatic,
            types.type(type)?.kind == .class, !subscription.isFinite, !subscription.mayEnd,
            case .property(let holder) = subscription.token,
            !types.clearedProperties(of: type).contains(holder),
            types.property(holder, of: type)?.ownership ?? .strong == .strong,
            SelfCapture.isStrong(where: subscription.call)
        else { return [] }
        let kept = "`\(holder)` of `\(type)` keeps this closure, which holds `self` strongly."
        var violations = subscription.closures.compactMap { closure in
            SelfCapture(of: closure).map {
                Violation(
                    at: closure, message($0, kept), fix: fix($0), subject: subscription.chain.names)
            }
        }
        if subscription.consumer == "assign", subscription.call.argument("on")?.isSelf == true {
            violations.append(
                Violation(
                    at: subscription.call.receiverName,
                    "`assign(to:on:)` holds `self` strongly, and `\(holder)` of `\(type)` keeps it.",
                    fix: "Use `sink` with `[weak self]`.", subject: subscription.chain.names))
        }
        for argument in subscription.plainArguments {
            guard
                let method = argument.expression.methodReference(in: type, types)
            else { continue }
            violations.append(
                Violation(
                    at: argument.expression,
                    "`\(method)` holds `self` strongly, and `\(holder)` of `\(type)` keeps it.",
                    fix: "Pass a closure with `[weak self]` that calls `\(method)`.",
                    subject: subscription.chain.names))
        }
        return violations
    }

    static func message(_ capture: SelfCapture, _ kept: String) -> String {
        guard case .forNested = capture else { return kept }
        return String(kept.dropLast()) + " for the `[weak self]` of a closure inside of it."
    }

    static func fix(_ capture: SelfCapture) -> String {
        guard case .forNested = capture else { return "Capture `[weak self]`." }
        return "Write `[weak self]` in this closure's list too."
    }
}

extension [Violation] {
    /// One violation a node.
    fileprivate var uniqueByPlace: [Violation] {
        var seen: Set<SyntaxIdentifier> = []
        return filter { seen.insert($0.node.id).inserted }
    }
}

extension StrongSelfInStoredClosure {
    private static let good: [Example] = [
        .combine(
            """
            final class ProfileInteractor: Interactor {
                private var cancellables = Set<AnyCancellable>()
                let name = PassthroughSubject<String, Never>()
                override func didBecomeActive() {
                    super.didBecomeActive()
                    name.sink { [weak self] in self?.show($0) }.store(in: &cancellables)
                }
                func show(_ name: String) {}
            }
            """),
        .combine(
            """
            final class ProfileInteractor: Interactor {
                let name = PassthroughSubject<String, Never>()
                override func didBecomeActive() {
                    super.didBecomeActive()
                    name.sink { self.show($0) }.cancelOnDeactivate(interactor: self)
                }
                func show(_ name: String) {}
            }
            """),
        .combine(
            """
            final class Presenter1 {
                private var token: AnyCancellable?
                func start(_ name: AnyPublisher<String, Never>) {
                    token = name.sink { self.show($0) }
                }
                func stop() { token?.cancel() }
                func show(_ name: String) {}
            }
            """),
        .rx(
            """
            final class ProfileInteractor: Interactor {
                private let name = PublishSubject<String>()
                override func didBecomeActive() {
                    super.didBecomeActive()
                    name.subscribe(onNext: { self.show($0) }).disposeOnDeactivate(interactor: self)
                }
                func show(_ name: String) {}
            }
            """),
        .rx(
            """
            final class Names {
                private let bag = DisposeBag()
                func follow(_ names: Observable<String>, _ ages: Observable<Int>) {
                    names.subscribe(onNext: { [weak self] _ in
                        ages.subscribe(onNext: { _ in self?.show() }).disposed(by: DisposeBag())
                    }).disposed(by: bag)
                }
                func show() {}
            }
            """),
        .rx(
            """
            final class Names {
                private let bag = DisposeBag()
                func load(_ name: Single<String>) {
                    name.subscribe(onSuccess: { self.show($0) }).disposed(by: bag)
                }
                func show(_ name: String) {}
            }
            """),
        .rx(
            """
            final class Names {
                private let bag = DisposeBag()
                func load(_ name: Observable<String>) {
                    name.take(1).subscribe(onNext: { self.show($0) }).disposed(by: bag)
                }
                func show(_ name: String) {}
            }
            """),
        .combine(
            """
            protocol Accounts { func login() -> AnyPublisher<String, any Error> }
            final class LoginInteractor: Interactor {
                private var cancellables = Set<AnyCancellable>()
                private let accounts: any Accounts
                init(accounts: any Accounts) { self.accounts = accounts }
                func login() {
                    accounts.login()
                        .sink(receiveCompletion: { _ in }, receiveValue: { self.show($0) })
                        .store(in: &cancellables)
                }
                func show(_ name: String) {}
            }
            """),
        """
        final class Row { var sizes: ((_ all: [Int]) -> [Int])? }
        final class Screen {
            private let row = Row()
            func prepare() {
                row.sizes = { all in all.map(\\.self) + [MemoryLayout<Row>.size, "\\(Row.self)".count] }
            }
        }
        """,
        """
        final class Row { var onTap: ((Screen) -> Void)? }
        final class Screen {
            private let row = Row()
            func prepare() { row.onTap = { (self) in self.open() } }
            func open() {}
        }
        """,
        """
        final class Sorter {
            private var names: [String] = []
            private let limit = 3
            func shorter() -> [String] { names.filter { $0.count < self.limit } }
        }
        """,
        """
        final class Row { var onTap: (() -> Void)? }
        final class Screen {
            private let row = Row()
            func prepare() { row.onTap = { [weak self] in self?.open() } }
            func open() {}
        }
        """,
        """
        final class Row { var onTap: (() -> Void)? }
        final class Screen {
            func prepare(_ row: Row) { row.onTap = { self.open() } }
            func open() {}
        }
        """,
        """
        final class Screen {
            private var onClose: (() -> Void)?
            func prepare() { onClose = { self.open() } }
            func close() { onClose?(); onClose = nil }
            func open() {}
        }
        """,
        """
        final class Screen {
            private lazy var title: String = { self.name + "!" }()
            private let name = "Profile"
        }
        """,
        """
        struct Screen {
            private var onClose: (() -> Void)?
            private let name = "Profile"
            mutating func prepare() { let copy = self; onClose = { print(copy.name) } }
        }
        """,
        .combine(
            """
            final class ProfileInteractor: Interactor {
                let names = PassthroughSubject<String, Never>()
                private var token: AnyCancellable?
                private var tokens: [String: AnyCancellable] = [:]
                override func didBecomeActive() {
                    super.didBecomeActive()
                    token = names.sink { self.show($0) }
                    token?.cancelOnDeactivate(interactor: self)
                    tokens["A"] = names.sink { self.show($0) }
                }
                override func willResignActive() {
                    super.willResignActive()
                    for key in tokens.keys { tokens[key] = nil }
                }
                func show(_ name: String) {}
            }
            """),
        .rx(
            """
            final class ProfileInteractor: Interactor {
                private let names: Observable<String>
                init(names: Observable<String>) { self.names = names }
                override func didBecomeActive() {
                    super.didBecomeActive()
                    names.subscribe(onNext: { self.show($0) }).disposeOnDeactivate(interactor: self)
                }
                func show(_ name: String) {}
            }
            """),
    ]

    private static let bad: [Example] = [
        .combine(
            """
            final class ProfileInteractor: Interactor {
                private var tokens: [AnyCancellable] = []
                private let shortest = 1
                let names = PassthroughSubject<String, Never>()
                func follow() {
                    let token = names.filter ↓{ $0.count > self.shortest }
                        .sink { [weak self] in self?.show($0) }
                    tokens.append(token)
                }
                func show(_ name: String) {}
            }
            """),
        .combine(
            """
            final class ProfileInteractor: Interactor {
                private var cancellables = Set<AnyCancellable>()
                let name = PassthroughSubject<String, Never>()
                override func didBecomeActive() {
                    super.didBecomeActive()
                    name.sink ↓{ self.show($0) }.store(in: &cancellables)
                }
                func show(_ name: String) {}
            }
            """),
        .combine(
            """
            final class ProfileInteractor: Interactor {
                private var token: AnyCancellable?
                let name = PassthroughSubject<String, Never>()
                override func didBecomeActive() {
                    super.didBecomeActive()
                    token = name.sink(receiveValue: ↓show)
                }
                func show(_ name: String) {}
            }
            """),
        .combine(
            """
            final class ProfileInteractor: Interactor {
                private var cancellables = Set<AnyCancellable>()
                let name = PassthroughSubject<String, Never>()
                private let suffix = "!"
                override func didBecomeActive() {
                    super.didBecomeActive()
                    name
                        .map ↓{ $0 + self.suffix }
                        .sink { [weak self] in self?.show($0) }
                        .store(in: &cancellables)
                }
                func show(_ name: String) {}
            }
            """),
        .combine(
            """
            final class Names {
                private var cancellables = Set<AnyCancellable>()
                private var name = ""
                func follow(_ names: AnyPublisher<String, Never>) {
                    names.↓assign(to: \\.name, on: self).store(in: &cancellables)
                }
            }
            """),
        .rx(
            """
            final class ProfileInteractor: Interactor {
                private let bag = DisposeBag()
                private let name = PublishSubject<String>()
                override func didBecomeActive() {
                    super.didBecomeActive()
                    name.subscribe(onNext: ↓{ name in self.show(name) }).disposed(by: bag)
                }
                func show(_ name: String) {}
            }
            """),
        .rx(
            """
            final class ProfileInteractor: Interactor {
                private let bag = DisposeBag()
                private let name = PublishSubject<String>()
                override func didBecomeActive() {
                    super.didBecomeActive()
                    name.subscribe(onNext: ↓self.show).disposed(by: self.bag)
                }
                func show(_ name: String) {}
            }
            """),
        .rx(
            """
            final class Names {
                private let bag = DisposeBag()
                func follow(_ names: Observable<String>, _ ages: Observable<Int>) {
                    names.subscribe(onNext: ↓{ _ in
                        ages.take(1).subscribe(onNext: { [weak self] _ in self?.show() })
                            .disposed(by: DisposeBag())
                    }).disposed(by: bag)
                }
                func show() {}
            }
            """),
        .rx(
            """
            final class Names {
                private let bag = DisposeBag()
                func follow(_ names: Observable<String>, _ ages: Observable<Int>) {
                    names.subscribe(onNext: { [weak self] _ in
                        guard let `self` = self else { return }
                        ages.subscribe(onNext: ↓{ _ in self.show() }).disposed(by: self.bag)
                    }).disposed(by: bag)
                }
                func show() {}
            }
            """),
        """
        final class Row { var onTap: (() -> Void)? }
        final class Screen {
            private let row = Row()
            func prepare() { row.onTap = ↓{ self.open() } }
            func open() {}
        }
        """,
        """
        final class Row {
            private var handlers: [() -> Void] = []
            func onTap(_ handler: @escaping () -> Void) { handlers.append(handler) }
        }
        final class Screen {
            private let row = Row()
            func prepare() { row.onTap ↓{ self.open() } }
            func open() {}
        }
        """,
        """
        final class Screen {
            private var onClose: (() -> Void)?
            func prepare() { onClose = ↓{ self.open() } }
            func open() {}
        }
        """,
        """
        final class Screen {
            private lazy var title: () -> String = ↓{ self.name + "!" }
            private let name = "Profile"
        }
        """,
        """
        final class Row { var onTap: (() -> Void)? }
        final class Screen {
            private let row = Row()
            func prepare() { row.onTap = ↓open }
            func open() {}
        }
        """,
        """
        final class Row {
            private let onTap: () -> Void
            init(onTap: @escaping () -> Void) { self.onTap = onTap }
        }
        final class Screen {
            private var row: Row?
            private lazy var other = Row(onTap: ↓{ self.open() })
            func prepare() { row = Row ↓{ [self] in open() } }
            func open() {}
        }
        """,
        """
        final class Screen {
            private var handlers: [() -> Void] = []
            private var named: [String: () -> Void] = [:]
            func prepare() {
                handlers.append ↓{ self.open() }
                named["open"] = ↓{ self.open() }
            }
            func open() {}
        }
        """,
        """
        final class Button { var onTap: (() -> Void)? }
        final class Row { let button = Button() }
        final class Screen {
            private let row = Row()
            func prepare() { self.row.button.onTap = ↓{ self.open() } }
            func open() {}
        }
        """,
        .combine(
            """
            final class ProfileInteractor: Interactor {
                private var closing: AnyCancellable?
                func didSave() {
                    closing = Just(()).delay(for: .seconds(2), scheduler: DispatchQueue.main)
                        .sink ↓{ self.close() }
                }
                func close() {}
            }
            """),
    ]
}
