// SPDX-License-Identifier: Apache-2.0

#if !RxSwift
    import RIBRecorder

    /// One step of a workflow. It works with the results of the step before.
    #if MainActor
        @preconcurrency @MainActor
    #endif
    open class Step<WorkflowActionableItemType, ActionableItemType, ValueType> {
        private let workflow: Workflow<WorkflowActionableItemType>
        private var publisher: AnyPublisher<(ActionableItemType, ValueType), any Error>

        init(
            workflow: Workflow<WorkflowActionableItemType>,
            publisher: AnyPublisher<(ActionableItemType, ValueType), any Error>
        ) {
            self.workflow = workflow
            self.publisher = publisher
        }

        /// Makes the next step. It waits while its actionable item is an inactive interactor.
        ///
        /// - Parameter onStep: Does the step's work, with the item and the value of the step
        ///   before. The first value of what it returns is the next step's.
        /// - Returns: The step that follows.
        public final func onStep<NextActionableItemType, NextValueType>(
            _ onStep:
                @escaping (ActionableItemType, ValueType) -> AnyPublisher<
                    (NextActionableItemType, NextValueType), any Error
                >
        ) -> Step<WorkflowActionableItemType, NextActionableItemType, NextValueType> {
            let next =
                publisher
                .map { item, value in Self.whenActive(item).map { (item, value) } }
                .switchToLatest()
                .first()
                .map { item, value in onStep(item, value) }
                .switchToLatest()
                .first()
                .eraseToAnyPublisher()
            // Forks share the work of their common steps.
            return Step<WorkflowActionableItemType, NextActionableItemType, NextValueType>(
                workflow: workflow, publisher: SharedStep(next).eraseToAnyPublisher())
        }

        /// Calls a closure if this step or one before it fails.
        ///
        /// - Parameter onError: Called with the error, for each committed chain.
        /// - Returns: This step.
        public final func onError(_ onError: @escaping (any Error) -> Void) -> Step<
            WorkflowActionableItemType, ActionableItemType, ValueType
        > {
            publisher = publisher.handleEvents(receiveCompletion: { completion in
                if case .failure(let error) = completion { onError(error) }
            }).eraseToAnyPublisher()
            return self
        }

        /// Ends the chain of steps with this one.
        ///
        /// - Returns: The workflow, ready to be subscribed to.
        @discardableResult
        public final func commit() -> Workflow<WorkflowActionableItemType> {
            let workflow = workflow
            // Attributed to no owner, because it lives as long as the workflow. The chain holds the
            // workflow until it ends.
            let chain = Recorder.shared.outOfLedger {
                publisher.sink(
                    receiveCompletion: { completion in
                        switch completion {
                        case .finished: workflow.end(with: nil)
                        case .failure(let error): workflow.end(with: error)
                        }
                    }, receiveValue: { _ in })
            }
            workflow.confined.insert(chain)
            return workflow
        }

        /// The results of this step, for `fork`.
        ///
        /// - Returns: A publisher of at most one item with its value.
        public final func asPublisher() -> AnyPublisher<(ActionableItemType, ValueType), any Error>
        {
            publisher
        }

        /// The results of this step, in uber's spelling.
        ///
        /// - Returns: The same as `asPublisher`.
        public final func asObservable() -> AnyPublisher<(ActionableItemType, ValueType), any Error>
        {
            publisher
        }

        /// Publishes one event as soon as an item may act: an interactor when it is active,
        /// anything else at once.
        private static func whenActive(_ item: ActionableItemType) -> AnyPublisher<Void, any Error>
        {
            guard let interactor = item as? any Interactable else {
                return Just(()).setFailureType(to: (any Error).self).eraseToAnyPublisher()
            }
            return interactor.isActiveStream.filter { $0 }.map { _ in }
                .setFailureType(to: (any Error).self).eraseToAnyPublisher()
        }
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
            results.handleEvents(receiveCancel: { self.leave() }).subscribe(subscriber)
            guard !hasBegun else { return }
            hasBegun = true
            let running = work.sink(
                receiveCompletion: { [results, weak self] completion in
                    self?.running = nil
                    self?.hasEnded = true
                    results.send(completion: completion)
                }, receiveValue: { [results] in results.send($0) })
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

    extension Workflow {
        /// Makes the first step.
        ///
        /// - Parameter onStep: Does the step's work, with the item given to `subscribe`. The first
        ///   value of what it returns is the next step's.
        /// - Returns: The step that follows.
        public func onStep<NextActionableItemType, NextValueType>(
            _ onStep:
                @escaping (ActionableItemType) -> AnyPublisher<
                    (NextActionableItemType, NextValueType), any Error
                >
        ) -> Step<ActionableItemType, NextActionableItemType, NextValueType> {
            let start = PassthroughSubject<(ActionableItemType, ()), any Error>()
            starts.append { start.send(($0, ())) }
            return Step(workflow: self, publisher: start.first().eraseToAnyPublisher())
                .onStep { item, _ in onStep(item) }
        }

        /// Starts the workflow. Subscribing to one without a committed step is a mistake, which
        /// stops a debug build.
        ///
        /// - Parameter actionableItem: What the first step works with.
        /// - Returns: Ends the workflow when it is cancelled or freed: keep it, or call
        ///   `cancelOnDeactivate(interactor:)` on it.
        public func subscribe(_ actionableItem: ActionableItemType) -> AnyCancellable {
            guard begin(with: actionableItem) else { return AnyCancellable {} }
            return AnyCancellable { [confined] in confined.end() }
        }
    }

    extension Cancellable {
        /// Ends this subscription when a workflow is cancelled, and keeps it alive until then.
        ///
        /// Its closures may even hold the workflow strongly: the cancellation breaks the cycle. If
        /// the workflow is cancelled already, the subscription ends at once.
        ///
        /// - Parameter workflow: The workflow whose cancellation ends the subscription.
        public func cancelWith<ActionableItemType>(workflow: Workflow<ActionableItemType>) {
            workflow.confined.insert((self as? AnyCancellable) ?? AnyCancellable(self))
        }
    }

    extension Publisher {
        /// Begins another chain of steps of a workflow with the results of this publisher, usually
        /// the `asPublisher` of a step. Fork before the workflow is subscribed to: a step that is
        /// over has no results left, and its forks complete.
        ///
        /// - Parameter workflow: The workflow that the steps belong to.
        /// - Returns: The first step of the new chain; never nil, but optional as in uber's.
        public func fork<WorkflowActionableItemType, ActionableItemType, ValueType>(
            _ workflow: Workflow<WorkflowActionableItemType>
        ) -> Step<WorkflowActionableItemType, ActionableItemType, ValueType>?
        where Output == (ActionableItemType, ValueType) {
            workflow.didFork()
            return Step(
                workflow: workflow, publisher: mapError { $0 as any Error }.eraseToAnyPublisher())
        }
    }
#endif
