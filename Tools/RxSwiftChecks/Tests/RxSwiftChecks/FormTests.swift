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
    // Safe: each test makes its own, and what `show` does with a value, RxSwift allows on any thread. A
    // form is `Sendable` as an argument of tests, and so must be what its closure takes; `show` captures
    // an interactor, which is not.
    let scores: Scores
    let show: (Int) -> Void
}

/// A way to subscribe to what the scores send. It delivers a value at the second `send` after it.
struct Form: CustomTestStringConvertible, Sendable {
    /// The chain, as in the finding.
    let testDescription: String
    /// Where the form begins.
    let line: Int
    let subscribe: @Sendable (Receiver) -> any Disposable

    init(
        _ chain: String, line: Int = #line,
        _ subscribe: @escaping @Sendable (Receiver) -> any Disposable
    ) {
        (testDescription, self.line, self.subscribe) = (chain, line, subscribe)
    }

    /// The lines of the form.
    var lines: Range<Int> {
        line..<(Self.all.first { $0.line > line }?.line ?? .max)
    }
}

/// Each form of subscribing, kept in the interactor's bag with a strong and with a weak closure, disposed
/// of at once, and disposed of on deactivation.
@Suite(.serialized) struct FormTests {
    private func findings(
        of form: Form, _ keep: @escaping (GameInteractor, any Disposable) -> Void
    ) -> [Finding] {
        findingsOfGame { me in
            let to = Receiver(scores: me.scores) { [weak me] in me?.show($0) }
            keep(me, form.subscribe(to))
        }
    }

    @Test(arguments: Form.all) func whatIsDisposedOfOnDeactivationIsClean(form: Form) {
        #expect(findings(of: form) { $1.disposeOnDeactivate(interactor: $0) } == [])
    }

    @Test(arguments: Form.all) func whatIsDisposedOfAtOnceIsClean(form: Form) {
        #expect(findings(of: form) { $1.dispose() } == [])
    }

    // On the main thread, where drivers and signals send values at once.
    @MainActor @Test(arguments: Form.all)
    func aWeakClosureInTheBagFiresWhileInactiveAsTheCodeSays(form: Form) {
        let findings = findings(of: form) { $0.bag.insert($1) }
        #expect(findings.map(\.kind) == [.firedWhileInactive])
        #expect(findings.map(\.subscription?.chain) == [form.testDescription])
    }

    @Test(arguments: Form.all)
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
                $0.file?.hasSuffix("/FormTests.swift") == true
                    && $0.line.map { form.lines.contains(Int($0)) } == true
            },
            "\(path.steps.map { "\($0.holder) \($0.label) \($0.line ?? 0)" })")
    }
}

extension Form {
    /// The forms of subscribing that apps use.
    // swift-format-ignore
    static let all: [Form] = [
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
        Form("PublishSubject<Int> → subscribe") { to in
            to.scores.numbers.subscribe(with: to.scores) { to.show($1) } },
        Form("PublishSubject<Int> → bind(with:onNext:)") { to in
            to.scores.numbers.bind(with: to.scores) { to.show($1) } },
        Form("PublishSubject<Int> → bind(to:)") { to in
            to.scores.numbers.bind(to: AnyObserver { to.show($0.element ?? 0) }) },
        Form("PublishSubject<Int> → do → bind(to:)") { to in
            to.scores.numbers.do(onNext: { to.show($0) }).bind(to: BehaviorRelay(value: 0)) },
        Form("PublishSubject<Int> → take → subscribe") { to in
            to.scores.numbers.take(10).subscribe(onNext: { to.show($0) }) },
        Form("PublishSubject<Int> → take(until:) → subscribe") { to in
            to.scores.numbers.take(until: Observable<Int>.never()).subscribe(onNext: { to.show($0) }) },
        Form("PublishSubject<Int> → skip → subscribe") { to in
            to.scores.numbers.skip(1).subscribe(onNext: { to.show($0) }) },
        Form("PublishSubject<Int> → skip(while:) → subscribe") { to in
            to.scores.numbers.skip(while: { $0 < 2 }).subscribe(onNext: { to.show($0) }) },
        Form("PublishSubject<Int> → skip(until:) → subscribe") { to in
            to.scores.numbers.skip(until: to.scores.events).subscribe(onNext: { to.show($0) }) },
        Form("PublishSubject<Int> → element(at:) → subscribe") { to in
            to.scores.numbers.element(at: 1).subscribe(onNext: { to.show($0) }) },
        Form("PublishSubject<Int> → sample → subscribe") { to in
            to.scores.numbers.sample(to.scores.events).subscribe(onNext: { to.show($0) }) },
        Form("PublishSubject<Int> → skip → take → single → subscribe") { to in
            to.scores.numbers.skip(1).take(1).single().subscribe(onNext: { to.show($0) }) },
        Form("PublishSubject<Int> → flatMapFirst → subscribe") { to in
            to.scores.numbers.flatMapFirst { Observable.just($0) }.subscribe(onNext: { to.show($0) }) },
        Form("PublishSubject<Int> → map → switchLatest → subscribe") { to in
            to.scores.numbers.map { Observable.just($0) }.switchLatest().subscribe(onNext: { to.show($0) }) },
        Form("PublishSubject<Int> → map → merge → subscribe") { to in
            to.scores.numbers.map { Observable.just($0) }.merge().subscribe(onNext: { to.show($0) }) },
        Form("PublishSubject<Int> → groupBy → flatMap → subscribe") { to in
            to.scores.numbers.groupBy { $0 }.flatMap { $0 }.subscribe(onNext: { to.show($0) }) },
        Form("PublishSubject<Int> → ifEmpty(default:) → subscribe") { to in
            to.scores.numbers.ifEmpty(default: 0).subscribe(onNext: { to.show($0) }) },
        Form("PublishSubject<Int> → withUnretained → subscribe") { to in
            to.scores.numbers.withUnretained(to.scores).subscribe(onNext: { to.show($1) }) },
        Form("PublishSubject<Int> → retry → subscribe") { to in
            to.scores.numbers.retry().subscribe(onNext: { to.show($0) }) },
        Form("PublishSubject<Int> → retry → subscribe") { to in
            to.scores.numbers.retry(3).subscribe(onNext: { to.show($0) }) },
        Form("PublishSubject<Int> → retry(when:) → subscribe") { to in
            to.scores.numbers.retry(when: { (errors: Observable<any Error>) in errors }).subscribe(onNext: { to.show($0) }) },
        Form("PublishSubject<Int> → catch → subscribe") { to in
            to.scores.numbers.catch { _ in .empty() }.subscribe(onNext: { to.show($0) }) },
        Form("PublishSubject<Int> → materialize → subscribe") { to in
            to.scores.numbers.materialize().subscribe(onNext: { to.show($0.element ?? 0) }) },
        Form("PublishSubject<Int> → materialize → dematerialize → subscribe") { to in
            to.scores.numbers.materialize().dematerialize().subscribe(onNext: { to.show($0) }) },
        Form("PublishSubject<Int> → debounce → subscribe") { to in
            to.scores.numbers.debounce(.seconds(1), scheduler: to.scores.clock).subscribe(onNext: { to.show($0) }) },
        Form("PublishSubject<Int> → throttle → subscribe") { to in
            to.scores.numbers.throttle(.seconds(1), scheduler: to.scores.clock).subscribe(onNext: { to.show($0) }) },
        Form("PublishSubject<Int> → delay → subscribe") { to in
            to.scores.numbers.delay(.seconds(1), scheduler: to.scores.clock).subscribe(onNext: { to.show($0) }) },
        Form("PublishSubject<Int> → timeout → subscribe") { to in
            to.scores.numbers.timeout(.seconds(60), scheduler: to.scores.clock).subscribe(onNext: { to.show($0) }) },
        Form("PublishSubject<Int> → buffer → subscribe") { to in
            to.scores.numbers.buffer(timeSpan: .seconds(1), count: 9, scheduler: to.scores.clock).subscribe(onNext: { to.show($0.count) }) },
        Form("PublishSubject<Int> → window → flatMap → subscribe") { to in
            to.scores.numbers.window(timeSpan: .seconds(1), count: 9, scheduler: to.scores.clock).flatMap { $0 }.subscribe(onNext: { to.show($0) }) },
        Form("Observable.interval → subscribe") { to in
            Observable<Int>.interval(.seconds(1), scheduler: to.scores.clock).subscribe(onNext: { to.show($0) }) },
        Form("Observable.timer → subscribe") { to in
            Observable<Int>.timer(.seconds(3), scheduler: to.scores.clock).subscribe(onNext: { to.show($0) }) },
        Form("PublishSubject<Int> → observe(on:) → subscribe") { to in
            to.scores.numbers.observe(on: MainScheduler.instance).subscribe(onNext: { to.show($0) }) },
        Form("PublishSubject<Int> → subscribe(on:) → subscribe") { to in
            to.scores.numbers.subscribe(on: MainScheduler.instance).subscribe(onNext: { to.show($0) }) },
        Form("PublishSubject<Int> → share → subscribe") { to in
            to.scores.numbers.share(replay: 2).subscribe(onNext: { to.show($0) }) },
        Form("PublishSubject<Int> → share → subscribe") { to in
            to.scores.numbers.share(replay: 1, scope: .forever).subscribe(onNext: { to.show($0) }) },
        Form("PublishSubject<Int> → publish → subscribe") { to in
            let shared = to.scores.numbers.publish()
            return Disposables.create(shared.subscribe(onNext: { to.show($0) }), shared.connect()) },
        Form("PublishSubject<Int> → replay → subscribe") { to in
            let shared = to.scores.numbers.replay(1)
            return Disposables.create(shared.subscribe(onNext: { to.show($0) }), shared.connect()) },
        Form("Observable.create → subscribe") { to in
            Observable.create { to.scores.numbers.subscribe($0) }.subscribe(onNext: { to.show($0) }) },
        Form("Observable.deferred → subscribe") { to in
            Observable.deferred { to.scores.numbers }.subscribe(onNext: { to.show($0) }) },
        Form("Observable.concat → subscribe") { to in
            Observable.concat(.just(7), to.scores.numbers).subscribe(onNext: { to.show($0) }) },
        Form("Observable.amb → subscribe") { to in
            to.scores.numbers.amb(Observable.never()).subscribe(onNext: { to.show($0) }) },
        Form("PublishSubject<Int> → skip → take → asSingle → subscribe") { to in
            to.scores.numbers.skip(1).take(1).asSingle().subscribe(onSuccess: { to.show($0) }) },
        Form("PublishSubject<Int> → skip → take → asMaybe → subscribe") { to in
            to.scores.numbers.skip(1).take(1).asMaybe().subscribe(onSuccess: { to.show($0) }) },
        Form("PublishSubject<Int> → skip → first → subscribe") { to in
            to.scores.numbers.skip(1).first().subscribe(onSuccess: { to.show($0 ?? 0) }) },
        Form("PublishSubject<Int> → take → toArray → subscribe") { to in
            to.scores.numbers.take(2).toArray().subscribe(onSuccess: { to.show($0.count) }) },
        Form("PublishSubject<Int> → take → ignoreElements → subscribe") { to in
            to.scores.numbers.take(2).ignoreElements().asCompletable().subscribe(onCompleted: { to.show(0) }) },
        Form("Single.create → map → subscribe") { to in
            Single.create { done in to.scores.numbers.skip(1).subscribe(onNext: { done(.success($0)) }) }.map { $0 }.subscribe(onSuccess: { to.show($0) }) },
        Form("Maybe.create → subscribe") { to in
            Maybe.create { done in to.scores.numbers.skip(1).subscribe(onNext: { done(.success($0)) }) }.subscribe(onSuccess: { to.show($0) }) },
        Form("Completable.create → subscribe") { to in
            Completable.create { done in to.scores.numbers.skip(1).subscribe(onNext: { _ in done(.completed) }) }.subscribe(onCompleted: { to.show(0) }) },
        Form("PublishSubject<Int> → asInfallible → subscribe") { to in
            to.scores.numbers.asInfallible(onErrorJustReturn: 0).subscribe(onNext: { to.show($0) }) },
        Form("PublishSubject<Int> → asInfallible → map → subscribe") { to in
            to.scores.numbers.asInfallible(onErrorFallbackTo: .never()).map { $0 }.subscribe(onNext: { to.show($0) }) },
        Form("PublishSubject<Int> → asInfallible → withUnretained → subscribe") { to in
            to.scores.numbers.asInfallible(onErrorJustReturn: 0).withUnretained(to.scores).subscribe(onNext: { to.show($1) }) },
        Form("PublishSubject<Int> → asDriver → drive") { to in
            to.scores.numbers.asDriver(onErrorJustReturn: 0).drive(onNext: { to.show($0) }) },
        Form("PublishSubject<Int> → map → asDriver → map → drive") { to in
            to.scores.numbers.map { $0 }.asDriver(onErrorJustReturn: 0).map { $0 }.drive(onNext: { to.show($0) }) },
        Form("PublishSubject<Int> → share → asDriver → drive") { to in
            to.scores.numbers.share().asDriver(onErrorDriveWith: .never()).drive(onNext: { to.show($0) }) },
        Form("BehaviorRelay<Int> → asDriver → do → drive") { to in
            to.scores.latest.asDriver().do(onNext: { to.show($0) }).drive(BehaviorRelay(value: 0)) },
        Form("Driver.combineLatest → map → drive") { to in
            Driver.combineLatest(to.scores.latest.asDriver(), Driver.just(7)).map { $0.0 }.drive(onNext: { to.show($0) }) },
        Form("PublishSubject<Int> → asSignal → emit") { to in
            to.scores.numbers.asSignal(onErrorSignalWith: .empty()).emit(onNext: { to.show($0) }) },
        Form("PublishRelay<Int> → asSignal → do → emit") { to in
            to.scores.events.asSignal().do(onNext: { to.show($0) }).emit(to: PublishRelay()) },

        // What RxSwift makes of these does not tell what the code called.
        Form("PublishSubject<Int> → take(until:) → subscribe") { to in
            to.scores.numbers.take(while: { $0 < 10 }).subscribe(onNext: { to.show($0) }) },
        Form("PublishSubject<Int> → catch → subscribe") { to in
            to.scores.numbers.catchAndReturn(0).subscribe(onNext: { to.show($0) }) },
        Form("PublishSubject<Int> → share → subscribe") { to in
            to.scores.numbers.publish().refCount().subscribe(onNext: { to.show($0) }) },
        Form("PublishSubject<Int> → map → subscribe") { to in
            to.scores.events.map { $0 }.subscribe(onNext: { to.show($0) }) },
        Form("BehaviorSubject<Int> → skip → subscribe") { to in
            to.scores.latest.skip(1).subscribe(onNext: { to.show($0) }) },
        Form("PublishSubject<Int> → asInfallible → subscribe") { to in
            to.scores.events.asInfallible().subscribe(onNext: { to.show($0) }) },
        Form("BehaviorSubject<Int> → asDriver → drive") { to in
            to.scores.latest.asDriver(onErrorJustReturn: 0).drive(onNext: { to.show($0) }) },
        Form("BehaviorSubject<Int> → observe(on:) → share → subscribe") { to in
            to.scores.latest.asDriver().asObservable().subscribe(onNext: { to.show($0) }) },
        Form("PublishSubject<Int> → observe(on:) → share → asDriver → drive") { to in
            to.scores.events.asSignal().asDriver(onErrorJustReturn: 0).drive(onNext: { to.show($0) }) },
        Form("PublishSubject<Int> → subscribe(on:) → asSignal → emit") { to in
            ControlEvent(events: to.scores.numbers).asSignal().emit(onNext: { to.show($0) }) },
        Form("Observable.create → ignoreElements → subscribe") { to in
            Single.create { done in to.scores.numbers.skip(1).subscribe(onNext: { done(.success($0)) }) }.asCompletable().subscribe(onCompleted: { to.show(0) }) },
    ]
}
