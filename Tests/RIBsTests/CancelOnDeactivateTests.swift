// SPDX-License-Identifier: Apache-2.0

import RIBs
import Testing

@Suite struct CancelOnDeactivateTests {
    private let log = Log()
    private let interactor: SpyInteractor
    private let subject = PassthroughSubject<Int, Never>()

    init() {
        interactor = SpyInteractor("it", log)
    }

    @Test func keepsTheSubscriptionUntilDeactivation() {
        interactor.activate()
        var values: [Int] = []
        subject.sink { values.append($0) }.cancelOnDeactivate(interactor: interactor)
        subject.send(1)
        interactor.deactivate()
        subject.send(2)
        interactor.activate()
        subject.send(3)
        #expect(values == [1])
    }

    @Test func endsAtOnceWhileInactive() {
        var values: [Int] = []
        let subscription = subject.sink { values.append($0) }
        subject.send(0)
        subscription.cancelOnDeactivate(interactor: interactor)
        subject.send(1)
        #expect(values == [0])
    }

    @Test func endsAtOnceAfterDeactivation() {
        interactor.activate()
        interactor.deactivate()
        _ = log.take()
        AnyCancellable { [log] in log.add("ended") }.cancelOnDeactivate(interactor: interactor)
        #expect(log.take() == ["ended"])
    }

    @Test func whatIsAddedInWillResignActiveEndsWithTheRest() {
        interactor.activate()
        AnyCancellable { [log] in log.add("first ended") }
            .cancelOnDeactivate(interactor: interactor)
        interactor.onResign = { [log] interactor in
            AnyCancellable { log.add("late ended") }.cancelOnDeactivate(interactor: interactor)
        }
        _ = log.take()
        interactor.deactivate()
        #expect(log.take() == ["it resigns", "first ended", "late ended"])
    }

    @Test func whatIsAddedWhileOthersEndEndsToo() {
        interactor.activate()
        AnyCancellable { [log, interactor] in
            AnyCancellable { log.add("late ended") }.cancelOnDeactivate(interactor: interactor)
            log.add("first ended")
        }.cancelOnDeactivate(interactor: interactor)
        _ = log.take()
        interactor.deactivate()
        #expect(log.take() == ["it resigns", "late ended", "first ended"])
    }

    @Test func returnsTheSubscriptionForAnEarlierEnd() {
        interactor.activate()
        var values: [Int] = []
        let subscription = subject.sink { values.append($0) }
            .cancelOnDeactivate(interactor: interactor)
        subject.send(0)
        subscription.cancel()
        subject.send(1)
        #expect(values == [0])
    }

    @Test func aClosureMayHoldTheInteractor() {
        weak var weakInteractor: SpyInteractor?
        func run() {
            let interactor = SpyInteractor("it", log)
            weakInteractor = interactor
            interactor.activate()
            subject.sink { _ in interactor.log.add("value") }
                .cancelOnDeactivate(interactor: interactor)
            subject.send(1)
            interactor.deactivate()
        }
        run()
        #expect(log.take().contains("value"))
        #expect(weakInteractor == nil)
    }

    @Test func anyCancellableThingWillDo() {
        final class Timer: Cancellable {
            var isCancelled = false
            func cancel() { isCancelled = true }
        }
        interactor.activate()
        let timer = Timer()
        #expect(timer.cancelOnDeactivate(interactor: interactor) === timer)
        #expect(!timer.isCancelled)
        interactor.deactivate()
        #expect(timer.isCancelled)
    }
}
