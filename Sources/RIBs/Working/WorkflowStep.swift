// SPDX-License-Identifier: Apache-2.0

/// One step of a workflow. It works with the results of the step before.
#if MainActor
    @preconcurrency @MainActor
#endif
open class Step<WorkflowActionableItemType, ActionableItemType, ValueType> {
    let workflow: Workflow<WorkflowActionableItemType>
    /// At most one item with its value.
    private(set) final var results: StepResults<(ActionableItemType, ValueType)>

    init(
        workflow: Workflow<WorkflowActionableItemType>,
        results: StepResults<(ActionableItemType, ValueType)>
    ) {
        self.workflow = workflow
        self.results = results
    }

    /// Makes the next step. It waits while its actionable item is an inactive interactor.
    ///
    /// - Parameter onStep: Does the step's work, with the item and the value of the step before.
    ///   The first value of what it returns is the next step's.
    public final func onStep<NextActionableItemType, NextValueType>(
        _ onStep:
            @escaping (ActionableItemType, ValueType) -> StepResults<
                (NextActionableItemType, NextValueType)
            >
    ) -> Step<WorkflowActionableItemType, NextActionableItemType, NextValueType> {
        let next =
            results
            .first { item, value in Self.whenActive(item).map { (item, value) } }
            .first { item, value in onStep(item, value) }
        // Forks share the work of their common steps.
        return Step<WorkflowActionableItemType, NextActionableItemType, NextValueType>(
            workflow: workflow, results: next.sharedByForks())
    }

    /// Calls a closure with the error if this step or one before it fails, for each committed
    /// chain.
    public final func onError(_ onError: @escaping (any Error) -> Void) -> Step<
        WorkflowActionableItemType, ActionableItemType, ValueType
    > {
        results = results.handlingError(onError)
        return self
    }

    /// Publishes the results of this step, for `fork`: at most one item with its value.
    public final func asObservable() -> StepResults<(ActionableItemType, ValueType)> { results }

    /// Publishes one event as soon as an item may act: an interactor when it is active, anything
    /// else at once.
    private static func whenActive(_ item: ActionableItemType) -> StepResults<Void> {
        let isActive = (item as? any Interactable)?.isActiveStream ?? .just(true)
        return isActive.filter { $0 }.asStepResults()
    }
}

extension Workflow {
    /// Makes the first step.
    ///
    /// - Parameter onStep: Does the step's work, with the item given to `subscribe`. The first
    ///   value of what it returns is the next step's.
    public func onStep<NextActionableItemType, NextValueType>(
        _ onStep:
            @escaping (ActionableItemType) -> StepResults<(NextActionableItemType, NextValueType)>
    ) -> Step<ActionableItemType, NextActionableItemType, NextValueType> {
        let (send, start) = StepResults<(ActionableItemType, ())>.start()
        starts.append { send(($0, ())) }
        return Step(workflow: self, results: start).onStep { item, _ in onStep(item) }
    }

    /// Starts the workflow with what the first step works with. Subscribing to one without a
    /// committed step is a mistake, which stops a debug build.
    ///
    /// - Returns: Ends the workflow: keep it, or call `cancelOnDeactivate(interactor:)` on it, or
    ///   RxSwift's word for that.
    public func subscribe(_ actionableItem: ActionableItemType) -> RIBSubscription {
        guard begin(with: actionableItem) else { return subscription {} }
        return subscription { [confined] in confined.end() }
    }
}
