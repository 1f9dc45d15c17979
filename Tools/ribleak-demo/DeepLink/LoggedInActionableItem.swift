import RIBs

/// What workflows ask of LoggedIn.
protocol LoggedInActionableItem: AnyObject {
    func launchGame() -> Observable<(LoggedInActionableItem, ())>
    /// Waits until a friend has accepted an invitation.
    func waitForFriend() -> Observable<(LoggedInActionableItem, ())>
}
