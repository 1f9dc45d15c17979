// SPDX-License-Identifier: Apache-2.0

import RIBs

/// The steps behind a link to a game: a login, then a game.
final class LaunchGameWorkflow: Workflow<RootActionableItem> {
    override init() {
        super.init()
        onStep { root in root.waitForLogin() }
            .onStep { loggedIn, _ in loggedIn.launchGame() }
            .commit()
    }
}

/// What workflows ask of LoggedIn.
protocol LoggedInActionableItem: AnyObject {
    func launchGame() -> Observable<(LoggedInActionableItem, ())>
    /// Waits until a friend has accepted an invitation.
    func waitForFriend() -> Observable<(LoggedInActionableItem, ())>
}

/// What workflows ask of Root.
protocol RootActionableItem: AnyObject {
    /// Emits the logged-in actionable item as soon as somebody is logged in.
    func waitForLogin() -> Observable<(LoggedInActionableItem, ())>
}

/// Handles links into the app.
protocol LinkHandler: AnyObject {
    func openGameLink()
}

/// Starts a game as soon as a friend has accepted an invitation.
final class FriendGameWorkflow: Workflow<LoggedInActionableItem> {
    override init() {
        super.init()
        onStep { loggedIn in loggedIn.waitForFriend() }
            .onStep { loggedIn, _ in loggedIn.launchGame() }
            .commit()
    }
}
