/// What happens once in the life of a router.
public enum RouterLifecycle {
    /// The router has loaded.
    case didLoad
}

/// Tells those who follow a router's life.
protocol LifecycleSubject: AnyObject {
    func tell(_ event: RouterLifecycle)
    /// Says that the router is freed.
    func finish()
}
