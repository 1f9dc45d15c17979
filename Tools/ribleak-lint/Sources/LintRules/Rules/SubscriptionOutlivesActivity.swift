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
            case .property(let holder) = subscription.token,
            !subscription.isFinite, !subscription.isConfined,
            !types.propertiesClearedOnDeactivation(of: type).contains(holder)
        else { return nil }
        let end = role == .worker ? "stopped" : "deactivated"
        return Violation(
            at: subscription.call.receiverName,
            "`\(holder)` keeps the subscription when `\(type)` is \(end).",
            fix: fix(for: subscription, holder, role), subject: subscription.chain.names,
            edit: edit(subscription, role))
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
