// SPDX-License-Identifier: Apache-2.0

import RIBs
import Testing

@Suite struct ConfineToTests {
    private enum Failure: Error { case some }

    private let log = Log()
    private let interactor: SpyInteractor
    private let subject = PassthroughSubject<Int, Failure>()

    init() {
        interactor = SpyInteractor("it", Log())
    }

    private func start(
        _ publisher: AnyPublisher<Int, Failure>? = nil, in scope: (any InteractorScope)? = nil
    ) -> AnyCancellable {
        (publisher ?? subject.eraseToAnyPublisher()).confineTo(scope ?? interactor).sink {
            [log] completion in
            switch completion {
            case .finished: log.add("finished")
            case .failure: log.add("failed")
            }
        } receiveValue: { [log] in
            log.add("\($0)")
        }
    }

    @Test func isSilentWhileInactiveAndPassesValuesOnWhileActive() {
        let subscription = start()
        subject.send(1)
        #expect(log.take() == [])
        interactor.activate()
        #expect(log.take() == ["1"])
        subject.send(2)
        subject.send(2)
        #expect(log.take() == ["2", "2"])
        interactor.deactivate()
        subject.send(3)
        subject.send(4)
        #expect(log.take() == [])
        subscription.cancel()
    }

    @Test func eachActivationBringsTheLatestValueAgain() {
        let subscription = start()
        interactor.activate()
        #expect(log.take() == [])
        subject.send(1)
        interactor.deactivate()
        interactor.activate()
        #expect(log.take() == ["1", "1"])
        interactor.deactivate()
        subject.send(2)
        subject.send(3)
        interactor.activate()
        #expect(log.take() == ["3"])
        subscription.cancel()
    }

    @Test func cancellingEndsItAtBothSources() {
        let subscription = start(
            subject.handleEvents(receiveCancel: { [log] in log.add("source cancelled") })
                .eraseToAnyPublisher())
        interactor.activate()
        subscription.cancel()
        subject.send(1)
        interactor.deactivate()
        interactor.activate()
        #expect(log.take() == ["source cancelled"])
    }

    @Test func aValueThatDeactivatesSilencesTheNextOne() {
        let values = [1, 2, 3].publisher.setFailureType(to: Failure.self)
        interactor.activate()
        let subscription = values.confineTo(interactor).sink { _ in
        } receiveValue: { [log, interactor] in
            log.add("\($0)")
            if $0 == 2 { interactor.deactivate() }
        }
        #expect(log.take() == ["1", "2"])
        subscription.cancel()
    }

    @Test func aFailurePassesAtOnceEvenWhileInactive() {
        let subscription = start()
        subject.send(completion: .failure(.some))
        #expect(log.take() == ["failed"])
        subscription.cancel()
    }

    @Test func anEndWithoutAnyValuePassesAtOnce() {
        let subscription = start()
        subject.send(completion: .finished)
        #expect(log.take() == ["finished"])
        subscription.cancel()
    }

    @Test func aFinishedSourceStillHasItsLatestValue() {
        let subscription = start()
        subject.send(7)
        subject.send(completion: .finished)
        #expect(log.take() == [])
        interactor.activate()
        #expect(log.take() == ["7"])
        subscription.cancel()
    }

    @Test func doesNotKeepItsInteractorAndEndsWithIt() {
        var freed: SpyInteractor? = SpyInteractor("it", Log())
        weak let witness = freed
        freed?.activate()
        let subscription = start(in: freed)
        subject.send(1)
        freed = nil
        #expect(witness == nil)
        subject.send(2)
        #expect(log.take() == ["1", "finished"])
        subscription.cancel()
    }

    @Test func givesNoMoreThanWasAskedForAndTheLatestFirst() {
        final class Asking: Subscriber {
            typealias Input = Int
            typealias Failure = ConfineToTests.Failure
            var subscription: (any Subscription)?
            var values: [Int] = []
            func receive(subscription: any Subscription) { self.subscription = subscription }
            func receive(_ input: Int) -> Subscribers.Demand {
                values.append(input)
                return .none
            }
            func receive(completion: Subscribers.Completion<Failure>) {}
        }
        let asking = Asking()
        interactor.activate()
        subject.confineTo(interactor).subscribe(asking)
        subject.send(1)
        subject.send(2)
        #expect(asking.values == [])
        asking.subscription?.request(.max(1))
        #expect(asking.values == [2])
        asking.subscription?.request(.max(2))
        #expect(asking.values == [2])
        subject.send(3)
        subject.send(4)
        subject.send(5)
        #expect(asking.values == [2, 3, 4])
        asking.subscription?.cancel()
    }
}
