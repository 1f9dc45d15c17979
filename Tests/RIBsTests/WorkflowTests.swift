// SPDX-License-Identifier: Apache-2.0

import RIBs
import Testing

@Suite struct WorkflowTests {
    private struct Failed: Error {}

    private final class SpyWorkflow: Workflow<String> {
        let log: Log
        init(_ log: Log) { self.log = log }
        override func didComplete() { log.add("complete") }
        override func didFork() { log.add("fork") }
        override func didReceiveError(_ error: any Error) { log.add("error \(error)") }
        deinit { log.add("workflow freed") }
    }

    private typealias Next<Item, Value> = AnyPublisher<(Item, Value), any Error>

    private let log = Log()

    private func just<Item, Value>(_ item: Item, _ value: Value) -> Next<Item, Value> {
        Just((item, value)).setFailureType(to: (any Error).self).eraseToAnyPublisher()
    }

    private func failure<Item, Value>(_: Item, _: Value) -> Next<Item, Value> {
        Fail(error: Failed() as any Error).eraseToAnyPublisher()
    }

    @Test func theStepsRunInOrderWithWhatTheStepBeforeBrought() {
        let workflow = SpyWorkflow(log)
        let running = workflow.onStep { item -> Next<String, Int> in
            log.add("first \(item)")
            return just("second item", 2)
        }.onStep { item, value -> Next<String, Int> in
            log.add("second \(item) \(value)")
            return just("third item", 3)
        }.commit().subscribe("first item")
        #expect(log.take() == ["first first item", "second second item 2", "complete"])
        running.cancel()
    }

    @Test func nothingRunsBeforeTheSubscription() {
        let workflow = SpyWorkflow(log)
        workflow.onStep { item -> Next<String, Int> in
            log.add("first")
            return just(item, 1)
        }.commit()
        #expect(log.take() == [])
        let running = workflow.subscribe("item")
        #expect(log.take() == ["first", "complete"])
        running.cancel()
    }

    @Test func onlyTheFirstValueOfAStepCounts() {
        let values = PassthroughSubject<(String, Int), any Error>()
        let workflow = SpyWorkflow(log)
        let running = workflow.onStep { _ in values.eraseToAnyPublisher() }
            .onStep { item, value -> Next<String, Int> in
                log.add("step \(value)")
                return just(item, value)
            }.commit().subscribe("item")
        values.send(("item", 1))
        values.send(("item", 2))
        #expect(log.take() == ["step 1", "complete"])
        running.cancel()
    }

    @Test func aStepWaitsForAnInactiveInteractor() {
        let interactor = SpyInteractor("it", log)
        let workflow = SpyWorkflow(log)
        let running = workflow.onStep { _ in just(interactor, 1) }
            .onStep { interactor, _ -> Next<String, Int> in
                log.add("step")
                return just("end", 2)
            }.commit().subscribe("item")
        #expect(log.take() == [])
        interactor.activate()
        // Before `didBecomeActive`: the stream speaks first.
        #expect(log.take() == ["step", "complete", "it active"])
        running.cancel()
    }

    @Test func aCompletedWorkflowKeepsNoInteractorThatItWaitedFor() {
        let workflow = SpyWorkflow(log)
        do {
            let interactor = SpyInteractor("it", log)
            let running = workflow.onStep { [weak interactor] _ in just(interactor, 1) }
                .onStep { _, _ in just("end", 2) }.commit().subscribe("item")
            interactor.activate()
            interactor.deactivate()
            running.cancel()
            _ = log.take()
        }
        #expect(log.take() == ["it interactor freed"])
        withExtendedLifetime(workflow) {}
    }

    @Test func aStepRunsOnceHoweverOftenItsInteractorBecomesActive() {
        let interactor = SpyInteractor("it", log)
        let workflow = SpyWorkflow(log)
        let never = PassthroughSubject<(String, Int), any Error>()
        let running = workflow.onStep { _ in just(interactor, 1) }
            .onStep { _, _ in
                log.add("step")
                return never.eraseToAnyPublisher()
            }.commit().subscribe("item")
        interactor.activate()
        interactor.deactivate()
        interactor.activate()
        #expect(log.take().filter { $0 == "step" } == ["step"])
        running.cancel()
    }

    @Test func aStepThatBringsNothingCompletesTheWorkflow() {
        let workflow = SpyWorkflow(log)
        let running = workflow.onStep { _ in
            Empty<(String, Int), any Error>().eraseToAnyPublisher()
        }.onStep { item, value -> Next<String, Int> in
            log.add("step")
            return just(item, value)
        }.commit().subscribe("item")
        #expect(log.take() == ["complete"])
        running.cancel()
    }

    @Test func aFailureEndsTheWorkflowWithItsError() {
        let workflow = SpyWorkflow(log)
        let running = workflow.onStep { item in failure(item, 1) }
            .onStep { item, value -> Next<String, Int> in
                log.add("step")
                return just(item, value)
            }.commit().subscribe("item")
        #expect(log.take() == ["error Failed()"])
        running.cancel()
    }

    @Test func onErrorRunsBeforeTheWorkflowsCallback() {
        let workflow = SpyWorkflow(log)
        let running = workflow.onStep { item in failure(item, 1) }
            .onError { log.add("onError \($0)") }
            .onStep { item, value in just(item, value) }
            .commit().subscribe("item")
        #expect(log.take() == ["onError Failed()", "error Failed()"])
        running.cancel()
    }

    @Test func onErrorHearsNothingOfASuccess() {
        let workflow = SpyWorkflow(log)
        let running = workflow.onStep { item in just(item, 1) }
            .onError { log.add("onError \($0)") }
            .commit().subscribe("item")
        #expect(log.take() == ["complete"])
        running.cancel()
    }

    @Test func forksShareTheStepsTheyHaveInCommonAndCompleteOnce() {
        let workflow = SpyWorkflow(log)
        let shared = workflow.onStep { item -> Next<String, Int> in
            log.add("shared")
            return just(item, 1)
        }
        let first = shared.asPublisher().fork(workflow)
        let second = shared.asObservable().fork(workflow)
        first?.onStep { item, value -> Next<String, Int> in
            log.add("first")
            return just(item, value)
        }.commit()
        second?.onStep { item, value -> Next<String, Int> in
            log.add("second")
            return just(item, value)
        }.commit()
        #expect(log.take() == ["fork", "fork"])
        let running = workflow.subscribe("item")
        #expect(Set(log.take()) == ["shared", "first", "second", "complete"])
        running.cancel()
    }

    @Test func aCompleteWorkflowSaysSoOnce() {
        let workflow = SpyWorkflow(log)
        let shared = workflow.onStep { item in just(item, 1) }
        shared.asPublisher().fork(workflow)?.onStep { item, value in just(item, value) }.commit()
        shared.asPublisher().fork(workflow)?.onStep { item, value in just(item, value) }.commit()
        _ = log.take()
        let running = workflow.subscribe("item")
        #expect(log.take() == ["complete"])
        running.cancel()
    }

    @Test func anyPublisherOfAnItemAndAValueCanBeForked() {
        let workflow = SpyWorkflow(log)
        Just(("item", 7)).fork(workflow)?.onStep { item, value -> Next<String, Int> in
            log.add("\(item) \(value)")
            return just(item, value)
        }.commit()
        #expect(log.take() == ["fork", "item 7", "complete"])
    }

    @Test func cancellingEndsTheStepsAndWhatWasConfined() {
        let values = PassthroughSubject<(String, Int), any Error>()
        let workflow = SpyWorkflow(log)
        let running = workflow.onStep { _ in values.eraseToAnyPublisher() }
            .onStep { item, value -> Next<String, Int> in
                log.add("step")
                return just(item, value)
            }.commit().subscribe("item")
        AnyCancellable { [log] in log.add("ended") }.cancelWith(workflow: workflow)
        running.cancel()
        values.send(("item", 1))
        #expect(log.take() == ["ended"])
    }

    @Test func whatIsConfinedToACancelledWorkflowEndsAtOnce() {
        let workflow = SpyWorkflow(log)
        workflow.onStep { item in just(item, 1) }.commit().subscribe("item").cancel()
        _ = log.take()
        AnyCancellable { [log] in log.add("ended") }.disposeWith(workflow: workflow)
        #expect(log.take() == ["ended"])
    }

    @Test func lettingGoOfTheSubscriptionEndsTheWorkflow() {
        let values = PassthroughSubject<(String, Int), any Error>()
        let (kept, released) = (SpyWorkflow(log), SpyWorkflow(log))
        for workflow in [kept, released] {
            workflow.onStep { _ in values.eraseToAnyPublisher() }.commit()
        }
        func run() { _ = released.subscribe("item") }
        run()
        let running = kept.subscribe("item")
        values.send(("item", 1))
        // Only the other one goes on.
        #expect(log.take() == ["complete"])
        running.cancel()
    }

    @Test func aWorkflowThatIsOverIsFreed() {
        func run() -> AnyCancellable {
            SpyWorkflow(log).onStep { item in just(item, 1) }
                .onStep { item, value in just(item, value) }
                .commit().subscribe("item")
        }
        let running = run()
        #expect(log.take() == ["complete", "workflow freed"])
        running.cancel()
    }

    @Test func aCancelledWorkflowIsFreed() {
        let values = PassthroughSubject<(String, Int), any Error>()
        func run() -> AnyCancellable {
            SpyWorkflow(log).onStep { _ in values.eraseToAnyPublisher() }
                .onStep { item, value in just(item, value) }
                .commit().subscribe("item")
        }
        let running = run()
        #expect(log.take() == [])
        running.cancel()
        #expect(log.take() == ["workflow freed"])
    }

    #if DEBUG
        @Test func subscribingBeforeACommitStopsADebugBuild() async {
            await #expect(processExitsWith: .failure) {
                _ = Workflow<Int>().subscribe(1)
            }
        }
    #endif
}
