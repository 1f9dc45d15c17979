import RIBRecorder
import RIBTrace

/// A way through the tree of RIBs, step by step, such as what a link from outside asks for.
///
/// Each step has an actionable item, usually the interactor of a RIB, and a value. Make the steps
/// with `onStep`, end each chain of them with `commit`, then `subscribe`. A workflow runs once.
open class Workflow<ActionableItemType>: RecordedObject {
    package final let recordedID: ObjectID
    package final var wasInTree = false
    private let start = PassthroughSubject<(ActionableItemType, ()), any Error>()
    /// What ends with the workflow: its committed chains and what was confined to it.
    final let confined = CancellableBag()
    private var isComplete = false

    /// Makes a workflow without steps.
    public init() {
        recordedID = Recorder.shared.objectCreated(.workflow, type: Self.self)
    }

    /// Called when the last step has completed: once, also if the workflow is forked.
    ///
    /// The default does nothing.
    open func didComplete() {}

    /// Called when a step is forked off.
    ///
    /// The default does nothing.
    open func didFork() {}

    /// Called when a step fails, for each committed chain that it is part of.
    ///
    /// The default does nothing.
    ///
    /// - Parameter error: What the step failed with.
    open func didReceiveError(_ error: any Error) {}

    /// Makes the first step.
    ///
    /// - Parameter onStep: Does the step's work, with the item given to `subscribe`. The first value
    ///   of what it returns is the next step's.
    /// - Returns: The step that follows.
    public final func onStep<NextActionableItemType, NextValueType>(
        _ onStep:
            @escaping (ActionableItemType) -> AnyPublisher<
                (NextActionableItemType, NextValueType), any Error
            >
    ) -> Step<ActionableItemType, NextActionableItemType, NextValueType> {
        Step(workflow: self, publisher: start.first().eraseToAnyPublisher())
            .onStep { item, _ in onStep(item) }
    }

    /// Starts the workflow. Subscribing to one without a committed step is a mistake, which stops a
    /// debug build.
    ///
    /// - Parameter actionableItem: What the first step works with.
    /// - Returns: Ends the workflow when it is cancelled or freed: keep it, or call
    ///   `cancelOnDeactivate(interactor:)` on it.
    public final func subscribe(_ actionableItem: ActionableItemType) -> AnyCancellable {
        guard !confined.isEmpty else {
            assertionFailure(
                "\(type(of: self)) must have a committed step before it is subscribed to")
            return AnyCancellable {}
        }
        if let user = Recorder.shared.currentOwner {
            TreeChanges.adoptions.increment()
            Recorder.shared.adopted(self, recordedID, by: user)
        }
        // Attributed to no one: what the steps subscribe to lives as long as the workflow.
        Recorder.shared.attributing(to: nil) { start.send((actionableItem, ())) }
        return AnyCancellable { [confined] in confined.cancel() }
    }

    /// Takes the end of a committed chain.
    final func end(_ completion: Subscribers.Completion<any Error>) {
        switch completion {
        case .failure(let error):
            didReceiveError(error)
        case .finished where !isComplete:
            isComplete = true
            didComplete()
        case .finished:
            break
        }
    }

    package func forEachRecordedPart(_ body: (RecordedPart) -> Void) {
        body(RecordedPart(self))
    }

    deinit {
        Recorder.shared.objectDestroyed(recordedID)
    }
}
