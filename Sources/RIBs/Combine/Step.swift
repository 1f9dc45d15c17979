// SPDX-License-Identifier: Apache-2.0

#if !RxSwift
    import RIBRecorder

    /// What a workflow's step works with and results in.
    public typealias StepResults<Value> = AnyPublisher<Value, any Error>

    extension Step {
        /// Ends the chain of steps with this one.
        @discardableResult
        public final func commit() -> Workflow<WorkflowActionableItemType> {
            let workflow = workflow
            // Attributed to no owner, because it lives as long as the workflow. The chain holds the
            // workflow until it ends.
            let chain = Recorder.shared.outOfLedger {
                results.unfollowedSink(
                    { completion in
                        switch completion {
                        case .finished: workflow.end(with: nil)
                        case .failure(let error): workflow.end(with: error)
                        }
                    }, { _ in })
            }
            workflow.confined.insert(chain)
            return workflow
        }

        /// Same as `asObservable`, in the words of publishers.
        public final func asPublisher() -> AnyPublisher<(ActionableItemType, ValueType), any Error>
        {
            results
        }
    }

    extension Publisher where Failure == Never {
        func asStepResults() -> StepResults<Void> {
            map { _ in }.setFailureType(to: (any Error).self).eraseToAnyPublisher()
        }
    }

    extension AnyPublisher where Failure == any Error {
        /// Results in the one value that a function is called with.
        static func start() -> (send: (Output) -> Void, results: Self) {
            let start = PassthroughSubject<Output, Failure>()
            return ({ start.send($0) }, start.first().eraseToAnyPublisher())
        }

        /// Results in the first value of what `next` makes of the first value.
        func first<Next: Publisher>(
            _ next: @escaping (Output) -> Next
        ) -> StepResults<Next.Output> where Next.Failure == Failure {
            map(next).switchToLatest().first().eraseToAnyPublisher()
        }

        func handlingError(_ onError: @escaping (any Error) -> Void) -> Self {
            handleEvents(receiveCompletion: { completion in
                if case .failure(let error) = completion { onError(error) }
            }).eraseToAnyPublisher()
        }

        func sharedByForks() -> Self { SharedStep(self).eraseToAnyPublisher() }
    }

    /// Shares a step's work among all steps that follow it, like the `share` operator, but releases
    /// everything when the work has ended. Not every library's `share` lets go of its upstream,
    /// and with that of the interactor that the step waited for.
    final class SharedStep<Output>: Publisher {
        typealias Failure = any Error

        private let work: AnyPublisher<Output, any Error>
        private let results = PassthroughSubject<Output, any Error>()
        private var running: AnyCancellable?
        private var hasBegun = false
        private var hasEnded = false
        private var subscribers = 0

        init(_ work: AnyPublisher<Output, any Error>) {
            self.work = work
        }

        func receive<Downstream: Subscriber>(subscriber: Downstream)
        where Downstream.Input == Output, Downstream.Failure == any Error {
            subscribers += 1
            results.handleEvents(receiveCancel: { self.leave() }).receive(subscriber: subscriber)
            guard !hasBegun else { return }
            hasBegun = true
            let running = work.unfollowedSink(
                { [results, weak self] completion in
                    self?.running = nil
                    self?.hasEnded = true
                    results.send(completion: completion)
                }, { [results] in results.send($0) })
            if !hasEnded, subscribers > 0 { self.running = running }
        }

        /// Ends the work when nobody waits for it any more.
        private func leave() {
            subscribers -= 1
            guard subscribers == 0 else { return }
            running?.cancel()
            running = nil
        }
    }

    extension Publisher {
        /// Begins another chain of steps of a workflow with the results of this publisher, usually
        /// the `asPublisher` of a step. Fork before the workflow is subscribed to: a step that is
        /// over has no results left, and its forks complete.
        ///
        /// - Returns: The first step of the new chain; never nil, but optional as in uber's.
        public func fork<WorkflowActionableItemType, ActionableItemType, ValueType>(
            _ workflow: Workflow<WorkflowActionableItemType>
        ) -> Step<WorkflowActionableItemType, ActionableItemType, ValueType>?
        where Output == (ActionableItemType, ValueType) {
            workflow.didFork()
            return Step(
                workflow: workflow, results: mapError { $0 as any Error }.eraseToAnyPublisher())
        }
    }
#endif
