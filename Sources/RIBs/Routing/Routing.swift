/// What a router needs of its children.
///
/// A test double that conforms to this can stand in for a router; it needs no base class.
#if MainActor
    @preconcurrency @MainActor
#endif
public protocol Routing: RouterScope {
    /// The interactor whose activity this router drives.
    var interactable: any Interactable { get }

    /// The routers attached to this one, oldest first.
    var children: [any Routing] { get }

    /// Loads the router, once. Only its parent or `launch` calls this.
    func load()

    /// Adds a router to the tree below this one, makes it active and loads it.
    ///
    /// - Parameter child: The router to add.
    func attachChild(_ child: any Routing)

    /// Makes a router inactive and takes it out of the tree.
    ///
    /// - Parameter child: The router to take out.
    func detachChild(_ child: any Routing)
}

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
