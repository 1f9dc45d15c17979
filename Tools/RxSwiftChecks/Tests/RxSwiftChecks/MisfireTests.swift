// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBs
import RxCocoa
import RxRelay
import RxSwift
import Testing

/// Every way to subscribe is followed, without a change at the call site.
@Suite struct MisfireTests {
    struct Way: CustomTestStringConvertible, Sendable {
        /// The chain, as in the finding.
        let testDescription: String
        /// The number of values that arrive while the game is inactive.
        var values: UInt64 = 1
        let subscribe: @Sendable (GameInteractor) -> any Disposable
    }

    static let ways = [
        Way(testDescription: "PublishSubject<Int> → subscribe") { me in
            me.scores.numbers.subscribe(onNext: { [weak me] in me?.show($0) })
        },
        Way(testDescription: "PublishSubject<Int> → map → filter → subscribe") { me in
            me.scores.numbers.map { $0 + 1 }.filter { $0 > 0 }
                .subscribe(onNext: { [weak me] in me?.show($0) })
        },
        Way(testDescription: "PublishSubject<Int> → observe(on:) → subscribe") { me in
            me.scores.numbers.observe(on: CurrentThreadScheduler.instance)
                .subscribe(onNext: { [weak me] in me?.show($0) })
        },
        Way(testDescription: "PublishSubject<Int> → do → subscribe") { me in
            me.scores.numbers.do(onNext: { _ in }).subscribe(with: me) { $0.show($1) }
        },
        Way(testDescription: "PublishSubject<Int> → distinctUntilChanged → subscribe") { me in
            me.scores.numbers.distinctUntilChanged().subscribe { [weak me] event in
                if case .next(let number) = event { me?.show(number) }
            }
        },
        Way(testDescription: "PublishSubject<Int> → share → map → subscribe") { me in
            me.scores.numbers.share().map { $0 }.subscribe(onNext: { [weak me] in me?.show($0) })
        },
        Way(testDescription: "Observable.combineLatest → subscribe", values: 2) { me in
            Observable.combineLatest(me.scores.numbers, me.scores.latest)
                .subscribe(onNext: { [weak me] in me?.show($0 + $1) })
        },
        Way(testDescription: "Observable.merge → subscribe", values: 2) { me in
            Observable.merge(me.scores.numbers, me.scores.latest.asObservable())
                .subscribe(onNext: { [weak me] in me?.show($0) })
        },
        Way(testDescription: "PublishSubject<Int> → flatMapLatest → subscribe") { me in
            me.scores.numbers.flatMapLatest { Observable.just($0) }
                .subscribe(onNext: { [weak me] in me?.show($0) })
        },
        Way(testDescription: "PublishSubject<Int> → withLatestFrom → subscribe") { me in
            me.scores.numbers.withLatestFrom(me.scores.latest)
                .subscribe(onNext: { [weak me] in me?.show($0) })
        },
        Way(testDescription: "BehaviorRelay<Int> → subscribe") { me in
            me.scores.latest.subscribe(onNext: { [weak me] in me?.show($0) })
        },
        Way(testDescription: "PublishRelay<Int> → subscribe") { me in
            me.scores.events.subscribe(with: me) { $0.show($1) }
        },
        Way(testDescription: "PublishRelay<Int> → bind(onNext:)") { me in
            me.scores.events.bind(onNext: { [weak me] in me?.show($0) })
        },
        Way(testDescription: "PublishSubject<Int> → bind(to:)") { me in
            me.scores.numbers.bind(to: me.shown)
        },
        Way(testDescription: "PublishSubject<Int> → skip → take → asSingle → subscribe") { me in
            me.scores.numbers.skip(1).take(1).asSingle()
                .subscribe(onSuccess: { [weak me] in me?.show($0) })
        },
        Way(testDescription: "PublishSubject<Int> → skip → take → asMaybe → subscribe") { me in
            me.scores.numbers.skip(1).take(1).asMaybe()
                .subscribe(onSuccess: { [weak me] in me?.show($0) })
        },
        Way(testDescription: "PublishSubject<Int> → asInfallible → subscribe") { me in
            me.scores.numbers.asInfallible(onErrorJustReturn: 0)
                .subscribe(onNext: { [weak me] in me?.show($0) })
        },
    ]

    @Test(arguments: ways) func aValueAfterTheDeactivationIsFound(way: Way) throws {
        let findings = findingsOfGame { $0.bag.insert(way.subscribe($0)) }
        #expect(findings.map(\.kind) == [.firedWhileInactive])
        let finding = try #require(findings.first)
        #expect(finding.ribPath == "App/Game")
        #expect(finding.subscription?.chain == way.testDescription)
        #expect(finding.subscription?.valuesWhileInactive == way.values)
        #expect(
            finding.hint
                == "Dispose of it with .disposeOnDeactivate(interactor:), or keep its values back with .confineTo(_:)."
        )
    }

    @Test(arguments: ways) func whatIsDisposedOfOnDeactivateIsClean(way: Way) {
        #expect(
            findingsOfGame { way.subscribe($0).disposeOnDeactivate(interactor: $0) } == [])
    }

    @Test func whatIsConfinedIsClean() {
        #expect(
            findingsOfGame { me in
                me.scores.numbers.confineTo(me).map { $0 }
                    .subscribe(onNext: { [weak me] in me?.show($0) }).disposed(by: me.bag)
            } == [])
    }

    @Test func whatCompletesBeforeIsClean() {
        #expect(
            findingsOfGame { me in
                me.scores.numbers.take(1).subscribe(onNext: { me.show($0) }).disposed(by: me.bag)
            } == [])
    }

    @Test func aServicesOwnSubscriptionIsNobodys() {
        let scores = Scores()
        let service = DisposeBag()
        #expect(
            findingsOfGame(scores) { _ in
                scores.numbers.map { $0 }.subscribe(onNext: { _ in }).disposed(by: service)
            }.filter { $0.kind.isLeak } == [])
    }

    @Test func whatAnObservableSubscribesToIsAPartOfItsChain() throws {
        let findings = findingsOfGame { me in
            let scores = me.scores
            Observable.create { observer in
                scores.numbers.subscribe(onNext: { observer.onNext($0) })
            }.map { $0 }.subscribe(onNext: { [weak me] in me?.show($0) }).disposed(by: me.bag)
        }
        #expect(findings.map { $0.subscription?.chain } == ["Observable.create → map → subscribe"])
    }

    @Test func whatIsSubscribedToAtAValueThatComesAtOnceIsFollowed() throws {
        let findings = findingsOfGame { me in
            me.scores.latest.take(1).subscribe(onNext: { [weak me] _ in
                guard let me else { return }
                me.scores.numbers.subscribe(onNext: { [weak me] in me?.show($0) })
                    .disposed(by: me.bag)
            }).disposed(by: me.bag)
        }
        #expect(findings.map { $0.subscription?.chain } == ["PublishSubject<Int> → subscribe"])
    }

    @Test func whatAValueCausesIsFoundOnce() {
        let findings = findingsOfGame { me in
            let own = PublishSubject<Int>()
            me.scores.numbers.subscribe(onNext: { own.onNext($0) }).disposed(by: me.bag)
            own.subscribe(onNext: { [weak me] in me?.show($0) }).disposed(by: me.bag)
        }
        #expect(findings.map(\.kind) == [.firedWhileInactive])
    }
}

/// Subscriptions made through RxCocoa are followed: drivers, signals, control events and binders.
@MainActor @Suite struct CocoaTests {
    nonisolated static let ways = [
        MisfireTests.Way(
            testDescription: "PublishSubject<Int> → asDriver → map → drive"
        ) { me in
            me.scores.numbers.asDriver(onErrorJustReturn: 0).map { $0 }
                .drive(onNext: { [weak me] in me?.show($0) })
        },
        MisfireTests.Way(
            testDescription: "PublishSubject<Int> → asDriver → drive"
        ) { me in
            me.scores.numbers.asDriver(onErrorJustReturn: 0).drive(with: me) { $0.show($1) }
        },
        MisfireTests.Way(
            testDescription: "PublishSubject<Int> → asDriver → drive"
        ) { me in
            me.scores.numbers.asDriver(onErrorJustReturn: 0).drive(me.shown)
        },
        MisfireTests.Way(
            testDescription: "PublishRelay<Int> → asSignal → emit"
        ) { me in
            me.scores.events.asSignal().emit(onNext: { [weak me] in me?.show($0) })
        },
        MisfireTests.Way(
            testDescription: "PublishRelay<Int> → asSignal → emit"
        ) { me in
            me.scores.events.asSignal().emit(to: me.shown)
        },
        MisfireTests.Way(testDescription: "ControlEvent<Int> → subscribe") { me in
            ControlEvent(events: me.scores.events)
                .subscribe(onNext: { [weak me] in me?.show($0) })
        },
        MisfireTests.Way(
            testDescription: "PublishRelay<Int> → subscribe(on:) → map → bind(onNext:)"
        ) { me in
            ControlEvent(events: me.scores.events).map { $0 }
                .bind(onNext: { [weak me] in me?.show($0) })
        },
        MisfireTests.Way(testDescription: "PublishSubject<Int> → bind(to:)") { me in
            me.scores.numbers.bind(
                to: Binder(me, scheduler: CurrentThreadScheduler.instance) { $0.show($1) })
        },
        MisfireTests.Way(testDescription: "PublishSubject<Int> → map → bind(to:)") { me in
            me.scores.numbers.map { $0 }.bind(
                to: AnyObserver<Int?> { [weak me] event in event.element?.map { me?.show($0) } })
        },
    ]

    @Test(arguments: ways) func aValueAfterTheDeactivationIsFound(way: MisfireTests.Way) throws {
        let findings = findingsOfGame { $0.bag.insert(way.subscribe($0)) }
        #expect(findings.map(\.kind) == [.firedWhileInactive])
        #expect(findings.map(\.subscription?.chain) == [way.testDescription])
        // A driver or a signal has no `confineTo`.
        let isShared = ["drive", "emit"].contains { way.testDescription.hasSuffix($0) }
        #expect(
            findings.map(\.hint) == [
                "Dispose of it with .disposeOnDeactivate(interactor:)"
                    + (isShared ? "." : ", or keep its values back with .confineTo(_:).")
            ])
    }

    @Test(arguments: ways) func whatIsDisposedOfOnDeactivateIsClean(way: MisfireTests.Way) {
        #expect(findingsOfGame { way.subscribe($0).disposeOnDeactivate(interactor: $0) } == [])
    }
}
