import RIBs
import Testing

/// uber's spellings do what ours do.
@Suite struct DisposeSpellingTests {
    private final class Subscription: Cancellable {
        var isCancelled = false
        func cancel() { isCancelled = true }
    }

    private let interactor = Interactor()
    private let subscription = Subscription()

    init() {
        interactor.activate()
    }

    @Test func disposeOnDeactivate() {
        #expect(subscription.disposeOnDeactivate(interactor: interactor) === subscription)
        #expect(!subscription.isCancelled)
        interactor.deactivate()
        #expect(subscription.isCancelled)
    }

    @Test func disposeOnStop() {
        let worker = Worker()
        worker.start(interactor)
        #expect(subscription.disposeOnStop(worker) === subscription)
        #expect(!subscription.isCancelled)
        worker.stop()
        #expect(subscription.isCancelled)
    }

    @Test func disposeWith() {
        let workflow = Workflow<Int>()
        workflow.onStep { Just(($0, 1)).setFailureType(to: (any Error).self).eraseToAnyPublisher() }
            .commit()
        subscription.disposeWith(workflow: workflow)
        #expect(!subscription.isCancelled)
        workflow.subscribe(1).cancel()
        #expect(subscription.isCancelled)
    }
}
