// SPDX-License-Identifier: Apache-2.0

import RIBs

/// A mistake that real teams make; each is switched on at exactly one place of the app.
enum Mistake: String, CaseIterable {
    /// `LoggedInRouter` keeps a child that it has detached.
    case parentKeepsChild = "parent-keeps-child"
    /// `LoginInteractor` keeps a subscription, and its closure keeps the interactor.
    case sinkCapturesSelf = "sink-captures-self"
    /// `CreateAccountViewController` holds its listener strongly.
    case strongListener = "strong-listener"
    /// `LoggedOutInteractor` stores a closure that captures the interactor.
    case storedClosure = "stored-closure"
    /// `TicTacToeInteractor` is kept by the handler of a timer that it never cancels.
    case timer
    /// `OffGameInteractor` is kept by a task that waits forever.
    case task
    /// `LoggedInInteractor` is kept by an observer that is never removed.
    case globalObserver = "global-observer"
    /// `LoggedInRouter` takes the game's view away but leaves its RIB attached.
    case forgottenDetach = "forgotten-detach"
    /// `OffGameInteractor` leaves its subscription to an object that outlives it.
    case uncancelledSubscription = "uncancelled-subscription"
    /// `ScoresBuilder` keeps the view container of a RIB without base classes.
    case plainRIB = "plain-rib"
    /// `ScoresRIB` does not dispose of a subscription when it is detached.
    case plainRIBSubscription = "plain-rib-subscription"
    /// `GameClock` leaves its subscription to an object that outlives it.
    case workerNotStopped = "worker-not-stopped"
    /// `GameClock` is kept by delayed work, which stays in its queue although it was cancelled.
    case workerKept = "worker-kept"
    /// `LoggedInInteractor` leaves a workflow that waits to an object that outlives the RIB.
    case workflowKept = "workflow-kept"
}

/// Hands the mistakes of this run down the tree.
protocol MistakeDependency: Dependency {
    var mistakes: Set<Mistake> { get }
}
