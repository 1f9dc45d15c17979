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
