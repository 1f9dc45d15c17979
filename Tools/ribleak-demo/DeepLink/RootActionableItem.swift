import RIBs

/// What workflows ask of Root.
protocol RootActionableItem: AnyObject {
    /// Brings what is logged in, as soon as somebody is.
    func waitForLogin() -> Observable<(LoggedInActionableItem, ())>
}

/// Does what links into the app ask for.
protocol LinkHandler: AnyObject {
    func openGameLink()
}
