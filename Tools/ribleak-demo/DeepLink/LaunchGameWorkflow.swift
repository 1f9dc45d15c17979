import RIBs

/// What a link to a game asks for: a login, then a game.
final class LaunchGameWorkflow: Workflow<RootActionableItem> {
    override init() {
        super.init()
        onStep { root in root.waitForLogin() }
            .onStep { loggedIn, _ in loggedIn.launchGame() }
            .commit()
    }
}
