// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBs
import RxCocoa
import RxRelay
import RxSwift
import Testing

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
            testDescription: "PublishSubject<Int> → asSignal → emit"
        ) { me in
            me.scores.events.asSignal().emit(onNext: { [weak me] in me?.show($0) })
        },
        MisfireTests.Way(
            testDescription: "PublishSubject<Int> → asSignal → emit"
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
    }

    @Test(arguments: ways) func whatIsDisposedOfOnDeactivateIsClean(way: MisfireTests.Way) {
        #expect(findingsOfGame { way.subscribe($0).disposeOnDeactivate(interactor: $0) } == [])
    }
}
