// SPDX-License-Identifier: Apache-2.0

extension SubscriptionOutlivesActivity {
    static let bad: [Example] = [
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
        .combine(
            """
            final class Names {
                let all = PassthroughSubject<String, Never>()
                var tokens = Set<AnyCancellable>()
                var upload: Cancellable?
                func stopAll() { tokens.removeAll() }
            }
            final class ProfileInteractor: Interactor {
                private let names: Names
                init(names: Names) { self.names = names }
                func didTapFollow() {
                    names.all.↓sink { print($0) }.store(in: &names.tokens)
                    let token = names.all.↓sink { print($0) }
                    names.tokens.insert(token)
                    names.upload = names.all.makeConnectable().↓connect()
                }
            }
            """),
        .combine(
            """
            final class ProfileInteractor: Interactor {
                let names = PassthroughSubject<String, Never>()
                private var token: AnyCancellable?
                private var isEditing = false
                override func didBecomeActive() {
                    super.didBecomeActive()
                    token = names.↓sink { print($0) }
                }
                func didTapEdit() { isEditing.toggle() }
                override func willResignActive() {
                    super.willResignActive()
                    guard isEditing else { return }
                    token = nil
                }
            }
            """),
        .combine(
            """
            final class Names {
                private let all = PassthroughSubject<String, Never>()
                func after(_ name: String) -> AnyPublisher<String, Never> { all.eraseToAnyPublisher() }
            }
            final class ProfileInteractor: Interactor {
                let own = CurrentValueSubject<String, Never>("")
                private let names = Names()
                private var tokens = Set<AnyCancellable>()
                override func didBecomeActive() {
                    super.didBecomeActive()
                    Just("A").append(own).↓sink { print($0) }.store(in: &tokens)
                    Just("A").flatMap { [names] in names.after($0) }.↓sink { print($0) }.store(in: &tokens)
                    own.collect(2).↓sink { print($0) }.store(in: &tokens)
                    own.prefix { $0.isEmpty }.↓sink { print($0) }.store(in: &tokens)
                    own.dropFirst().first().↓sink { print($0) }.store(in: &tokens)
                }
            }
            """),
        .combine(
            """
            final class ParentInteractor: Interactor {}
            final class ProfileInteractor: Interactor {
                let names = PassthroughSubject<String, Never>()
                private weak var parent: ParentInteractor?
                override func didBecomeActive() {
                    super.didBecomeActive()
                    guard let parent else { return }
                    names.sink(in: ↓parent) { print($0) }
                }
            }
            """),
        .rx(
            """
            final class AppScope: InteractorScope {
                static let shared = AppScope()
                var isActive: Bool { true }
                var isActiveStream: Observable<Bool> { .just(true) }
            }
            final class ProfileInteractor: Interactor {
                private let worker = Worker()
                override func didBecomeActive() {
                    super.didBecomeActive()
                    worker.start(↓AppScope.shared)
                }
            }
            """),
        .rx(
            """
            final class ProfileInteractor: Interactor {
                let names = PublishSubject<String>()
                private var token: Disposable?
                override func didBecomeActive() {
                    super.didBecomeActive()
                    token = names.↓subscribe(onNext: { print($0) })
                }
                override func willResignActive() {
                    super.willResignActive()
                    token = nil
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
                    restart()
                }
                override func willResignActive() {
                    super.willResignActive()
                    bag = DisposeBag()
                    restart()
                }
                private func restart() { names.↓subscribe(onNext: { print($0) }).disposed(by: bag) }
            }
            """),
    ]
}
