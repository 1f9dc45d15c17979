// SPDX-License-Identifier: Apache-2.0

import RIBs
import Testing

@Suite struct CancelOnStopTests {
    private let log = Log()
    private let worker: SpyWorker
    private let interactor = Interactor()
    private let subject = PassthroughSubject<Int, Never>()

    init() {
        worker = SpyWorker(log)
        interactor.activate()
    }

    @Test func keepsTheSubscriptionUntilTheStop() {
        var values: [Int] = []
        worker.onStart = { [subject] worker, _ in
            subject.sink { values.append($0) }.cancelOnStop(worker)
        }
        worker.start(interactor)
        subject.send(1)
        worker.stop()
        subject.send(2)
        #expect(values == [1])
    }

    @Test func theInteractorsDeactivationEndsItToo() {
        var values: [Int] = []
        worker.onStart = { [subject] worker, _ in
            subject.sink { values.append($0) }.cancelOnStop(worker)
        }
        worker.start(interactor)
        interactor.deactivate()
        subject.send(1)
        interactor.activate()
        subject.send(2)
        #expect(values == [2])
    }

    @Test func endsBeforeDidStop() {
        worker.start(interactor)
        AnyCancellable { [log] in log.add("ended") }.cancelOnStop(worker)
        worker.stop()
        #expect(log.take() == ["didStart", "ended", "didStop"])
    }

    @Test func endsAtOnceWhileStopped() {
        AnyCancellable { [log] in log.add("ended") }.cancelOnStop(worker)
        #expect(log.take() == ["ended"])
    }

    @Test func endsAtOnceWhileTheWorkerWaits() {
        interactor.deactivate()
        worker.start(interactor)
        AnyCancellable { [log] in log.add("ended") }.cancelOnStop(worker)
        #expect(log.take() == ["ended"])
    }

    @Test func aSubscriptionThatStopsTheWorkerWhenItEndsStopsItOnce() {
        worker.start(interactor)
        AnyCancellable { [worker] in worker.stop() }.cancelOnStop(worker)
        interactor.deactivate()
        #expect(log.take() == ["didStart", "didStop"])
    }

    @Test func aClosureMayHoldTheWorker() {
        weak var weakWorker: SpyWorker?
        func run() {
            let worker = SpyWorker(log)
            weakWorker = worker
            worker.start(interactor)
            subject.sink { _ in worker.log.add("value") }.cancelOnStop(worker)
            subject.send(1)
            worker.stop()
        }
        run()
        #expect(log.take().contains("value"))
        #expect(weakWorker == nil)
    }

    @Test func returnsTheSubscriptionForAnEarlierEnd() {
        worker.start(interactor)
        var values: [Int] = []
        let subscription = subject.sink { values.append($0) }.cancelOnStop(worker)
        subject.send(0)
        subscription.cancel()
        subject.send(1)
        #expect(values == [0])
    }
}
