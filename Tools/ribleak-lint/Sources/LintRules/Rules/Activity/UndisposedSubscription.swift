// SPDX-License-Identifier: Apache-2.0

import SourceModel
import SwiftSyntax

/// A subscription that nobody can end, or that ends before it is of use.
package enum UndisposedSubscription: Rule {
    package static let description = RuleDescription(
        id: "undisposed-subscription", severity: .error,
        summary: "The token of a subscription is thrown away, or kept by nothing that ends it.",
        reason: """
            With RxSwift, nothing can end such a subscription: it fires, and keeps what its closures \
            capture, for as long as the stream lives. With Combine, it ends at once.
            """,
        fix: "Hold the subscription to an activity or to a bag of the type.",
        good: good, bad: bad)

    package static func check(_ file: CheckedFile) -> [Violation] {
        file.subscriptions.compactMap { violation($0, file.types) }
    }

    private static func violation(_ subscription: Subscription, _ types: TypeTable) -> Violation? {
        guard !subscription.isFinite, subscription.end != .later else { return nil }
        // Of what is not a stream, only an activity tells how long it should go on.
        let role = subscription.place.type.flatMap(types.role)
        if subscription.takesObject, role?.activeMethods.isEmpty != false || !subscription.isRx {
            return nil
        }
        let message: String
        switch subscription.token {
        case .discarded:
            message =
                subscription.isRx
                ? "The token of `\(subscription.consumer)` is thrown away: nothing can end the "
                    + "subscription."
                : "The token of `\(subscription.consumer)` is thrown away, which ends the "
                    + "subscription at once."
        case .unusedVariable(let name):
            message =
                subscription.isRx
                ? "Nothing uses `\(name)`: nothing can end the subscription."
                : "Nothing uses `\(name)`, so the subscription ends when the method returns."
        case .temporaryBag:
            message = "Nothing keeps this bag, so the subscription ends at once."
        case .localBag(let name):
            guard isOnlyABag(name, in: subscription.place) else { return nil }
            message =
                "`\(name)` is a variable of the method, so the subscription ends when the method "
                + "returns."
        default: return nil
        }
        return Violation(
            at: subscription.call.receiverName, message, fix: fix(for: subscription),
            subject: subscription.chain.names)
    }

    private static func fix(for subscription: Subscription) -> String {
        subscription.isRx
            ? "Add `.disposeOnDeactivate(interactor: self)`, or `.disposed(by:)` with a bag of the "
                + "type."
            : "Add `.cancelOnDeactivate(interactor: self)`, or `.store(in:)` with a set of the type."
    }

    /// Whether the method uses a variable for nothing but to hold subscriptions, so that it ends with
    /// the method.
    private static func isOnlyABag(_ name: String, in place: EnclosingCode) -> Bool {
        guard let body = place.body else { return false }
        // One that it is given may live for long.
        let isMade = LocalVariables.of(body).initialValues[name]?.allSatisfy(\.isEmptyBag) ?? false
        return isMade
            && LocalVariables.of(body).references(to: name).allSatisfy { use in
                let argument =
                    use.parent?.is(InOutExprSyntax.self) == true ? use.parent : Syntax(use)
                let call = argument?.parent?.parent?.parent?.as(FunctionCallExprSyntax.self)
                return ["store", "disposed"].contains(call?.functionName)
            }
    }
}

extension ExprSyntax {
    /// Whether it makes an empty bag: `DisposeBag()`, `Set<AnyCancellable>()`, `[]`.
    fileprivate var isEmptyBag: Bool {
        if let array = self.as(ArrayExprSyntax.self) { return array.elements.isEmpty }
        guard let call = self.as(FunctionCallExprSyntax.self), call.arguments.isEmpty,
            call.closures.isEmpty
        else { return false }
        return call.calledExpression.is(ArrayExprSyntax.self) || call.functionName == "init"
            || call.calledExpression.plainName?.first?.isUppercase == true
    }
}

extension FunctionCallExprSyntax {
    /// The name of the called method, where a chain says what it does.
    var receiverName: Syntax {
        if let member = calledExpression.as(MemberAccessExprSyntax.self) {
            return Syntax(member.declName)
        }
        return Syntax(calledExpression)
    }
}

extension UndisposedSubscription {
    private static let good: [Example] = [
        .combine(
            """
            final class ProfileInteractor: Interactor {
                let names = PassthroughSubject<String, Never>()
                private var cancellables = Set<AnyCancellable>()
                func follow() { names.sink { print($0) }.store(in: &cancellables) }
            }
            """),
        .combine(
            """
            final class ProfileInteractor: Interactor {
                let names = PassthroughSubject<String, Never>()
                private var token: AnyCancellable?
                func follow() { token = names.sink { print($0) } }
            }
            """),
        .combine(
            """
            final class ProfileInteractor: Interactor {
                let names = PassthroughSubject<String, Never>()
                func follow() -> AnyCancellable { names.sink { print($0) } }
            }
            """),
        .combine(
            """
            final class ProfileInteractor: Interactor {
                let names = PassthroughSubject<String, Never>()
                func follow() {
                    let token = names.sink { print($0) }
                    token.cancelOnDeactivate(interactor: self)
                }
            }
            """),
        .combine(
            """
            final class Names {
                private(set) var tokens: [AnyCancellable] = []
                func follow(_ one: AnyPublisher<Int, Never>, _ other: AnyPublisher<Int, Never>) {
                    tokens = [one.sink { print($0) }, other.sink { print($0) }]
                    tokens.append(one.sink { print($0) })
                }
            }
            """),
        .combine(
            """
            func show() {
                _ = Just(1).sink { print($0) }
            }
            """),
        .rx(
            """
            final class ProfileInteractor: Interactor {
                let names = PublishSubject<String>()
                func follow() { names.subscribe(onNext: { print($0) }).disposeOnDeactivate(interactor: self) }
            }
            """),
        .rx(
            """
            final class ProfileInteractor: Interactor {
                let names = PublishSubject<String>()
                private let bag = DisposeBag()
                func follow() {
                    bag.insert(names.subscribe(onNext: { print($0) }), names.subscribe())
                }
            }
            """),
        .rx(
            """
            final class ProfileInteractor: Interactor {
                let names = PublishSubject<String>()
                func first() { _ = names.take(1).subscribe(onNext: { print($0) }) }
            }
            """),
        .rx(
            """
            final class Names {
                private var bag = DisposeBag()
                func follow(_ names: Observable<String>) {
                    let bag = DisposeBag()
                    names.subscribe(onNext: { print($0) }).disposed(by: bag)
                    self.bag = bag
                }
            }
            """),
        .rx(
            """
            protocol Accounts { func login() -> Single<String> }
            final class ProfileInteractor: Interactor {
                private let accounts: any Accounts
                init(accounts: any Accounts) { self.accounts = accounts }
                func login() {
                    _ = accounts.login().subscribe { print($0) }
                    _ = Observable<Int>.just(1).subscribe(onNext: { print($0) })
                }
            }
            """),
        .rx(
            """
            final class NameBinder {
                private var bag: DisposeBag? = DisposeBag()
                func bind(_ names: Observable<String>, until bag: DisposeBag) {
                    names.subscribe(onNext: { print($0) }).disposed(by: bag)
                }
                func bind(_ names: Observable<String>) -> (DisposeBag) -> Void {
                    { bag in names.subscribe(onNext: { print($0) }).disposed(by: bag) }
                }
                func bindToMine(_ names: Observable<String>) {
                    guard let mine = bag else { return }
                    names.subscribe(onNext: { print($0) }).disposed(by: mine)
                    let same = mine
                    names.subscribe(onNext: { print($0) }).disposed(by: same)
                }
            }
            """),
        .rx(
            """
            protocol Newsletter: AnyObject { func subscribe(onError: @escaping (Error) -> Void) }
            final class ProfileInteractor: Interactor {
                private let newsletter: any Newsletter
                init(newsletter: any Newsletter) { self.newsletter = newsletter }
                func order() { newsletter.subscribe(onError: { print($0) }) }
            }
            """),
        .rx(
            """
            func relayed(_ names: Observable<String>) -> Observable<String> {
                Observable.create { observer in names.subscribe(onNext: { observer.onNext($0) }) }
            }
            """),
        .rx(
            """
            final class ProfileInteractor: Interactor {
                let names = PublishSubject<String>()
                private let ended = PublishSubject<Void>()
                func follow() {
                    _ = Observable.merge(.just("A"), .just("B")).subscribe(onNext: { print($0) })
                    _ = names.take(until: ended).subscribe(onNext: { print($0) })
                    _ = names.take(until: isActiveStream.filter { !$0 }).subscribe(onNext: { print($0) })
                }
                override func willResignActive() {
                    super.willResignActive()
                    ended.onNext(())
                }
            }
            """),
    ]

    private static let bad: [Example] = [
        .combine(
            """
            final class ProfileInteractor: Interactor {
                let names = PassthroughSubject<String, Never>()
                func follow() {
                    _ = names.↓sink { print($0) }
                }
            }
            """),
        .combine(
            """
            final class ProfileInteractor: Interactor {
                let names = PassthroughSubject<String, Never>()
                func follow() {
                    let token = names.map { $0.count }.↓sink { print($0) }
                }
            }
            """),
        .combine(
            """
            final class ProfileInteractor: Interactor {
                let names = PassthroughSubject<String, Never>()
                func follow() {
                    var cancellables = Set<AnyCancellable>()
                    names.↓sink { print($0) }.store(in: &cancellables)
                }
            }
            """),
        .combine(
            """
            final class Label { var text = "" }
            final class Names {
                private let label = Label()
                func follow(_ names: AnyPublisher<String, Never>) {
                    _ = names.↓assign(to: \\.text, on: label)
                }
            }
            """),
        .rx(
            """
            final class ProfileInteractor: Interactor {
                let names = PublishSubject<String>()
                func follow() {
                    _ = names.↓subscribe(onNext: { print($0) })
                }
            }
            """),
        .rx(
            """
            final class ProfileInteractor: Interactor {
                let names = PublishSubject<String>()
                func follow() {
                    let token = names.↓subscribe(onNext: { print($0) }, onError: { print($0) })
                }
            }
            """),
        .rx(
            """
            final class ProfileInteractor: Interactor {
                let names = PublishSubject<String>()
                func follow() {
                    let bag = DisposeBag()
                    names.↓subscribe(onNext: { print($0) }).disposed(by: bag)
                }
            }
            """),
        .rx(
            """
            final class ProfileInteractor: Interactor {
                let names = PublishSubject<String>()
                override func didBecomeActive() {
                    super.didBecomeActive()
                    if isActive {
                        _ = names.distinctUntilChanged().↓subscribe { print($0) }
                    }
                }
            }
            """),
        .rx(
            """
            final class ProfileInteractor: Interactor {
                let names = PublishSubject<String>()
                func follow() {
                    names.↓subscribe(onNext: { print($0) }).disposed(by: DisposeBag())
                }
            }
            """),
        .rx(
            """
            final class ProfileInteractor: Interactor {
                let names = PublishSubject<String>()
                private let copies = PublishSubject<String>()
                func copy() {
                    let _ = names.↓bind(to: copies)
                }
            }
            """),
        .rx(
            """
            final class Account { let loggedOut = PublishSubject<Void>() }
            final class ProfileInteractor: Interactor {
                let names = PublishSubject<String>()
                private let account: Account
                private let ended = PublishSubject<Void>()
                init(account: Account) { self.account = account }
                deinit { ended.onNext(()) }
                func follow() {
                    _ = names.take(until: account.loggedOut).↓subscribe(onNext: { print($0) })
                    _ = names.take(until: ended).↓subscribe(onNext: { print($0) })
                    _ = Observable.just("A").catch { [names] _ in names }.↓subscribe(onNext: { print($0) })
                    let shared = names.publish()
                    _ = shared.↓connect()
                }
            }
            """),
        .rx(
            """
            protocol RootActionableItem: AnyObject {}
            final class LinkWorkflow: Workflow<any RootActionableItem> {}
            final class ProfileInteractor: Interactor {
                func open(_ root: any RootActionableItem) {
                    _ = LinkWorkflow().↓subscribe(root)
                }
            }
            """),
    ]
}
