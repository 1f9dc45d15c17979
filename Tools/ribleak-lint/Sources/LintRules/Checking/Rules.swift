// SPDX-License-Identifier: Apache-2.0

/// The rules, by name.
package enum Rules {
    /// All rules that look at sources; `UnusedIgnore` looks at comments.
    package static let all: [any Rule.Type] = [
        BuilderKeepsProduct.self,
        BusinessLogicOutsideActivity.self,
        ChildNotReleased.self,
        ComponentCycle.self,
        ForceUnwrapInWiring.self,
        MissingSuper.self,
        StrongListener.self,
        StrongSelfInStoredClosure.self,
        SubscriptionInInit.self,
        SubscriptionOutlivesActivity.self,
        TimerOrObserverKept.self,
        UnbalancedAttach.self,
        UndisposedSubscription.self,
        ViewOffMain.self,
        WorkerWithoutInteractor.self,
    ]

    /// What people read of all rules, sorted by their names.
    package static var descriptions: [RuleDescription] {
        (all.map { $0.description } + [UnusedIgnore.description]).sorted { $0.id < $1.id }
    }
}
