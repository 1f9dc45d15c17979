// SPDX-License-Identifier: Apache-2.0

import SourceModel
import SwiftSyntax

/// A subscription that is made before its owner is active.
package enum SubscriptionInInit: Rule {
    package static let description = RuleDescription(
        id: "subscription-in-init", severity: .error,
        summary: "An interactor or worker subscribes in its initializer, before any activity.",
        reason: """
            Business logic runs before the RIB is attached, and also when it never is. What is held to \
            an activity that has not begun ends at once.
            """,
        fix: "Subscribe in `didBecomeActive()`, or in `didStart(_:)` of a worker.",
        good: good, bad: bad)

    package static func check(_ file: CheckedFile) -> [Violation] {
        file.subscriptions.compactMap { violation($0, file.types) }
    }

    private static func violation(_ subscription: Subscription, _ types: TypeTable) -> Violation? {
        let place = subscription.place
        // A closure may run later, when the owner is active.
        guard let type = place.type, let member = place.member, place.closure == nil,
            !place.isStatic, let role = types.role(of: type), !role.activeMethods.isEmpty,
            types.methods(reachedFrom: ["init"], of: type, atOnce: true).contains(member)
        else { return nil }
        let start = role == .worker ? "didStart(_:)" : "didBecomeActive()"
        let caller = member == "init" ? "" : ", which the initializer calls,"
        let code = member == "init" ? "its initializer" : "`\(member)`\(caller)"
        return Violation(
            at: subscription.call.receiverName,
            "`\(type)` subscribes in \(code) before it is active.",
            fix: "Subscribe in `\(start)`.", subject: subscription.chain.names)
    }
}

extension SubscriptionInInit {
    private static let good: [Example] = [
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
                private let names: AnyPublisher<String, Never>
                init(names: AnyPublisher<String, Never>) {
                    self.names = names.map { $0 + "!" }.eraseToAnyPublisher()
                    super.init()
                }
            }
            """),
        .combine(
            """
            final class Names {
                private var cancellables = Set<AnyCancellable>()
                init(_ names: AnyPublisher<String, Never>) {
                    names.sink { print($0) }.store(in: &cancellables)
                }
            }
            """),
        .combine(
            """
            final class ProfileInteractor: Interactor {
                let names = PassthroughSubject<String, Never>()
                private var onName: (() -> Void)?
                private var cancellables = Set<AnyCancellable>()
                override init() {
                    super.init()
                    onName = { [weak self] in self?.follow() }
                }
                private func follow() { names.sink { print($0) }.store(in: &cancellables) }
            }
            """),
        .combine(
            """
            final class NameWorker: Worker {
                let names = PassthroughSubject<String, Never>()
                override func didStart(_ interactorScope: any InteractorScope) {
                    super.didStart(interactorScope)
                    names.sink { print($0) }.cancelOnStop(self)
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
                private let names: Observable<String>
                init(names: Observable<String>) {
                    self.names = names.map { $0 + "!" }.share()
                    super.init()
                }
            }
            """),
        .rx(
            """
            final class Names {
                private let bag = DisposeBag()
                init(_ names: Observable<String>) {
                    names.subscribe(onNext: { print($0) }).disposed(by: bag)
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
                override init() {
                    super.init()
                    names.↓sink { print($0) }.store(in: &cancellables)
                }
            }
            """),
        .combine(
            """
            final class ProfileInteractor: Interactor {
                let names = PassthroughSubject<String, Never>()
                override init() {
                    super.init()
                    names.↓sink { print($0) }.cancelOnDeactivate(interactor: self)
                }
            }
            """),
        .combine(
            """
            final class ProfileInteractor: Interactor {
                let names = PassthroughSubject<String, Never>()
                private var token: AnyCancellable?
                override init() {
                    super.init()
                    follow()
                }
                private func follow() { token = names.↓sink { print($0) } }
            }
            """),
        .combine(
            """
            final class NameWorker: Worker {
                private var token: AnyCancellable?
                init(_ names: AnyPublisher<String, Never>) {
                    super.init()
                    token = names.↓sink { print($0) }
                }
            }
            """),
        .rx(
            """
            final class ProfileInteractor: Interactor {
                private let bag = DisposeBag()
                init(names: Observable<String>) {
                    super.init()
                    names.↓subscribe(onNext: { print($0) }).disposed(by: bag)
                }
            }
            """),
        .rx(
            """
            protocol ProfilePresentable: AnyObject {}
            final class ProfileInteractor: PresentableInteractor<ProfilePresentable> {
                private let bag = DisposeBag()
                init(presenter: ProfilePresentable, names: Observable<String>) {
                    super.init(presenter: presenter)
                    bind(names)
                }
                private func bind(_ names: Observable<String>) {
                    names.↓subscribe(onNext: { print($0) }).disposed(by: bag)
                }
            }
            """),
        .rx(
            """
            final class ProfileInteractor: Interactor {
                let names = PublishSubject<String>()
                override init() {
                    super.init()
                    _ = names.take(1).↓subscribe(onNext: { print($0) })
                }
            }
            """),
        .rx(
            """
            final class NameWorker: Worker {
                private let bag = DisposeBag()
                init(_ names: Observable<String>) {
                    super.init()
                    names.↓subscribe(onNext: { print($0) }).disposed(by: bag)
                }
            }
            """),
    ]
}
