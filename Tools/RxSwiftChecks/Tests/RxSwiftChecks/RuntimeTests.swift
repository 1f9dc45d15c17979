// SPDX-License-Identifier: Apache-2.0

import RIBs
import RxSwift
import Testing

/// The runtime's own observables, and the methods that confine disposables.
@Suite struct StreamTests {
    private let interactor = Interactor()

    private func values<Value>(_ observable: Observable<Value>, _ run: () -> Void) -> [String] {
        var lines: [String] = []
        let disposable = observable.subscribe(
            onNext: { lines.append("\($0)") }, onCompleted: { lines.append("completed") })
        run()
        disposable.dispose()
        return lines
    }

    @Test func activityBeginsWithThePresentValueAndRepeatsNone() {
        #expect(
            values(interactor.isActiveStream) {
                interactor.activate()
                interactor.activate()
                interactor.deactivate()
            } == ["false", "true", "false"])
    }

    @Test func activityCompletesWhenTheInteractorIsFreed() {
        var freed: Interactor? = Interactor()
        let stream = freed?.isActiveStream ?? .never()
        #expect(values(stream) { freed = nil } == ["false", "completed"])
    }

    @Test func aWorkerTellsWhetherItIsStarted() {
        let worker = Worker()
        #expect(
            values(worker.isStartedStream) {
                worker.start(interactor)
                worker.stop()
            } == ["false", "true", "false"])
    }

    @Test func aRouterTellsThatItLoaded() {
        let router = Router(interactor: interactor)
        #expect(values(router.lifecycle) { router.load() } == ["didLoad"])
    }

    @Test func theLatestValueIsPassedOnAtTheActivation() {
        let subject = PublishSubject<Int>()
        #expect(
            values(subject.confineTo(interactor)) {
                subject.onNext(1)
                subject.onNext(2)
                interactor.activate()
                subject.onNext(3)
                interactor.deactivate()
                subject.onNext(4)
            } == ["2", "3"])
    }

    @Test func aDisposableEndsWithTheActivity() {
        var isDisposed = false
        interactor.activate()
        Disposables.create { isDisposed = true }.disposeOnDeactivate(interactor: interactor)
        #expect(!isDisposed)
        interactor.deactivate()
        #expect(isDisposed)
    }

    @Test func aDisposableOfAnInactiveInteractorEndsAtOnce() {
        var isDisposed = false
        Disposables.create { isDisposed = true }.disposeOnDeactivate(interactor: interactor)
        #expect(isDisposed)
    }

    @Test func aDisposableEndsWithAWorkersWork() {
        var isDisposed = false
        let worker = Worker()
        interactor.activate()
        worker.start(interactor)
        Disposables.create { isDisposed = true }.disposeOnStop(worker)
        worker.stop()
        #expect(isDisposed)
    }
}

@Suite struct WorkflowTests {
    private final class SpyWorkflow: Workflow<Interactor> {
        var lines: [String] = []

        override func didComplete() { lines.append("completed") }
        override func didFork() { lines.append("forked") }
        override func didReceiveError(_ error: any Error) { lines.append("failed") }
    }
    private struct Failure: Error {}

    private let interactor = Interactor()
    private let workflow = SpyWorkflow()

    @Test func aStepWaitsUntilItsInteractorIsActive() {
        var steps: [String] = []
        workflow.onStep { item in
            steps.append("first")
            return .just((item, 1))
        }.onStep { item, value in
            steps.append("second \(value)")
            return .just((item, ()))
        }.commit()
        let disposable = workflow.subscribe(interactor)
        #expect(steps == [])
        interactor.activate()
        #expect(steps == ["first", "second 1"])
        #expect(workflow.lines == ["completed"])
        disposable.dispose()
    }

    @Test func aDisposedWorkflowGoesOnNoMore() {
        var isMade = false
        workflow.onStep { item in
            isMade = true
            return .just((item, ()))
        }.commit()
        workflow.subscribe(interactor).dispose()
        interactor.activate()
        #expect(!isMade)
    }

    @Test func aFailureIsTold() {
        interactor.activate()
        var told = 0
        workflow.onStep { (_: Interactor) -> Observable<(Interactor, Int)> in .error(Failure()) }
            .onError { _ in told += 1 }.commit()
        _ = workflow.subscribe(interactor)
        #expect(told == 1)
        #expect(workflow.lines == ["failed"])
    }

    @Test func forksShareTheStepsBeforeThem() {
        interactor.activate()
        var made = 0
        let step = workflow.onStep { item -> Observable<(Interactor, Int)> in
            made += 1
            return .just((item, made))
        }
        var values: [Int] = []
        for _ in 0..<2 {
            let fork: Step<Interactor, Interactor, Int>? = step.asObservable().fork(workflow)
            fork?.onStep { item, value -> Observable<(Interactor, Int)> in
                values.append(value)
                return .just((item, value))
            }.commit()
        }
        _ = workflow.subscribe(interactor)
        #expect(made == 1)
        #expect(values == [1, 1])
        #expect(workflow.lines == ["forked", "forked", "completed"])
    }

    @Test func whatIsNoStepHasNoFork() {
        let fork: Step<Interactor, Interactor, Int>? = Observable.just(1).fork(workflow)
        #expect(fork == nil)
    }

    @Test func aDisposableEndsWithTheWorkflow() {
        var isDisposed = false
        workflow.onStep { .just(($0, ())) }.commit()
        Disposables.create { isDisposed = true }.disposeWith(workflow: workflow)
        workflow.subscribe(interactor).dispose()
        #expect(isDisposed)
    }
}
