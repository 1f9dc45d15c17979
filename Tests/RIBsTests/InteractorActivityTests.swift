// SPDX-License-Identifier: Apache-2.0

import RIBs
import Testing

@Suite struct InteractorActivityTests {
    private let log = Log()
    private let interactor: SpyInteractor

    init() {
        interactor = SpyInteractor("it", log)
    }

    @Test func startsInactive() {
        #expect(!interactor.isActive)
        interactor.activate()
        #expect(interactor.isActive)
    }

    @Test func isActiveAndSaysSoBeforeTheHook() {
        interactor.onActive = { [log] in log.add("isActive \($0.isActive)") }
        let stream = interactor.isActiveStream.sink { [log] in log.add("stream \($0)") }
        defer { stream.cancel() }
        interactor.activate()
        #expect(log.take() == ["stream false", "stream true", "it active", "isActive true"])
    }

    @Test func isStillActiveInTheHookBeforeTheStreamSaysFalse() {
        interactor.activate()
        _ = log.take()
        interactor.onResign = { [log] in log.add("isActive \($0.isActive)") }
        let stream = interactor.isActiveStream.sink { [log] in log.add("stream \($0)") }
        defer { stream.cancel() }
        interactor.deactivate()
        #expect(log.take() == ["stream true", "it resigns", "isActive true", "stream false"])
    }

    @Test func activatingTwiceAndDeactivatingTwiceChangesNothing() {
        let stream = interactor.isActiveStream.sink { [log] in log.add("stream \($0)") }
        defer { stream.cancel() }
        interactor.deactivate()
        interactor.activate()
        interactor.activate()
        interactor.deactivate()
        interactor.deactivate()
        #expect(
            log.take() == [
                "stream false", "stream true", "it active", "it resigns", "stream false",
            ])
    }

    @Test func theStreamGivesALateSubscriberThePresentValueOnly() {
        interactor.activate()
        interactor.deactivate()
        interactor.activate()
        var values: [Bool] = []
        let stream = interactor.isActiveStream.sink { values.append($0) }
        defer { stream.cancel() }
        #expect(values == [true])
    }

    @Test func theStreamCompletesWhenTheInteractorIsFreed() {
        var freed: SpyInteractor? = SpyInteractor("freed", log)
        freed?.activate()
        let stream = freed?.isActiveStream
        let subscription = stream?.sink { [log] _ in
            log.add("stream ends")
        } receiveValue: { [log] in
            log.add("stream \($0)")
        }
        _ = log.take()
        freed = nil
        #expect(
            log.take() == [
                "freed interactor freed", "freed resigns", "stream false", "stream ends",
            ])
        let late = stream?.sink { [log] _ in
            log.add("late ends")
        } receiveValue: { [log] in
            log.add("late \($0)")
        }
        #expect(log.take() == ["late ends"])
        subscription?.cancel()
        late?.cancel()
    }

    @Test func theStreamDoesNotKeepTheInteractor() {
        weak var weakInteractor: SpyInteractor?
        var stream: AnyPublisher<Bool, Never>?
        func run() {
            let interactor = SpyInteractor("it", log)
            weakInteractor = interactor
            stream = interactor.isActiveStream
        }
        run()
        #expect(weakInteractor == nil)
        #expect(stream != nil)
    }

    @Test func aSubscriberOfTheStreamMayActivateAgainAtOnce() {
        interactor.activate()
        var reactivations = 0
        let stream = interactor.isActiveStream.sink { [interactor] isActive in
            if !isActive, reactivations == 0 {
                reactivations += 1
                interactor.activate()
            }
        }
        defer { stream.cancel() }
        interactor.deactivate()
        #expect(interactor.isActive)
    }

    @Test func subscribersHearInTheOrderInWhichTheyCame() {
        let streams = (1...20).map { number in
            interactor.isActiveStream.dropFirst().sink { [log] in log.add("\(number) \($0)") }
        }
        interactor.activate()
        #expect(log.take().dropLast() == (1...20).map { "\($0) true" }[...])
        for stream in streams { stream.cancel() }
    }

    @Test func subscribersNeverHearAnOlderValueLast() {
        interactor.activate()
        _ = log.take()
        let first = interactor.isActiveStream.sink { [log, interactor] isActive in
            log.add("first \(isActive)")
            if !isActive { interactor.activate() }
        }
        let second = interactor.isActiveStream.sink { [log] in log.add("second \($0)") }
        interactor.deactivate()
        #expect(
            log.take() == [
                "first true", "second true", "it resigns", "first false", "first true",
                "it active",
            ])
        first.cancel()
        second.cancel()
    }

    @Test func aSubscriberMayLeaveWhileOthersAreNotified() {
        var second: AnyCancellable?
        let first = interactor.isActiveStream.dropFirst().sink { _ in second?.cancel() }
        second = interactor.isActiveStream.dropFirst().sink { [log] _ in log.add("second") }
        interactor.activate()
        #expect(log.take() == ["it active"])
        first.cancel()
    }

    @Test func aSubscriberThatAsksLateGetsThePresentValueOnly() {
        final class Asking: Subscriber {
            typealias Input = Bool
            typealias Failure = Never
            var subscription: (any Subscription)?
            var values: [Bool] = []
            func receive(subscription: any Subscription) { self.subscription = subscription }
            func receive(_ input: Bool) -> Subscribers.Demand {
                values.append(input)
                return .none
            }
            func receive(completion: Subscribers.Completion<Never>) {}
        }
        let asking = Asking()
        interactor.isActiveStream.subscribe(asking)
        interactor.activate()
        asking.subscription?.request(.max(1))
        interactor.deactivate()
        interactor.activate()
        asking.subscription?.request(.max(1))
        #expect(asking.values == [true])
        interactor.deactivate()
        interactor.activate()
        #expect(asking.values == [true, false])
        asking.subscription?.request(.max(1))
        #expect(asking.values == [true, false, true])
        asking.subscription?.cancel()
    }
}
