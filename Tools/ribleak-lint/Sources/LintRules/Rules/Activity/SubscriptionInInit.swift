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
        file.subscriptions.compactMap { violation($0, file) }
    }

    private static func violation(_ subscription: Subscription, _ file: CheckedFile) -> Violation? {
        // A closure may run later, when the owner is active.
        guard subscription.place.closure == nil, let early = EarlyCode(subscription.place, file),
            early.role != .router
        else { return nil }
        let start = early.role == .worker ? "didStart(_:)" : "didBecomeActive()"
        return Violation(
            at: subscription.call.receiverName,
            "`\(early.type)` subscribes in \(early.words), before it is active.",
            fix: "Subscribe in `\(start)`.", subject: subscription.chain.names,
            severity: subscription.isKeptByOwner ? .warning : nil)
    }
}

extension Subscription {
    /// Whether it ends with its owner: it is early, and no more.
    fileprivate var isKeptByOwner: Bool {
        guard case .property = token else { return false }
        return true
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
        .combine(
            """
            final class ProfileInteractor: Interactor {
                let names = PassthroughSubject<String, Never>()
                private lazy var token = names.sink { print($0) }
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
        .combine(
            """
            final class Names { nonisolated(unsafe) static let all = PassthroughSubject<String, Never>() }
            final class ProfileInteractor: Interactor {
                private let token = Names.all.↓sink { print($0) }
            }
            """),
    ]
}
