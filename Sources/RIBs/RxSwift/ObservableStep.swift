// SPDX-License-Identifier: Apache-2.0

#if RxSwift
    import RIBRecorder
    import RxSwift

    /// What a workflow's step works with and results in.
    public typealias StepResults<Value> = Observable<Value>

    extension Step {
        /// Ends the chain of steps with this one.
        @discardableResult
        public final func commit() -> Workflow<WorkflowActionableItemType> {
            let workflow = workflow
            // Lives as long as the workflow, so it has no owner. The chain holds the workflow.
            // `original` is RxSwift's own `subscribe`, which no tracker follows.
            let chain = Recorder.shared.outOfLedger {
                results
                    .do(
                        onError: { workflow.end(with: $0) },
                        onCompleted: { workflow.end(with: nil) }
                    )
                    .original({ _ in }, nil, nil, nil)
            }
            workflow.confined.insert(chain.dispose)
            return workflow
        }
    }

    // `Workflow` and `Step` call these. `Combine/Step.swift` has them for publishers.
    extension Observable {
        func asStepResults() -> StepResults<Void> { map { _ in } }

        /// Results in the one value that a function is called with.
        static func start() -> (send: (Element) -> Void, results: Observable) {
            let start = PublishSubject<Element>()
            return ({ start.onNext($0) }, start.take(1))
        }

        /// Results in the first value of what `next` makes of the first value.
        func first<Next: ObservableType>(
            _ next: @escaping (Element) -> Next
        ) -> StepResults<Next.Element> { flatMapLatest(next).take(1) }

        func handlingError(_ onError: @escaping (any Error) -> Void) -> Observable {
            self.do(onError: onError)
        }

        func sharedByForks() -> Observable { share() }
    }

    extension ObservableType {
        /// Begins another chain of steps of a workflow with the results of this observable, usually
        /// the `asObservable` of a step.
        ///
        /// - Returns: The first step of the new chain; nil for an observable of anything but an
        ///   item and a value.
        public func fork<WorkflowActionableItemType, ActionableItemType, ValueType>(
            _ workflow: Workflow<WorkflowActionableItemType>
        ) -> Step<WorkflowActionableItemType, ActionableItemType, ValueType>? {
            guard let observable = self as? Observable<(ActionableItemType, ValueType)> else {
                return nil
            }
            workflow.didFork()
            return Step(workflow: workflow, results: observable)
        }
    }
#endif
