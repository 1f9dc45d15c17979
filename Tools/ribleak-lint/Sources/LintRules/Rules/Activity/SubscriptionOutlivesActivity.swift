// SPDX-License-Identifier: Apache-2.0

import SourceModel
import SwiftSyntax

/// A subscription that an interactor makes when it becomes active, and that nothing ends when it is
/// no longer.
package enum SubscriptionOutlivesActivity: Rule {
    package static let description = RuleDescription(
        id: "subscription-outlives-activity", severity: .error,
        summary: "A subscription that is made on activation goes on after deactivation.",
        reason: """
            A bag is emptied when its owner is freed, not when it is deactivated: the business logic \
            runs on for a detached RIB, and once more for each activation.
            """,
        fix: "Hold it to the activity, or empty the bag when the activity ends.",
        good: good,
        bad: bad)

    package static func check(_ file: CheckedFile) -> [Violation] {
        file.subscriptions.compactMap { violation($0, file.types) }
    }

    private static func violation(_ subscription: Subscription, _ types: TypeTable) -> Violation? {
        guard let type = subscription.place.type, let member = subscription.place.member,
            let role = types.role(of: type), !role.activeMethods.isEmpty,
            types.methods(reachedFrom: role.activeMethods, of: type).contains(member),
            !subscription.isFinite, !subscription.isConfined,
            let kept = keeper(of: subscription, types),
            !types.propertiesClearedOnDeactivation(of: type).contains(kept.name)
        else { return nil }
        let end = role == .worker ? "stopped" : "deactivated"
        return Violation(
            at: kept.node, "`\(kept.name)` keeps the subscription when `\(type)` is \(end).",
            fix: fix(for: subscription, kept.name, role), subject: subscription.chain.names,
            edit: edit(subscription, role))
    }

    /// What keeps a subscription beyond its activity, and where that is said.
    private static func keeper(
        of subscription: Subscription, _ types: TypeTable
    ) -> (name: String, node: Syntax)? {
        switch subscription.token {
        case .property(let name), .object(let name): (name, subscription.call.receiverName)
        case .variable(let name): HandedOver(name, of: subscription, types).keeper
        default: nil
        }
    }

    private static func fix(
        for subscription: Subscription, _ holder: String, _ role: Role
    ) -> String {
        let method = role == .worker ? "didStop()" : "willResignActive()"
        return "Use `\(replacement(subscription, role))`, or empty `\(holder)` in `\(method)`."
    }

    private static func replacement(_ subscription: Subscription, _ role: Role) -> String {
        switch (subscription.isRx, role) {
        case (true, .worker): "disposeOnStop(self)"
        case (false, .worker): "cancelOnStop(self)"
        case (true, _): "disposeOnDeactivate(interactor: self)"
        case (false, _): "cancelOnDeactivate(interactor: self)"
        }
    }

    /// Replaces `.disposed(by:)` and `.store(in:)`, where `self` is the interactor itself.
    private static func edit(_ subscription: Subscription, _ role: Role) -> SourceEdit? {
        guard subscription.place.closure == nil, role == .interactor || subscription.isRx,
            let last = subscription.chain.links.last, let call = last.call,
            ["store", "disposed"].contains(last.name),
            let member = call.calledExpression.as(MemberAccessExprSyntax.self)
        else { return nil }
        let start = member.declName.positionAfterSkippingLeadingTrivia.utf8Offset
        let end = call.endPositionBeforeTrailingTrivia.utf8Offset
        return SourceEdit(replacing: start..<end, with: replacement(subscription, role))
    }
}

/// A variable that holds a subscription, and that the method hands to an object that keeps it.
private struct HandedOver {
    private var kept: [(name: String, call: FunctionCallExprSyntax)] = []
    private var others: [DeclReferenceExprSyntax] = []

    init(_ name: String, of subscription: Subscription, _ types: TypeTable) {
        guard let body = subscription.place.body else { return }
        for use in LocalVariables.of(body).references(to: name) {
            guard let (argument, call) = Self.argument(use),
                let keeper = SubscriptionToken.objectThatKeeps(
                    argument, of: call, subscription.place, types)
            else {
                others.append(use)
                continue
            }
            kept.append((keeper, call))
        }
    }

    /// The property whose object keeps the variable, if nothing else is done with it on the same
    /// path: something else may end it.
    var keeper: (name: String, node: Syntax)? {
        guard let first = kept.first, others.allSatisfy({ !isOnPath($0, to: first.call) }) else {
            return nil
        }
        return (first.name, first.call.receiverName)
    }

    /// The argument that is nothing but a variable, and its call.
    private static func argument(
        _ use: DeclReferenceExprSyntax
    ) -> (LabeledExprSyntax, FunctionCallExprSyntax)? {
        var node = Syntax(use)
        while let parent = node.parent {
            if let argument = parent.as(LabeledExprSyntax.self),
                argument.expression.variableName == use.baseName.text,
                let call = argument.parent?.parent?.as(FunctionCallExprSyntax.self)
            {
                return (argument, call)
            }
            guard
                parent.is(ExprSyntax.self) || parent.is(LabeledExprSyntax.self)
                    || parent.is(LabeledExprListSyntax.self)
            else { return nil }
            node = parent
        }
        return nil
    }

    private func isOnPath(_ other: DeclReferenceExprSyntax, to call: FunctionCallExprSyntax) -> Bool
    {
        guard let block = other.nearestBlock else { return true }
        return block.position <= call.position && call.endPosition <= block.endPosition
    }
}

extension SubscriptionOutlivesActivity {
    private static let good: [Example] = [
        .combine(
            """
            final class ProfileInteractor: Interactor {
                let names = PassthroughSubject<String, Never>()
                override func didBecomeActive() {
                    super.didBecomeActive()
                    names.sink { print($0) }.cancelOnDeactivate(interactor: self)
                }
            }
            """),
        .combine(
            """
            final class ProfileInteractor: Interactor {
                let names = PassthroughSubject<String, Never>()
                override func didBecomeActive() {
                    super.didBecomeActive()
                    names.sink(in: self) { print($0) }
                }
            }
            """),
        .combine(
            """
            final class ProfileInteractor: Interactor {
                let names = PassthroughSubject<String, Never>()
                private var cancellables = Set<AnyCancellable>()
                override func didBecomeActive() {
                    super.didBecomeActive()
                    names.sink { print($0) }.store(in: &cancellables)
                }
                override func willResignActive() {
                    super.willResignActive()
                    cancellables.removeAll()
                }
            }
            """),
        .combine(
            """
            final class ProfileInteractor: Interactor {
                let names = PassthroughSubject<String, Never>()
                private var token: AnyCancellable?
                override func didBecomeActive() {
                    super.didBecomeActive()
                    follow()
                }
                private func follow() { token = names.sink { print($0) } }
                override func willResignActive() {
                    stop()
                    super.willResignActive()
                }
                private func stop() { token = nil }
            }
            """),
        .combine(
            """
            final class ProfileInteractor: Interactor {
                let names = PassthroughSubject<String, Never>()
                private var tokens: [AnyCancellable] = []
                override func didBecomeActive() {
                    super.didBecomeActive()
                    tokens.append(names.sink { print($0) })
                }
                override func willResignActive() {
                    super.willResignActive()
                    tokens.forEach { $0.cancel() }
                }
            }
            """),
        .combine(
            """
            final class AppSubscriptions {
                private var all: [AnyCancellable] = []
                func keep(_ subscription: AnyCancellable) { all.append(subscription) }
            }
            final class ProfileInteractor: Interactor {
                let names = PassthroughSubject<String, Never>()
                private let subscriptions = AppSubscriptions()
                override func didBecomeActive() {
                    super.didBecomeActive()
                    let token = names.sink { print($0) }
                    subscriptions.keep(token)
                    token.cancelOnDeactivate(interactor: self)
                }
            }
            """),
        .combine(
            """
            final class Names {
                private var cancellables = Set<AnyCancellable>()
                func didBecomeActive(_ names: AnyPublisher<String, Never>) {
                    names.sink { print($0) }.store(in: &cancellables)
                }
            }
            """),
        .rx(
            """
            final class ProfileInteractor: Interactor {
                let names = PublishSubject<String>()
                override func didBecomeActive() {
                    super.didBecomeActive()
                    names.subscribe(onNext: { print($0) }).disposeOnDeactivate(interactor: self)
                }
            }
            """),
        .rx(
            """
            final class ProfileInteractor: Interactor {
                let names = PublishSubject<String>()
                private var bag = DisposeBag()
                override func didBecomeActive() {
                    super.didBecomeActive()
                    names.subscribe(onNext: { print($0) }).disposed(by: bag)
                }
                override func willResignActive() {
                    super.willResignActive()
                    bag = DisposeBag()
                }
            }
            """),
        .rx(
            """
            final class ProfileInteractor: Interactor {
                let names = PublishSubject<String>()
                private let bag = DisposeBag()
                override func didBecomeActive() {
                    super.didBecomeActive()
                    names.confineTo(self).subscribe(onNext: { print($0) }).disposed(by: bag)
                }
            }
            """),
        .rx(
            """
            final class ProfileInteractor: Interactor {
                let names = PublishSubject<String>()
                private let bag = DisposeBag()
                override func didBecomeActive() {
                    super.didBecomeActive()
                    names.take(1).subscribe(onNext: { print($0) }).disposed(by: bag)
                }
            }
            """),
        .rx(
            """
            final class ProfileInteractor: Interactor {
                let names = PublishSubject<String>()
                private let bag = DisposeBag()
                private var tokens: [String: Disposable] = [:]
                private var others: [Disposable] = []
                override func didBecomeActive() {
                    super.didBecomeActive()
                    isActiveStream.flatMapLatest { [names] in $0 ? names : PublishSubject<String>() }
                        .subscribe(onNext: { print($0) }).disposed(by: bag)
                    tokens["names"] = names.subscribe(onNext: { print($0) })
                    others += [names.subscribe(onNext: { print($0) })]
                }
                override func willResignActive() {
                    super.willResignActive()
                    tokens.values.forEach { $0.dispose() }
                    while let last = others.popLast() { last.dispose() }
                }
            }
            """),
        .rx(
            """
            protocol Disposing: AnyObject { var bag: DisposeBag { get set } }
            extension Disposing { func disposeAll() { bag = DisposeBag() } }
            final class ProfileInteractor: Interactor, Disposing {
                let names = PublishSubject<String>()
                var bag = DisposeBag()
                override func didBecomeActive() {
                    super.didBecomeActive()
                    names.subscribe(onNext: { print($0) }).disposed(by: bag)
                }
                override func willResignActive() {
                    super.willResignActive()
                    disposeAll()
                }
            }
            """),
    ]

    private static let bad: [Example] = [
        .combine(
            """
            final class ProfileInteractor: Interactor {
                let names = PassthroughSubject<String, Never>()
                private var cancellables = Set<AnyCancellable>()
                override func didBecomeActive() {
                    super.didBecomeActive()
                    names.↓sink { print($0) }.store(in: &cancellables)
                }
            }
            """,
            fixed: """
                final class ProfileInteractor: Interactor {
                    let names = PassthroughSubject<String, Never>()
                    private var cancellables = Set<AnyCancellable>()
                    override func didBecomeActive() {
                        super.didBecomeActive()
                        names.sink { print($0) }.cancelOnDeactivate(interactor: self)
                    }
                }
                """),
        .combine(
            """
            final class ProfileInteractor: Interactor {
                let names = PassthroughSubject<String, Never>()
                private var token: AnyCancellable?
                override func didBecomeActive() {
                    super.didBecomeActive()
                    token = names.↓sink { print($0) }
                }
            }
            """),
        .combine(
            """
            final class ProfileInteractor: Interactor {
                let names = PassthroughSubject<String, Never>()
                private var cancellables: Set<AnyCancellable> = []
                override func didBecomeActive() {
                    super.didBecomeActive()
                    followNames()
                }
                private func followNames() {
                    names.map { $0.count }.↓sink(receiveValue: { print($0) }).store(in: &cancellables)
                }
            }
            """),
        .combine(
            """
            final class ProfileInteractor: Interactor {
                let names = PassthroughSubject<String, Never>()
                private var tokens: [String: AnyCancellable] = [:]
                override func didBecomeActive() {
                    super.didBecomeActive()
                    tokens["names"] = names.↓sink { print($0) }
                }
            }
            """),
        .combine(
            """
            final class NameWorker: Worker {
                let names = PassthroughSubject<String, Never>()
                private var cancellables = Set<AnyCancellable>()
                override func didStart(_ interactorScope: any InteractorScope) {
                    super.didStart(interactorScope)
                    names.↓sink { print($0) }.store(in: &cancellables)
                }
            }
            """),
        .rx(
            """
            final class ProfileInteractor: Interactor {
                let names = PublishSubject<String>()
                private let bag = DisposeBag()
                override func didBecomeActive() {
                    super.didBecomeActive()
                    names
                        .↓subscribe(onNext: { print($0) })
                        .disposed(by: bag)
                }
            }
            """,
            fixed: """
                final class ProfileInteractor: Interactor {
                    let names = PublishSubject<String>()
                    private let bag = DisposeBag()
                    override func didBecomeActive() {
                        super.didBecomeActive()
                        names
                            .subscribe(onNext: { print($0) })
                            .disposeOnDeactivate(interactor: self)
                    }
                }
                """),
        .rx(
            """
            final class ProfileInteractor: Interactor {
                let names = PublishSubject<String>()
                private var bag = DisposeBag()
                override func didBecomeActive() {
                    super.didBecomeActive()
                    bag = DisposeBag()
                    names.↓subscribe(onNext: { print($0) }).disposed(by: bag)
                }
            }
            """),
        .rx(
            """
            class BaseInteractor: Interactor {
                let bag = DisposeBag()
            }
            final class ProfileInteractor: BaseInteractor {
                let names = PublishSubject<String>()
                override func didBecomeActive() {
                    super.didBecomeActive()
                    bind()
                }
            }
            extension ProfileInteractor {
                func bind() { names.↓subscribe(onNext: { print($0) }).disposed(by: bag) }
            }
            """),
        .combine(
            """
            final class AppSubscriptions {
                private var all: [AnyCancellable] = []
                func keep(_ subscription: AnyCancellable) { all.append(subscription) }
            }
            final class ProfileInteractor: Interactor {
                let names = PassthroughSubject<String, Never>()
                private let subscriptions = AppSubscriptions()
                private let isShared = true
                override func didBecomeActive() {
                    super.didBecomeActive()
                    subscriptions.keep(names.↓sink { print($0) })
                    let token = names.sink { print($0) }
                    if isShared {
                        subscriptions.↓keep(token)
                    } else {
                        token.cancelOnDeactivate(interactor: self)
                    }
                }
            }
            """),
        .rx(
            """
            final class ProfileInteractor: Interactor {
                let names = PublishSubject<String>()
                private let bag = DisposeBag()
                private let all = CompositeDisposable()
                override func didBecomeActive() {
                    super.didBecomeActive()
                    let first = names.↓subscribe(onNext: { print($0) })
                    first.disposed(by: bag)
                    let second = names.↓subscribe(onNext: { print($0) })
                    _ = all.insert(second)
                }
            }
            """),
        .rx(
            """
            final class NameWorker: Worker {
                let names = PublishSubject<String>()
                private let bag = CompositeDisposable()
                override func didStart(_ interactorScope: any InteractorScope) {
                    super.didStart(interactorScope)
                    _ = bag.insert(names.↓subscribe(onNext: { print($0) }))
                }
            }
            """),
    ]
}
