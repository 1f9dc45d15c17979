// SPDX-License-Identifier: Apache-2.0

/// What each mistake of the demo is found as, whether its RIBs run on publishers or on observables.
enum DemoMistakes {
    struct Found {
        /// Kind, culprit, RIB path, how often, and what it also keeps alive.
        let finding: String
        /// The edge that should not be there: who holds, and how. Nil where nothing is held.
        var suspect: String?
    }

    static let found = [
        "parent-keeps-child": Found(
            finding: "leaked-router OffGameRouter at Root/LoggedIn/OffGame, 3×, "
                + "dragging OffGameInteractor, OffGameViewController",
            suspect: "LoggedInRouter previousScreens[0]"),
        "sink-captures-self": Found(
            finding: "leaked-interactor LoginInteractor at Root/LoggedOut/Login, 2×, "
                + "dragging LoginViewController",
            suspect: "closure #1 in LoginInteractor.didBecomeActive() captures self"),
        "strong-listener": Found(
            finding:
                "leaked-interactor CreateAccountInteractor at Root/LoggedOut/Login/CreateAccount, 1×, "
                + "dragging CreateAccountViewController",
            suspect: "CreateAccountViewController strongListener"),
        "stored-closure": Found(
            finding: "leaked-interactor LoggedOutInteractor at Root/LoggedOut, 2×, "
                + "dragging LoggedOutViewController",
            suspect: "closure #1 in LoggedOutInteractor.didBecomeActive() captures self"),
        "timer": Found(
            finding: "leaked-interactor TicTacToeInteractor at Root/LoggedIn/TicTacToe, 3×, "
                + "dragging GameClock, TicTacToeViewController",
            suspect: "closure #1 in TicTacToeInteractor.startReminder() captures self"),
        "task": Found(
            finding: "leaked-interactor OffGameInteractor at Root/LoggedIn/OffGame, 4×, "
                + "dragging OffGameViewController",
            suspect: "closure #1 in OffGameInteractor.waitForInvitations() captures self"),
        "global-observer": Found(
            finding: "leaked-interactor LoggedInInteractor at Root/LoggedIn, 1×",
            suspect: "closure #1 in LoggedInInteractor.logOutWhenSessionExpires() captures self"),
        "forgotten-detach": Found(
            finding: "view-gone-still-attached TicTacToeRouter at Root/LoggedIn/TicTacToe, 3×"),
        "uncancelled-subscription": Found(
            finding: "fired-while-inactive OffGameInteractor at Root/LoggedIn/OffGame, 2×"),
        "plain-rib": Found(
            finding: "leaked-view ScoresViewContainer at Root/LoggedIn/Scores, 1×",
            suspect: "ScoresBuilder lastViewContainer"),
        "plain-rib-subscription": Found(
            finding: "fired-while-inactive ScoresRIB at Root/LoggedIn/Scores, 1×"),
        "worker-not-stopped": Found(
            finding: "fired-while-inactive GameClock at Root/LoggedIn/TicTacToe, 2×"),
        "worker-kept": Found(
            finding: "leaked-worker GameClock at Root/LoggedIn/TicTacToe, 3×",
            suspect: "closure #1 in GameClock.limitGame() captures self"),
        "workflow-kept": Found(
            finding: "leaked-workflow FriendGameWorkflow at Root/LoggedIn, 1×",
            suspect: "SubscriptionBag subscriptions[0]"),
    ]
}
