#if RxSwift
    import RxSwift

    extension Workflow {
        /// Makes the first step.
        ///
        /// - Parameter onStep: Does the step's work, with the item given to `subscribe`. The first value
        ///   of what it returns is the next step's.
        /// - Returns: The step that follows.
        public func onStep<NextActionableItemType, NextValueType>(
            _ onStep:
                @escaping (ActionableItemType) -> Observable<
                    (NextActionableItemType, NextValueType)
                >
        ) -> Step<ActionableItemType, NextActionableItemType, NextValueType> {
            let start = PublishSubject<(ActionableItemType, ())>()
            starts.append { start.onNext(($0, ())) }
            return Step(workflow: self, observable: start.take(1)).onStep { item, _ in onStep(item)
            }
        }

        /// Starts the workflow. Subscribing to one without a committed step is a mistake, which stops a
        /// debug build.
        ///
        /// - Parameter actionableItem: What the first step works with.
        /// - Returns: Ends the workflow when it is disposed of.
        public func subscribe(_ actionableItem: ActionableItemType) -> any Disposable {
            guard begin(with: actionableItem) else { return Disposables.create() }
            return Disposables.create { [confined] in confined.end() }
        }
    }

    extension ObservableType {
        /// Begins another chain of steps of a workflow with what this observable brings, usually the
        /// `asObservable` of a step.
        ///
        /// - Parameter workflow: The workflow that the steps belong to.
        /// - Returns: The first step of the new chain; nil for an observable of anything but an item and a
        ///   value.
        public func fork<WorkflowActionableItemType, ActionableItemType, ValueType>(
            _ workflow: Workflow<WorkflowActionableItemType>
        ) -> Step<WorkflowActionableItemType, ActionableItemType, ValueType>? {
            guard let observable = self as? Observable<(ActionableItemType, ValueType)> else {
                return nil
            }
            workflow.didFork()
            return Step(workflow: workflow, observable: observable)
        }
    }
#endif
