// SPDX-License-Identifier: Apache-2.0

#if RxSwift
    import RIBRecorder
    import RxSwift

    /// One step of a workflow. It works with the results of the step before.
    #if MainActor
        @preconcurrency @MainActor
    #endif
    open class Step<WorkflowActionableItemType, ActionableItemType, ValueType> {
        private let workflow: Workflow<WorkflowActionableItemType>
        private var observable: Observable<(ActionableItemType, ValueType)>

        init(
            workflow: Workflow<WorkflowActionableItemType>,
            observable: Observable<(ActionableItemType, ValueType)>
        ) {
            self.workflow = workflow
            self.observable = observable
        }

        /// Makes the next step. It waits while its actionable item is an inactive interactor.
        ///
        /// - Parameter onStep: Does the step's work, with the item and the value of the step
        ///   before. The first value of what it returns is the next step's.
        /// - Returns: The step that follows.
        public final func onStep<NextActionableItemType, NextValueType>(
            _ onStep:
                @escaping (ActionableItemType, ValueType) -> Observable<
                    (NextActionableItemType, NextValueType)
                >
        ) -> Step<WorkflowActionableItemType, NextActionableItemType, NextValueType> {
            let next =
                observable
                .flatMapLatest { item, value in Self.whenActive(item).map { (item, value) } }
                .take(1)
                .flatMapLatest { item, value in onStep(item, value) }
                .take(1)
                // Forks share the work of their common steps.
                .share()
            return Step<WorkflowActionableItemType, NextActionableItemType, NextValueType>(
                workflow: workflow, observable: next)
        }

        /// Calls a closure if this step or one before it fails.
        ///
        /// - Parameter onError: Called with the error, for each committed chain.
        /// - Returns: This step.
        public final func onError(_ onError: @escaping (any Error) -> Void) -> Step<
            WorkflowActionableItemType, ActionableItemType, ValueType
        > {
            observable = observable.do(onError: onError)
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
                observable
                    .do(
                        onError: { workflow.end(with: $0) },
                        onCompleted: { workflow.end(with: nil) }
                    )
                    .subscribe(unfollowed: { _ in })
            }
            workflow.confined.insert(DisposableToken(chain))
            return workflow
        }

        /// The results of this step, for `fork`.
        ///
        /// - Returns: An observable of at most one item with its value.
        public final func asObservable() -> Observable<(ActionableItemType, ValueType)> {
            observable
        }

        /// Emits one event as soon as an item may act: an interactor when it is active, anything
        /// else at once.
        private static func whenActive(_ item: ActionableItemType) -> Observable<Void> {
            guard let interactor = item as? any Interactable else { return .just(()) }
            return interactor.isActiveStream.filter { $0 }.map { _ in }
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
                @escaping (ActionableItemType) -> Observable<
                    (NextActionableItemType, NextValueType)
                >
        ) -> Step<ActionableItemType, NextActionableItemType, NextValueType> {
            let start = PublishSubject<(ActionableItemType, ())>()
            starts.append { start.onNext(($0, ())) }
            return Step(workflow: self, observable: start.take(1)).onStep { item, _ in onStep(item)
            }
        }

        /// Starts the workflow. Subscribing to one without a committed step is a mistake, which
        /// stops a debug build.
        ///
        /// - Parameter actionableItem: What the first step works with.
        /// - Returns: Ends the workflow when it is disposed of.
        public func subscribe(_ actionableItem: ActionableItemType) -> any Disposable {
            guard begin(with: actionableItem) else { return Disposables.create() }
            return Disposables.create { [confined] in confined.end() }
        }
    }

    extension ObservableType {
        /// Begins another chain of steps of a workflow with the results of this observable, usually
        /// the `asObservable` of a step.
        ///
        /// - Parameter workflow: The workflow that the steps belong to.
        /// - Returns: The first step of the new chain; nil for an observable of anything but an
        ///   item and a value.
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
