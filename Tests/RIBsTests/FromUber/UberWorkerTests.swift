// SPDX-License-Identifier: Apache-2.0

import RIBs
import Testing

private protocol ScoreWorking: Working {}

private final class ScoreWorker: Worker, ScoreWorking {
    let scores = PassthroughSubject<Int, Never>()
    private(set) var kept: [Int] = []
    private(set) var stops = 0

    override init() {
        super.init()
    }

    override func didStart(_ interactorScope: InteractorScope) {
        super.didStart(interactorScope)
        scores
            .sink { score in self.kept.append(score) }
            .disposeOnStop(self)
    }

    override func didStop() {
        super.didStop()
        stops += 1
    }
}

/// Workers as apps on uber/RIBs-iOS write them.
@Suite struct UberWorkerTests {
    private let worker = ScoreWorker()
    private let interactor = Interactor()

    @Test("Working: start(_:), stop(), isStarted, isStartedStream") func working() {
        let working: any Working = worker
        var heard: [Bool] = []
        let stream = working.isStartedStream.sink { heard.append($0) }
        working.start(interactor)
        #expect(working.isStarted)
        working.stop()
        #expect(heard == [false, true, false])
        stream.cancel()
    }

    @Test(
        """
        Worker: init(), isStarted, isStartedStream, start(_:), didStart(_:), stop(), didStop()
        """)
    func aWorker() {
        let stream: AnyPublisher<Bool, Never> = worker.isStartedStream
        var heard: [Bool] = []
        let subscription = stream.sink { heard.append($0) }
        interactor.activate()
        worker.start(interactor)
        worker.scores.send(1)
        #expect(worker.isStarted)
        worker.stop()
        worker.scores.send(2)
        #expect(worker.kept == [1])
        #expect(worker.stops == 1)
        #expect(heard == [false, true, false])
        subscription.cancel()
    }

    @Test("Disposable: disposeOnStop(_:)") func disposeOnStop() {
        interactor.activate()
        worker.start(interactor)
        let subscription = Disposal()
        let disposable: any Disposable = subscription.disposeOnStop(worker)
        #expect(disposable as? Disposal === subscription)
        #expect(!subscription.isDisposed)
        interactor.deactivate()
        #expect(subscription.isDisposed)
    }
}
