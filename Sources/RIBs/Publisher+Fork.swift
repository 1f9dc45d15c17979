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
