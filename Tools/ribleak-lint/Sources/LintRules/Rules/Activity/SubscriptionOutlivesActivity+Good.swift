// SPDX-License-Identifier: Apache-2.0

extension SubscriptionOutlivesActivity {
    static let good: [Example] = [
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
        .combine(
            """
            final class Names {
                let all = PassthroughSubject<String, Never>()
                var tokens = Set<AnyCancellable>()
            }
            final class ProfileInteractor: Interactor {
                private let names: Names
                init(names: Names) { self.names = names }
                override func didBecomeActive() {
                    super.didBecomeActive()
                    names.all.sink { print($0) }.store(in: &names.tokens)
                }
                override func willResignActive() {
                    super.willResignActive()
                    names.tokens.removeAll()
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
                    token = names.sink { print($0) }
                }
                override func willResignActive() {
                    super.willResignActive()
                    guard let token else { return }
                    token.cancel()
                }
            }
            """),
        .combine(
            """
            final class ProfileInteractor: Interactor {
                let names = PassthroughSubject<String, Never>()
                private var tokens = Set<AnyCancellable>()
                override func didBecomeActive() {
                    super.didBecomeActive()
                    Just("A").append("B").sink { print($0) }.store(in: &tokens)
                    ["A", "B"].publisher.collect(2).sink { print($0) }.store(in: &tokens)
                    Just("A").flatMap { [names] in names.prefix(1).prepend($0) }
                        .sink { print($0) }.store(in: &tokens)
                }
            }
            """),
        .rx(
            """
            final class ProfileInteractor: Interactor {
                let names = PublishSubject<String>()
                private let worker = Worker()
                private var token: Disposable?
                override func didBecomeActive() {
                    super.didBecomeActive()
                    worker.start(self)
                    names.subscribe(onNext: { print($0) }).disposeOnStop(worker)
                    token = names.subscribe(onNext: { print($0) })
                }
                override func willResignActive() {
                    super.willResignActive()
                    token?.dispose()
                    token = nil
                }
            }
            """),
        .rx(
            """
            final class ProfileInteractor: Interactor {
                let names = PublishSubject<String>()
                private var bag = DisposeBag()
                private var isFollowing = false
                override func didBecomeActive() {
                    super.didBecomeActive()
                    isFollowing = true
                    names.subscribe(onNext: { print($0) }).disposed(by: bag)
                }
                override func willResignActive() {
                    super.willResignActive()
                    if isFollowing { bag = DisposeBag() }
                }
            }
            """),
    ]
}
