// SPDX-License-Identifier: Apache-2.0

import RIBs
import Testing

@Suite struct WorkerTests {
    private let log = Log()
    private let worker: SpyWorker
    private let interactor = Interactor()

    init() {
        worker = SpyWorker(log)
    }

    @Test func aWorkerOfAnActiveInteractorStartsAtOnce() {
        interactor.activate()
        worker.start(interactor)
        #expect(worker.isStarted)
        #expect(log.take() == ["didStart"])
    }

    @Test func aWorkerOfAnInactiveInteractorWaits() {
        worker.start(interactor)
        #expect(worker.isStarted)
        #expect(log.take() == [])
        interactor.activate()
        #expect(log.take() == ["didStart"])
    }

    @Test func theWorkPausesWithItsInteractorAndResumesWithIt() {
        interactor.activate()
        worker.start(interactor)
        interactor.deactivate()
        #expect(worker.isStarted)
        interactor.activate()
        #expect(log.take() == ["didStart", "didStop", "didStart"])
    }

    @Test func theWorkEndsAfterTheInteractorsSubscriptionsAndResumesBeforeItsHook() {
        let interactor = SpyInteractor("it", log)
        interactor.onActive = { [worker, log] interactor in
            worker.start(interactor)
            AnyCancellable { log.add("subscription ends") }
                .cancelOnDeactivate(interactor: interactor)
        }
        interactor.activate()
        interactor.deactivate()
        #expect(
            log.take() == ["it active", "didStart", "it resigns", "subscription ends", "didStop"])
        interactor.activate()
        // The stream speaks before `didBecomeActive`.
        #expect(log.take() == ["didStart", "it active"])
    }

    @Test func startingAStartedWorkerDoesNothing() {
        interactor.activate()
        worker.start(interactor)
        worker.start(interactor)
        #expect(log.take() == ["didStart"])
    }

    @Test func aStoppedWorkerDoesNotResume() {
        interactor.activate()
        worker.start(interactor)
        worker.stop()
        interactor.deactivate()
        interactor.activate()
        #expect(!worker.isStarted)
        #expect(log.take() == ["didStart", "didStop"])
    }

    @Test func aWorkerStoppedBeforeItsInteractorBecameActiveNeverStarts() {
        worker.start(interactor)
        worker.stop()
        interactor.activate()
        #expect(log.take() == [])
        worker.start(interactor)
        #expect(log.take() == ["didStart"])
    }

    @Test func aStoppedWorkerMayServeAnotherInteractor() {
        let other = Interactor()
        worker.start(interactor)
        worker.stop()
        worker.start(other)
        interactor.activate()
        #expect(log.take() == [])
        other.activate()
        #expect(log.take() == ["didStart"])
    }

    @Test func aStopInDidStartEndsTheWork() {
        interactor.activate()
        worker.onStart = { worker, _ in worker.stop() }
        worker.start(interactor)
        #expect(!worker.isStarted)
        #expect(log.take() == ["didStart", "didStop"])
    }

    @Test func aWorkerThatMovesToAnotherInteractorInDidStartServesThat() {
        let other = Interactor()
        interactor.activate()
        worker.onStart = { worker, _ in
            guard !other.isActive else { return }
            worker.stop()
            worker.start(other)
        }
        worker.start(interactor)
        #expect(log.take() == ["didStart", "didStop"])
        interactor.deactivate()
        interactor.activate()
        #expect(log.take() == [])
        other.activate()
        #expect(log.take() == ["didStart"])
    }

    @Test func freeingAWorkerStopsIt() {
        interactor.activate()
        func run() {
            let worker = SpyWorker(log)
            worker.start(interactor)
        }
        run()
        #expect(log.take() == ["didStart", "worker freed", "didStop"])
    }

    @Test func aWorkerDoesNotKeepItsInteractor() {
        weak var weakInteractor: Interactor?
        func run() {
            let interactor = Interactor()
            weakInteractor = interactor
            interactor.activate()
            worker.start(interactor)
        }
        run()
        #expect(weakInteractor == nil)
        #expect(log.take() == ["didStart", "didStop"])
    }

    @Test func theScopeOfAGoneInteractorIsInactive() {
        var scope: (any InteractorScope)?
        worker.onStart = { scope = $1 }
        func run() {
            let interactor = Interactor()
            interactor.activate()
            worker.start(interactor)
            #expect(scope?.isActive == true)
        }
        run()
        #expect(scope?.isActive == false)
        var values: [Bool] = []
        _ = scope?.isActiveStream.sink { values.append($0) }
        #expect(values == [false])
    }

    @Test func aDoublesActivityBoundsTheWorkToo() {
        let double = InteractableDouble()
        worker.start(double)
        double.activate()
        double.deactivate()
        #expect(log.take() == ["didStart", "didStop"])
    }

    @Test func aDoubleThatSaysTwiceThatItIsActiveStartsTheWorkOnce() {
        let double = InteractableDouble()
        worker.start(double)
        double.activate()
        double.activate()
        #expect(log.take() == ["didStart"])
    }

    @Test func theStreamSaysTheStateFirstAndCompletesWithTheWorker() {
        var heard: [String] = []
        var subscription: AnyCancellable?
        func run() {
            let worker = SpyWorker(log)
            subscription = worker.isStartedStream.sink { _ in
                heard.append("end")
            } receiveValue: {
                heard.append("\($0)")
            }
            worker.start(interactor)
            worker.start(interactor)
            worker.stop()
        }
        run()
        #expect(heard == ["false", "true", "false", "end"])
        subscription?.cancel()
    }
}
