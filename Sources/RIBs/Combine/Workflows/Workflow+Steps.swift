// SPDX-License-Identifier: Apache-2.0

#if !RxSwift
    extension Workflow {
        /// Makes the first step.
        ///
        /// - Parameter onStep: Does the step's work, with the item given to `subscribe`. The first value
        ///   of what it returns is the next step's.
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

        /// Starts the workflow. Subscribing to one without a committed step is a mistake, which stops a
        /// debug build.
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
        /// Its closures may even hold the workflow strongly: the cancellation breaks the cycle. If the
        /// workflow is cancelled already, the subscription ends at once.
        ///
        /// - Parameter workflow: The workflow whose cancellation ends the subscription.
        public func cancelWith<ActionableItemType>(workflow: Workflow<ActionableItemType>) {
            workflow.confined.insert((self as? AnyCancellable) ?? AnyCancellable(self))
        }
    }

    extension Publisher {
        /// Begins another chain of steps of a workflow with what this publisher brings, usually the
        /// `asPublisher` of a step. Fork before the workflow is subscribed to: a step that is over has
        /// nothing left to bring, and its forks complete.
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
