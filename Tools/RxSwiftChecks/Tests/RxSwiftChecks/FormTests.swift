// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBLeakTesting
import RIBs
import RxCocoa
import RxRelay
import RxSwift
import Testing

/// How a form of subscribing hands values to an interactor.
struct Receiver: @unchecked Sendable {
    // Safe: each test makes its own and uses it on one thread. A form is `Sendable` as an argument of
    // tests, and so must be what its closure takes; the closure `show` captures an interactor, which is
    // not.
    let scores: Scores
    let show: (Int) -> Void
}

/// The forms of subscribing that apps use, each kept in the interactor's bag with a strong closure,
/// disposed of at once, and disposed of on deactivation.
@Suite struct FormTests {
    struct Form: CustomTestStringConvertible, Sendable {
        /// The chain.
        let testDescription: String
        let subscribe: @Sendable (Receiver) -> any Disposable

        init(_ chain: String, _ subscribe: @escaping @Sendable (Receiver) -> any Disposable) {
            (testDescription, self.subscribe) = (chain, subscribe)
        }
    }

    // swift-format-ignore
    static let forms = [
        Form("PublishSubject<Int> → subscribe") { to in
            to.scores.numbers.subscribe(onNext: { to.show($0) }) },
        Form("PublishSubject<Int> → subscribe") { to in
            to.scores.numbers.subscribe { to.show($0.element ?? 0) } },
        Form("PublishSubject<Int> → map → subscribe") { to in
            to.scores.numbers.map { $0 + 1 }.subscribe(onNext: { to.show($0) }) },
        Form("PublishSubject<Int> → filter → subscribe") { to in
            to.scores.numbers.filter { $0 > 0 }.subscribe(onNext: { to.show($0) }) },
        Form("PublishSubject<Int> → compactMap → subscribe") { to in
            to.scores.numbers.compactMap { $0 }.subscribe(onNext: { to.show($0) }) },
        Form("PublishSubject<Int> → scan → subscribe") { to in
            to.scores.numbers.scan(0, accumulator: +).subscribe(onNext: { to.show($0) }) },
        Form("PublishSubject<Int> → startWith → subscribe") { to in
            to.scores.numbers.startWith(7).subscribe(onNext: { to.show($0) }) },
        Form("PublishSubject<Int> → distinctUntilChanged → subscribe") { to in
            to.scores.numbers.distinctUntilChanged().subscribe(onNext: { to.show($0) }) },
        Form("PublishSubject<Int> → do → subscribe") { to in
            to.scores.numbers.do(onNext: { to.show($0) }).subscribe() },
        Form("PublishSubject<Int> → flatMap → subscribe") { to in
            to.scores.numbers.flatMap { Observable.just($0) }.subscribe(onNext: { to.show($0) }) },
        Form("PublishSubject<Int> → flatMapLatest → subscribe") { to in
            to.scores.numbers.flatMapLatest { Observable.just($0) }.subscribe(onNext: { to.show($0) }) },
        Form("PublishSubject<Int> → concatMap → subscribe") { to in
            to.scores.numbers.concatMap { Observable.just($0) }.subscribe(onNext: { to.show($0) }) },
        Form("PublishSubject<Int> → withLatestFrom → subscribe") { to in
            to.scores.numbers.withLatestFrom(to.scores.latest).subscribe(onNext: { to.show($0) }) },
        Form("PublishSubject<Int> → observe(on:) → subscribe") { to in
            to.scores.numbers.observe(on: CurrentThreadScheduler.instance).subscribe(onNext: { to.show($0) }) },
        Form("PublishSubject<Int> → share → subscribe") { to in
            to.scores.numbers.share(replay: 1).subscribe(onNext: { to.show($0) }) },
        Form("PublishSubject<Int> → enumerated → map → subscribe") { to in
            to.scores.numbers.enumerated().map { $0.element }.subscribe(onNext: { to.show($0) }) },
        Form("PublishSubject<Int> → bind(onNext:)") { to in
            to.scores.numbers.bind(onNext: { to.show($0) }) },
        Form("BehaviorRelay<Int> → subscribe") { to in
            to.scores.latest.subscribe(onNext: { to.show($0) }) },
        Form("BehaviorRelay<Int> → bind(onNext:)") { to in
            to.scores.latest.bind(onNext: { to.show($0) }) },
        Form("PublishRelay<Int> → subscribe") { to in
            to.scores.events.subscribe(onNext: { to.show($0) }) },
        Form("Observable.combineLatest → subscribe") { to in
            Observable.combineLatest(to.scores.numbers, to.scores.latest).subscribe(onNext: { to.show($0 + $1) }) },
        Form("Observable.zip → subscribe") { to in
            Observable.zip(to.scores.numbers, to.scores.events).subscribe(onNext: { to.show($0 + $1) }) },
        Form("Observable.merge → subscribe") { to in
            Observable.merge(to.scores.numbers, to.scores.events.asObservable()).subscribe(onNext: { to.show($0) }) },
        Form("BehaviorRelay<Int> → asDriver → drive") { to in
            to.scores.latest.asDriver().drive(onNext: { to.show($0) }) },
        Form("BehaviorRelay<Int> → asDriver → map → distinctUntilChanged → do → drive") { to in
            to.scores.latest.asDriver().map { $0 }.distinctUntilChanged().do(onNext: { _ in }).drive(onNext: { to.show($0) }) },
        Form("PublishRelay<Int> → asSignal → emit") { to in
            to.scores.events.asSignal().emit(onNext: { to.show($0) }) },
    ]

    private func findings(
        of form: Form, _ keep: @escaping (GameInteractor, any Disposable) -> Void
    ) -> [Finding] {
        findingsOfGame { me in
            let to = Receiver(scores: me.scores) { [weak me] in me?.show($0) }
            keep(me, form.subscribe(to))
        }
    }

    @Test(arguments: forms) func whatIsDisposedOfOnDeactivationIsClean(form: Form) {
        #expect(findings(of: form) { $1.disposeOnDeactivate(interactor: $0) } == [])
    }

    @Test(arguments: forms) func whatIsDisposedOfAtOnceIsClean(form: Form) {
        #expect(findings(of: form) { $1.dispose() } == [])
    }

    @Test(arguments: forms)
    func aStrongClosureInTheBagIsOneLeakWithItsLine(form: Form) throws {
        let scores = Scores()
        let findings = findLeaks {
            let app = AppRouter()
            app.launch()
            let game = GameRouter(scores) { me in
                me.bag.insert(form.subscribe(Receiver(scores: me.scores) { me.show($0) }))
            }
            app.attachChild(game)
            app.detachChild(game)
        }
        #expect(findings.filter(\.kind.isLeak).map(\.kind) == [.leakedInteractor])
        let path = try #require(findings.first(where: \.kind.isLeak)?.retainPath)
        #expect(
            path.steps.contains {
                $0.file?.hasSuffix("/FormTests.swift") == true && $0.line != nil
            },
            "\(path.steps.map { "\($0.holder) \($0.label) \($0.line ?? 0)" })")
    }
}
