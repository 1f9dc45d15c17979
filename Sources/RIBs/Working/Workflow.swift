// SPDX-License-Identifier: Apache-2.0

import RIBRecorder

/// A path through the tree of RIBs, step by step, such as for a deep link.
///
/// Each step has an actionable item, usually the interactor of a RIB, and a value. Make the steps
/// with `onStep`, end each chain of them with `commit`, then `subscribe`. A workflow runs once: its
/// first steps take one item and ignore any further one.
open class Workflow<ActionableItemType>: RecordedObject {
    package final let recordedID: ObjectID
    /// See `RecordedObject`.
    package final var wasInTree = false
    /// The closures that give the first steps their item, one for each `onStep` of the workflow.
    final var starts: [(ActionableItemType) -> Void] = []
    /// What ends with the workflow: the chains, from `commit`, and what was confined to it.
    final let confined = SubscriptionBag()
    private var isComplete = false

    /// Makes a workflow without steps.
    public init() {
        recordedID = Recorder.shared.objectCreated(.workflow, type: Self.self)
    }

    /// Called when the last step has completed: once, also if the workflow is forked. The default
    /// does nothing.
    open func didComplete() {}

    /// Called when a step is forked off. The default does nothing.
    open func didFork() {}

    /// Called when a step fails, for each committed chain that it is part of. The default does
    /// nothing.
    open func didReceiveError(_ error: any Error) {}

    /// Runs the committed chains, from their first steps on, and returns false when there are none.
    final func begin(with actionableItem: ActionableItemType) -> Bool {
        guard !confined.isEmpty else {
            assertionFailure(
                "\(type(of: self)) must have a committed step before it is subscribed to")
            return false
        }
        if let user = Recorder.shared.currentOwner {
            // The user's subtree has a new part, so walks over it may skip it no longer.
            SubtreeState.adoptions.increment()
            Recorder.shared.adopted(self, recordedID, by: user)
        }
        // What the steps subscribe to lives as long as the workflow, so it has no owner.
        Recorder.shared.attributing(to: nil) {
            for start in starts { start(actionableItem) }
        }
        return true
    }

    /// Called when a committed chain ends, with an error unless it is complete.
    final func end(with error: (any Error)?) {
        if let error { return didReceiveError(error) }
        guard !isComplete else { return }
        isComplete = true
        didComplete()
    }

    deinit { Recorder.shared.objectDestroyed(recordedID) }
}
