import RIBTrace

/// Whether one interactor is active, as its subscriptions see it.
///
/// It outlives its interactor, so that a subscription that outlives both can still be judged.
package final class Activity: Sendable {
    package let owner: ObjectID

    package init(owner: ObjectID) {
        self.owner = owner
    }
}
