import RIBs

/// Starts a game as soon as a friend has accepted an invitation.
final class FriendGameWorkflow: Workflow<LoggedInActionableItem> {
    override init() {
        super.init()
        onStep { loggedIn in loggedIn.waitForFriend() }
            .onStep { loggedIn, _ in loggedIn.launchGame() }
            .commit()
    }
}
