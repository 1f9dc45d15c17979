import RIBs

/// What workflows ask of LoggedIn.
protocol LoggedInActionableItem: AnyObject {
    func launchGame() -> AnyPublisher<(LoggedInActionableItem, ()), any Error>
    /// Waits until a friend has accepted an invitation.
    func waitForFriend() -> AnyPublisher<(LoggedInActionableItem, ()), any Error>
}
